"""The file system as one load sees it: open documents first, then the disk. Whatever cannot be read is one diagnostic.

Folders are walked once, by name order, hidden ones and installed packages left out. A link to a folder is followed; one
that leads back to a folder around it is reported and not followed.
"""

# Paths are strings throughout, as everywhere in a project: with lone surrogates, in any form that the caller gave.
# ruff: noqa: PTH113, PTH116, PTH120, PTH123

import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field

from osy_analysis.diagnostic import Diagnostic, Level
from osy_grammar.span import Span

CODE = "project-file"
EXTENSION = ".osy"
_SKIPPED = frozenset(("node_modules", "__pycache__"))


def problem(path: str, message: str, hint: str | None = None, span: Span | None = None) -> Diagnostic:
    """A diagnostic about a file as a whole."""
    return Diagnostic(path=path, span=span or Span(0, 0), code=CODE, level=Level.ERROR, message=message, hint=hint)


@dataclass(slots=True)
class Disk:
    """Reads files and lists folders, each once. Paths are absolute."""

    overlay: Mapping[str, str]
    diagnostics: dict[tuple[str, str], Diagnostic] = field(default_factory=dict)
    _texts: dict[str, str | None] = field(default_factory=dict)
    _listings: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def tell(self, diagnostic: Diagnostic) -> None:
        """Keep a diagnostic, the same one once."""
        self.diagnostics.setdefault((diagnostic.path, f"{diagnostic.span}{diagnostic.message}"), diagnostic)

    def is_file(self, path: str) -> bool:
        """Whether there is a file, or an open document, of that path."""
        return path in self.overlay or os.path.isfile(path)

    def text(self, path: str) -> str | None:
        """The file's text; None, and a diagnostic, where it cannot be read."""
        if path not in self._texts:
            self._texts[path] = self.overlay[path] if path in self.overlay else self._read(path)
        return self._texts[path]

    def _read(self, path: str) -> str | None:
        try:
            # Opening a pipe or a device could wait for ever.
            if not stat.S_ISREG(os.stat(path).st_mode):
                self.tell(problem(path, "this is not a regular file, so it is not read"))
                return None
            with open(path, "rb") as file:
                data = file.read()
        except FileNotFoundError:
            self.tell(problem(path, "there is no such file, or it has just gone"))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            self.tell(problem(path, f"the file cannot be read: {reason[:1].lower()}{reason[1:]}"))
        else:
            try:
                # A byte order mark stays: every offset counts the characters of the file.
                return data.decode("utf-8")
            except UnicodeDecodeError as error:
                line = data.count(b"\n", 0, error.start) + 1
                self.tell(
                    problem(
                        path,
                        f"the file is not UTF-8: byte 0x{data[error.start]:02X} in line {line} is no text",
                        "save it in the encoding UTF-8",
                    )
                )
        return None

    def osy_files(self, folder: str) -> tuple[str, ...]:
        """Every `.osy` file under the folder, open documents included, sorted."""
        if folder not in self._listings:
            found = set(self._walk(folder))
            prefix = folder.rstrip(os.sep) + os.sep
            found.update(path for path in self.overlay if path.endswith(EXTENSION) and path.startswith(prefix))
            self._listings[folder] = tuple(sorted(found))
        return self._listings[folder]

    def _walk(self, top: str) -> list[str]:
        found: list[str] = []
        visited: set[str] = set()
        waiting: list[tuple[str, frozenset[str]]] = [(top, frozenset())]
        while waiting:
            folder, around = waiting.pop()
            real = os.path.realpath(folder)
            if real in around:
                self.tell(problem(folder, "this link leads back to a folder that it lies in, so it is not followed"))
                continue
            if real in visited:
                continue
            visited.add(real)
            try:
                with os.scandir(folder) as entries:
                    for entry in entries:
                        if _is_folder(entry):
                            if not entry.name.startswith(".") and entry.name not in _SKIPPED:
                                waiting.append((entry.path, around | {real}))
                        elif entry.name.endswith(EXTENSION):
                            found.append(entry.path)
            except (OSError, ValueError) as error:
                reason = getattr(error, "strerror", None) or str(error)
                self.tell(problem(folder, f"the folder cannot be read: {reason[:1].lower()}{reason[1:]}"))
        return found

    def beside(self, folder: str) -> tuple[str, ...]:
        """The `.osy` files right in the folder, sorted."""
        found = {path for path in self.overlay if path.endswith(EXTENSION) and os.path.dirname(path) == folder}
        try:
            with os.scandir(folder) as entries:
                found.update(e.path for e in entries if e.name.endswith(EXTENSION) and not _is_folder(e))
        except (OSError, ValueError):
            # The file itself is reported where it is read.
            pass
        return tuple(sorted(found))


def _is_folder(entry: "os.DirEntry[str]") -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False
