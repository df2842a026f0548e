;;; osy-mode.el --- Osy# programs  -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1") (eglot "1.9"))
;; Keywords: languages

;;; Commentary:

;; Colours, indentation and comments of `.osy' files, and the language server `osy lsp' through eglot: with it come
;; findings (flymake), completion, hovers (eldoc), definitions and references (xref), renames, formatting, code actions.
;; Eglot shows no code lenses; what they run, code actions and the commands below run too.

;;; Code:

(require 'osy-words)
(require 'cl-lib)
(require 'project)
(require 'seq)

(defgroup osy nil
  "Osy# programs."
  :group 'languages)

(defcustom osy-command '("osy" "lsp")
  "The command that starts the language server."
  :type '(repeat string))

(defcustom osy-indent-offset 2
  "By how many columns a block is indented."
  :type 'integer
  :safe #'integerp)

;;; Syntax

(defvar osy-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?\' "\"" table)
    (modify-syntax-entry ?\\ "\\" table)
    (dolist (mark '(?+ ?- ?= ?% ?< ?> ?& ?| ?! ?? ?: ?~ ?^ ?@ ?$))
      (modify-syntax-entry mark "." table))
    table)
  "Syntax of Osy# programs.")

(defun osy--propertize (start end)
  "Mark the ends of texts between START and END that quotes alone do not tell."
  (goto-char start)
  (while (re-search-forward "\\(\\$*\\)\\(\"\"\"+\\)\\|\\([$@]+\\)\"" end t)
    (let ((opening (match-beginning 0)))
      (unless (nth 8 (save-excursion (syntax-ppss opening)))
        (let ((first opening))
          (goto-char (if (match-beginning 2)
                         (osy--end-of-raw (match-end 2) (- (match-end 2) (match-beginning 2)))
                       (osy--end-of-text (match-end 0) (match-string 3))))
          (osy--fence first (point)))))))

(defun osy--fence (start end)
  "Make the text from START to END a string, whatever quotes are in it."
  (put-text-property start (1+ start) 'syntax-table (string-to-syntax "|"))
  (put-text-property (1+ start) (1- end) 'syntax-table (string-to-syntax "."))
  (put-text-property (1- end) end 'syntax-table (string-to-syntax "|")))

(defun osy--end-of-raw (start count)
  "Where the raw text ends whose body is at START, between COUNT quotes."
  (goto-char start)
  (if (re-search-forward (concat (make-string count ?\") "\"*") nil t) (point) (point-max)))

(defun osy--end-of-text (start marks)
  "Where the text ends whose body is at START, with MARKS before its quote."
  (goto-char start)
  (let ((verbatim (string-search "@" marks)) (holes (string-search "$" marks)) (depth 0) (end nil))
    (while (and (not end) (re-search-forward (if verbatim "\"\\|[{}]" "\\\\.\\|\"\\|[{}]\\|\n") nil t))
      (pcase (char-before)
        (?\n (setq end (1- (point))))
        (?\{ (when holes
               (if (and (= depth 0) (eq (char-after) ?\{)) (forward-char) (setq depth (1+ depth)))))
        (?\} (when (and holes (> depth 0)) (setq depth (1- depth))))
        (?\" (cond ((eq (char-before (1- (point))) ?\\) nil)
                   ((> depth 0)
                    ;; A text in a hole: over it, holes of its own included.
                    (let ((inner (if (eq (char-before (1- (point))) ?$) "$" "")))
                      (goto-char (osy--end-of-text (point) inner))))
                   ((and verbatim (eq (char-after) ?\")) (forward-char))
                   (t (setq end (point)))))))
    (max (1+ start) (or end (point-max)))))

;;; Colours

(defconst osy--name "[A-Za-z_][A-Za-z0-9_]*")
(defconst osy--qualified (concat osy--name "\\(?:\\." osy--name "\\)*"))
(defconst osy--end-of-head "\\(?:{\\|$\\|//\\)")

(defconst osy--faces
  '((control . font-lock-keyword-face) (declaration . font-lock-keyword-face) (modifier . font-lock-keyword-face)
    (operator . font-lock-keyword-face) (constant . font-lock-constant-face) (type . font-lock-type-face)
    (clause . font-lock-builtin-face) (ambient . font-lock-variable-name-face)
    (function . font-lock-function-name-face) (state . font-lock-constant-face)
    (namespace . font-lock-constant-face))
  "The faces of kinds of words and of names.")

(defconst osy--ahead
  `((name . ,(concat "[ \t]+\\(" osy--name "\\)"))
    (brace . ,(concat "[ \t]*" osy--end-of-head))
    (paren . "[ \t]*(")
    (dot . "[ \t]*\\.")
    (colon . "[ \t]*:")
    (arrow . "[ \t]*=>")
    (semicolon . "[ \t]*;")
    (string . "[ \t]+\"")
    (expression . "[ \t]+[^] \t\n=.;,:)]"))
  "What must follow a word that opens an item.")

(defconst osy--after-name
  `((type . "[ \t]*\\(?:[^= \t]\\|=>\\|$\\)")
    (function . ,(concat "[ \t]*\\(?:(\\|" osy--end-of-head "\\)"))
    (state . ,(concat "[ \t]*\\(?:;\\|" osy--end-of-head "\\)"))
    (namespace . "[ \t]*;"))
  "What must follow the name behind a word, by the name's kind.")

(defun osy--table (rows)
  "The keys of each word in ROWS, which hold keys and then words."
  (let ((table (make-hash-table :test #'equal)))
    (dolist (row rows table)
      (let ((keys (seq-filter #'symbolp row)))
        (dolist (word (seq-filter #'stringp row))
          (push keys (gethash word table)))))))

(defconst osy--reserved (osy--table osy-words-reserved))
(defconst osy--openers (osy--table osy-words-openers))
(defconst osy--heads (osy--table osy-words-heads))
(defconst osy--reserved-heads (osy--table osy-words-reserved-heads))
(defconst osy--platform (osy--table (list (cons 'type osy-words-platform-types))))

(defvar osy--face nil "The face of the word that was found last.")

(defun osy--next-word (limit)
  "Find the next word before LIMIT that has a colour."
  (let (found)
    (while (and (not found) (re-search-forward (concat "\\_<" osy--name "\\_>") limit t))
      (let ((start (match-beginning 0)) (end (match-end 0)))
        (unless (get-text-property start 'face)
          (setq osy--face (save-match-data (osy--face-of (match-string-no-properties 0) start end)))
          (when osy--face
            (set-match-data (list start end))
            (setq found t)))
        (goto-char end)))
    found))

(defun osy--face-of (word start end)
  "The face of WORD between START and END, by what stands around it."
  (save-excursion
    (goto-char end)
    (let* ((before (osy--word-before start))
           (named (alist-get (osy--kind-by-word-before before) osy--faces)))
      (cond
       (named)
       ((osy--member-p start) (and (osy--call-p) 'font-lock-function-name-face))
       (t (osy--face-of-word word start))))))

(defun osy--face-of-word (word start)
  "The face of WORD at START, that is no member and follows no word that names."
  (let ((kind (or (osy--kind-in-rule word start)
                  (caar (gethash word osy--reserved))
                  (and (osy--starts-p start) (osy--kind-of-opener word))
                  (osy--kind-by-place word start))))
    (or (alist-get kind osy--faces)
        (and (osy--attribute-p start) 'font-lock-preprocessor-face)
        (osy--face-of-name word))))

(defun osy--member-p (start)
  "Whether the word at START stands behind a dot."
  (save-excursion
    (goto-char start)
    (skip-chars-backward " \t")
    (eq (char-before) ?.)))

(defun osy--call-p ()
  "Whether arguments follow."
  (looking-at-p "\\(?:<[^<>;(){}\n]*>\\)?[ \t]*("))

(defun osy--word-before (start)
  "The word before START, and its face, if only blanks part them."
  (save-excursion
    (goto-char start)
    (skip-chars-backward "A-Za-z0-9_.")
    (let ((end (progn (skip-chars-backward " \t") (point))))
      (when (and (< end start) (> (skip-chars-backward "A-Za-z0-9_") -100) (< (point) end))
        (cons (buffer-substring-no-properties (point) end) (get-text-property (point) 'face))))))

(defun osy--kind-by-word-before (before)
  "The kind of a name that stands behind the word BEFORE."
  (pcase before
    (`(,word . ,(and face (pred identity)))
     (cond ((and (member word osy-words-outcomes) (eq face 'font-lock-keyword-face)) 'state)
           ((not (memq face '(font-lock-keyword-face font-lock-builtin-face))) nil)
           ((caar (gethash word osy--reserved-heads)))
           ((cadar (gethash word osy--heads)))))))

(defun osy--starts-p (start)
  "Whether an item begins at START: behind nothing, a bracket, a modifier."
  (save-excursion
    (goto-char start)
    (skip-chars-backward " \t")
    (or (bolp)
        (memq (char-before) '(?\{ ?\} ?\; ?\]))
        (let ((before (osy--word-before start)))
          (eq (caar (gethash (car before) osy--reserved)) 'modifier)))))

(defun osy--kind-of-opener (word)
  "The kind of WORD at the start of an item, by what follows."
  (or (seq-some (lambda (row) (and (osy--follows-p (cadr row)) (car row))) (gethash word osy--openers))
      (seq-some (lambda (row)
                  (and (looking-at (concat "[ \t]+" osy--qualified))
                       (save-excursion
                         (goto-char (match-end 0))
                         (looking-at-p (alist-get (cadr row) osy--after-name)))
                       (car row)))
                (gethash word osy--heads))
      (and (equal word "terminal")
           (looking-at-p (concat "[ \t]+" (regexp-opt osy-words-outcomes 'words)))
           'declaration)))

(defun osy--follows-p (what)
  "Whether WHAT follows, a key of `osy--ahead'."
  (and (looking-at (alist-get what osy--ahead))
       (pcase what
         ('name (not (member (match-string 1) '("is" "as" "in"))))
         ('paren (not (looking-at-p "[ \t]*([^{}\n]*;[ \t]*$")))
         (_ t))))

(defun osy--kind-by-place (word start)
  "The kind of WORD at START that is coloured in some places only."
  (let ((before (car (osy--word-before start))))
    (cond ((and (member word osy-words-clauses)
                (looking-at-p "[ \t]*=\\(?:[^=>]\\|$\\)")
                (osy--clause-place-p start))
           'clause)
          ((and (member word osy-words-outcomes) (equal before "terminal")) 'modifier)
          ((and (member word osy-words-whens) (equal before "complete")) 'control)
          ((and (equal word "actor") (not (looking-at-p "[ \t]*[:(]"))) 'ambient)
          ((and (member word osy-words-ambient) (not (equal word "actor")) (looking-at-p "[ \t]*\\.")) 'ambient)
          ((and (member word osy-words-type-words) (looking-at-p (concat "<\\|\\??[ \t]+" osy--name "[ \t]*[;=,)(]")))
           'type))))

(defun osy--clause-place-p (start)
  "Whether a clause may stand at START, which is in no initialiser."
  (save-excursion
    (goto-char start)
    (skip-chars-backward " \t")
    (and (or (bolp) (memq (char-before) '(?\{ ?\; ?\( ?,)))
         (let ((open (nth 1 (save-excursion (syntax-ppss start)))))
           (not (and open
                     (eq (char-after open) ?\{)
                     (progn (goto-char open)
                            (looking-back "\\_<new\\_>[^;{}=]*" (max (point-min) (- open 80))))))))))

(defun osy--kind-in-rule (word start)
  "The kind of WORD at START in a rule of security, a policy or an invariant."
  (let ((head (save-excursion
                (goto-char start)
                (if (re-search-backward "[;{}]\\|^" (line-beginning-position) t)
                    (progn (goto-char (match-end 0))
                           (and (looking-at (concat "[ \t]*\\(" osy--name "\\)\\_>")) (match-string-no-properties 1)))))))
    (cond ((and (member head osy-words-grants) (member head '("allow" "deny")))
           (cond ((and (member word osy-words-verbs) (osy--verb-place-p start)) 'operator)
                 ((and (member word osy-words-rule-words) (looking-at-p "[ \t]")) 'control)
                 ((equal word "user") 'ambient)))
          ((and (equal head "invariant") (member word osy-words-invariant-words) (looking-at-p "[ \t]*\"")) 'declaration)
          ((and (member head '("policy" "invariant")) (equal word "user")) 'ambient))))

(defun osy--verb-place-p (start)
  "Whether what a rule grants may stand at START."
  (save-excursion
    (goto-char start)
    (looking-back "\\(?:\\_<\\(?:allow\\|deny\\)\\|,\\)[ \t]*" (line-beginning-position))))

(defun osy--attribute-p (start)
  "Whether the word at START names an attribute."
  (save-excursion
    (let ((open (nth 1 (save-excursion (syntax-ppss start)))))
      (and open
           (eq (char-after open) ?\[)
           (progn (goto-char start) (skip-chars-backward "A-Za-z0-9_. \t") (memq (char-before) '(?\[ ?,)))
           (progn (goto-char open)
                  (skip-chars-backward " \t")
                  (or (bolp) (memq (char-before) '(?\{ ?\} ?\; ?\( ?, ?\]))))))))

(defun osy--face-of-name (word)
  "The face of WORD, a name that the program declares or that the platform has."
  (cond ((and (gethash word osy--platform) (looking-at-p "[ \t]*[.?<)>]\\|[ \t]+[A-Za-z_]")) 'font-lock-type-face)
        ((osy--call-p) 'font-lock-function-name-face)
        ((and (let ((case-fold-search nil)) (string-match-p "\\`[A-Z]" word))
              (looking-at (concat "\\(?:<[^;(){}\n]*>\\)?\\(?:\\?\\|\\[\\]\\)*[ \t]+\\(" osy--name
                                  "\\)[ \t]*\\(?:[;=,){(<]\\|$\\)"))
              (not (member (match-string 1) '("is" "as" "in" "when" "where" "by"))))
         'font-lock-type-face)))

(defvar osy-font-lock-keywords
  `(("\\_<\\(?:0[xX][0-9A-Fa-f_]+\\|0[bB][01_]+\\|[0-9][0-9_]*\\(?:\\.[0-9][0-9_]*\\)?\\(?:[eE][+-]?[0-9]+\\)?\\)[mMlLuUfFdD]*\\_>"
     . font-lock-constant-face)
    (osy--next-word (0 osy--face)))
  "Colours of Osy# programs.")

(defun osy--syntactic-face (state)
  "The face of a text or comment by its STATE."
  (cond ((nth 3 state) 'font-lock-string-face)
        ((save-excursion (goto-char (nth 8 state)) (looking-at-p "///\\(?:[^/]\\|$\\)")) 'font-lock-doc-face)
        (t 'font-lock-comment-face)))

;;; Indentation

(defun osy-indent-line ()
  "Indent the line by the brackets around it."
  (interactive)
  (let* ((state (save-excursion (syntax-ppss (line-beginning-position))))
         (column (if (nth 8 state) 'noindent
                   (save-excursion
                     (back-to-indentation)
                     (let ((closes (looking-at-p "[]})]")) (open (nth 1 state)))
                       (if (not open) 0
                         (goto-char open)
                         (back-to-indentation)
                         (+ (current-column) (if closes 0 osy-indent-offset))))))))
    (if (eq column 'noindent) column
      (if (<= (current-column) (current-indentation))
          (indent-line-to column)
        (save-excursion (indent-line-to column))))))

;;; The language server

(declare-function eglot-current-server "eglot")
(declare-function eglot--pos-to-lsp-position "eglot")
(declare-function eglot--signal-textDocument/didChange "eglot")
(declare-function eglot--TextDocumentIdentifier "eglot")
(declare-function jsonrpc-async-request "jsonrpc")
(declare-function jsonrpc-request "jsonrpc")
(defvar eglot-server-programs)

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs (cons 'osy-mode (lambda (&rest _) osy-command))))

(defun osy--run (arguments)
  "Have the language server run tests; ARGUMENTS are those of `osy.test.run'."
  (message "Osy#: running tests")
  ;; Its end is a message of the server, its failures are findings: nothing waits here.
  (jsonrpc-async-request
   (osy--server) :workspace/executeCommand
   `(:command "osy.test.run" :arguments [,arguments])
   :success-fn #'ignore
   :error-fn (lambda (error) (message "Osy#: %s" (plist-get error :message)))
   :timeout 3600))

(defun osy--server ()
  "The language server of this buffer, told of what was typed."
  (let ((server (and (fboundp 'eglot-current-server) (eglot-current-server))))
    (unless server (user-error "The language server is not running; `M-x eglot' starts it"))
    (eglot--signal-textDocument/didChange)
    server))

(defun osy-test-nearest ()
  "Run the test that point is in, else the tests of this file."
  (interactive)
  (let* ((position (eglot--pos-to-lsp-position))
         (actions (jsonrpc-request
                   (osy--server) :textDocument/codeAction
                   `(:textDocument ,(eglot--TextDocumentIdentifier)
                     :range (:start ,position :end ,position)
                     :context (:diagnostics [] :only ["source.runTest.osy"]))))
         (action (seq-first actions))
         (command (plist-get action :command)))
    (unless action (user-error "There is no test here"))
    (osy--run (seq-first (plist-get (if (stringp command) action command) :arguments)))))

(defun osy-test-file ()
  "Run the tests of this file; failures are findings on their lines."
  (interactive)
  (osy--server)
  (osy--run (list :uri (plist-get (eglot--TextDocumentIdentifier) :uri) :profile "run")))

(defun osy-test-all ()
  "Run all tests of the project; failures are findings on their lines."
  (interactive)
  (osy--run '(:profile "run")))

(defun osy-graph ()
  "Show the state machine of the workflow around point."
  (interactive)
  (let* ((answer (jsonrpc-request
                  (osy--server) :osy/stateGraph
                  `(:uri ,(plist-get (eglot--TextDocumentIdentifier) :uri)
                    :position ,(eglot--pos-to-lsp-position)
                    :forms ["text"])))
         (drawn (plist-get (plist-get answer :drawn) :text)))
    (unless drawn (user-error "There is no workflow in this file"))
    (with-current-buffer (get-buffer-create "*Osy# state machine*")
      (let ((inhibit-read-only t))
        (erase-buffer)
        (when (eq (plist-get answer :stale) t)
          (insert "The text has faults; this is the last good picture.\n\n"))
        (insert drawn))
      (goto-char (point-min))
      (special-mode)
      (setq truncate-lines t)
      (display-buffer (current-buffer)))))

;; The folder of the project, which eglot gives the server as its root.

(defconst osy--root-files '("osy.workspace" "app.osy" "package.osy" "osy.toml")
  "Files that stand in the root of a project, the outermost first.")

(defun osy--project (folder)
  "The project around FOLDER, for `project-find-functions'."
  (let ((root (seq-some (lambda (file) (locate-dominating-file folder file)) osy--root-files)))
    (and root (cons 'osy root))))

(cl-defmethod project-root ((project (head osy)))
  "The folder of PROJECT."
  (cdr project))

(defvar osy-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-t") #'osy-test-nearest)
    (define-key map (kbd "C-c C-f") #'osy-test-file)
    (define-key map (kbd "C-c C-a") #'osy-test-all)
    (define-key map (kbd "C-c C-g") #'osy-graph)
    map)
  "Keys of `osy-mode'.")

;;;###autoload
(define-derived-mode osy-mode prog-mode "Osy#"
  "Major mode for Osy# programs."
  (setq-local comment-start "// " comment-end "" comment-start-skip "//+[ \t]*\\|/\\*+[ \t]*")
  (setq-local indent-line-function #'osy-indent-line indent-tabs-mode nil)
  (setq-local electric-indent-chars (append '(?\} ?\) ?\]) electric-indent-chars))
  (add-hook 'project-find-functions #'osy--project nil t)
  (setq-local syntax-propertize-function #'osy--propertize)
  (setq-local font-lock-defaults
              '(osy-font-lock-keywords nil nil nil (font-lock-syntactic-face-function . osy--syntactic-face))))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.osy\\'" . osy-mode))

(provide 'osy-mode)
;;; osy-mode.el ends here
