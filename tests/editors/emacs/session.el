;;; session.el --- A working session in Emacs, with eglot  -*- lexical-binding: t; -*-
;; Each step prints its name when it has held; the exit code is 0 when all have.

(require 'osy-mode)
(require 'eglot)
(require 'flymake)
(require 'xref)

(defconst workspace (file-truename (getenv "OSY_WORKSPACE")))
(defconst test-name "a_repair_nobody_takes_goes_to_the_foreman")

(defun wait (what probe)
  "Wait until PROBE gives something, which is WHAT."
  (let ((end (+ (float-time) 30)) result)
    (while (not (setq result (funcall probe)))
      (when (> (float-time) end) (error "Waited in vain for %s" what))
      (accept-process-output nil 0.05))
    result))

(defun visit (file)
  "Open FILE and connect it with the language server."
  (find-file (expand-file-name file workspace))
  (unless (eq major-mode 'osy-mode) (error "%s is in %s" file major-mode))
  (unless (eglot-current-server)
    (apply #'eglot (eglot--guess-contact)))
  (wait "the language server" #'eglot-current-server)
  (unless eglot--managed-mode (eglot--managed-mode 1))
  (flymake-mode 1))

(defun place (text)
  "Go to TEXT; a bar in it marks the place that is meant."
  (goto-char (point-min))
  (search-forward (string-replace "|" "" text))
  (when (string-search "|" text)
    (goto-char (+ (match-beginning 0) (string-search "|" text)))))

(defun findings (part)
  "The findings whose text has PART."
  (flymake-start)
  (seq-filter (lambda (found) (string-search part (flymake-diagnostic-text found))) (flymake-diagnostics)))

(defun found-line (finding)
  "The text of the line that FINDING is on."
  (save-excursion
    (goto-char (flymake-diagnostic-beg finding))
    (string-trim (buffer-substring-no-properties (line-beginning-position) (line-end-position)))))

(defun must-have (text part)
  "Insist on PART in TEXT."
  (unless (and text (string-search part text)) (error "%S is not in %S" part text)))

(defun ask (method &rest more)
  "Ask METHOD of the place at point, with MORE."
  (eglot--signal-textDocument/didChange)
  (jsonrpc-request (eglot-current-server) method (append (eglot--TextDocumentPositionParams) more)))

(defvar messages nil "What was said.")
(advice-add 'message :before
            (lambda (form &rest arguments) (when form (push (apply #'format form arguments) messages))))

(defun said (part)
  "Wait for a message that has PART."
  (wait (format "the message %S among %S" part messages)
        (lambda () (seq-some (lambda (one) (string-search part one)) messages))))

(defun jumped ()
  "The line that point is on."
  (string-trim (buffer-substring-no-properties (line-beginning-position) (line-end-position))))

(defconst steps
  (list
   (cons "problem"
         (lambda ()
           (visit "drafts/leaving.osy")
           (let ((finding (wait "a finding" (lambda () (car (findings "may not `goto`"))))))
             (must-have (found-line finding) "exit {"))))
   (cons "hover"
         (lambda ()
           (place "|exit {")
           (must-have (format "%s" (ask :textDocument/hover)) "osysharp.com/reference/workflow/enter-exit")))
   (cons "completion"
         (lambda ()
           (visit "app/model/repairs.osy")
           (unless (equal (expand-file-name (project-root (eglot--project (eglot-current-server))))
                          (expand-file-name "app/" workspace))
             (error "The root is %s" (project-root (eglot--project (eglot-current-server)))))
           (place "slot.Assign(foreman);")
           (insert "\n          slot.")
           (eglot--signal-textDocument/didChange)
           (wait "the members"
                 (lambda ()
                   (let* ((table (nth 2 (eglot-completion-at-point)))
                          (found (all-completions "" table)))
                     (seq-every-p (lambda (one) (seq-some (lambda (label) (string-prefix-p one label)) found))
                                  '("Assign" "Assignee" "Candidates" "IsUnassigned" "Status")))))
           (delete-char -5)
           (delete-region (line-beginning-position) (1+ (line-end-position)))
           (eglot--signal-textDocument/didChange)))
   (cons "definition"
         (lambda ()
           (visit "app/tests/pickup.test.osy")
           (place "Breach|es(repair)")
           (wait "the project to be read" (lambda () (> (length (ask :textDocument/definition)) 0)))
           (call-interactively #'xref-find-definitions)
           (must-have (jumped) "int Breaches(Repair repair)")
           (place "new Mech|anic { Email = \"rosa")
           (wait "the entity" (lambda () (> (length (ask :textDocument/definition)) 0)))
           (call-interactively #'xref-find-definitions)
           (must-have (jumped) "entity Mechanic")))
   (cons "references"
         (lambda ()
           (visit "app/model/repairs.osy")
           (place "entity Rep|air {")
           (let ((found (xref-backend-references 'eglot (xref-backend-identifier-at-point 'eglot))))
             (unless (>= (length found) 3) (error "Only %S" found)))))
   (cons "rename"
         (lambda ()
           (visit "app/tests/pickup.test.osy")
           (place "int Bre|aches")
           (eglot-rename "Lapses")
           (must-have (buffer-string) "int Lapses(Repair repair)")
           (must-have (buffer-string) "Assert.Equal(1, Lapses(repair))")
           (eglot--signal-textDocument/didChange)
           (place "int Lap|ses")
           (eglot-rename "Breaches")
           (must-have (buffer-string) "int Breaches(Repair repair)")
           (eglot--signal-textDocument/didChange)))
   (cons "symbols"
         (lambda ()
           (must-have (format "%S" (eglot-imenu)) test-name)))
   (cons "code action"
         (lambda ()
           (visit "app/model/repairs.osy")
           (place "goto |Mended;")
           (delete-char 6)
           (insert "Mendeds")
           (eglot--signal-textDocument/didChange)
           (wait "the finding" (lambda () (findings "Mendeds")))
           (place "goto Men|deds")
           (let ((action (seq-find (lambda (one) (string-search "`Mended`" (plist-get one :title)))
                                   (eglot-code-actions (point) (point)))))
             (unless action (error "There is no repair"))
             (eglot--apply-workspace-edit (plist-get action :edit)))
           (must-have (buffer-string) "goto Mended;")
           (eglot--signal-textDocument/didChange)))
   (cons "red"
         (lambda ()
           (visit "app/tests/pickup.test.osy")
           (place "Assert.Equal(\"|nils")
           (delete-char 4)
           (insert "rosa")
           (place "TestClock.Adv|ance(TimeSpan.FromHours(4))")
           (osy-test-nearest)
           (said "1 failed")
           (let ((finding (wait "the failure" (lambda () (car (findings "nils@workshop.test"))))))
             (must-have (found-line finding) "Assert.Equal(\"rosa"))))
   (cons "green"
         (lambda ()
           (setq messages nil)
           (place "Assert.Equal(\"|rosa")
           (delete-char 4)
           (insert "nils")
           (osy-test-file)
           (said "1 passed")
           (wait "the failure to go" (lambda () (not (findings "nils@workshop.test"))))
           (setq messages nil)
           (osy-test-all)
           (said "1 passed")))
   (cons "state machine"
         (lambda ()
           (visit "app/model/repairs.osy")
           (place "state Wait|ing")
           (osy-graph)
           (must-have (with-current-buffer "*Osy# state machine*" (buffer-string)) " Waiting ")))))

(condition-case why
    (dolist (step steps)
      (let ((began (float-time)))
        (condition-case why
            (funcall (cdr step))
          (error (error "%s: %s" (car step) (error-message-string why))))
        (princ (format "step: %s (%.0f ms)\n" (car step) (* 1000 (- (float-time) began))))))
  (error
   (princ (format "FAILED %s\nmessages: %S\nfindings: %S\n" (error-message-string why) messages
                  (mapcar #'flymake-diagnostic-text (flymake-diagnostics))))
   (kill-emacs 1)))
(kill-emacs 0)
;;; session.el ends here
