;;; faces.el --- The face of each column, as JSON: `emacs --batch -Q -L MODE -l faces.el FILE'  -*- lexical-binding: t; -*-
(require 'osy-mode)
(require 'json)
(find-file (pop command-line-args-left))
(font-lock-ensure)
(let (lines)
  (goto-char (point-min))
  (while (not (eobp))
    (push (vconcat (mapcar (lambda (offset) (format "%s" (get-text-property (+ (point) offset) 'face)))
                           (number-sequence 0 (1- (- (line-end-position) (point))))))
          lines)
    (forward-line))
  (princ (json-encode (vconcat (nreverse lines)))))
;;; faces.el ends here
