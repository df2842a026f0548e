"""The file system as one load sees it: open documents first, then the disk. Whatever cannot be read is one diagnostic.

Folders are walked once, by name order. Left out are hidden ones, installed packages, virtual environments, caches that
say so, and what `.gitignore` and `.ignore` name (ruling R109). A link to a folder is followed; one that leads back to
a folder around it is reported and not followed.
"""

# Paths are strings throughout, as everywhere in a project: with lone surrogates, in any form that the caller gave.
# ruff: noqa: PTH110, PTH112, PTH113, PTH116, PTH118, PTH120, PTH123

import os
import stat
from collections.abc import Callable, Iterator, Mapping

from osy_analysis.diagnostic import Diagnostic, Level
from osy_analysis.ignores import NAMES as IGNORE_FILES
from osy_analysis.ignores import Ignores, read_rules
from osy_grammar.record import field, record
from osy_grammar.span import Span

CODE = "project-file"
EXTENSION = ".osy"
_SKIPPED = frozenset(("node_modules", "__pycache__"))
_MARKS_OF_OUTPUT = ("pyvenv.cfg", "CACHEDIR.TAG")
"""Files that say of their folder that no sources are in it: a virtual environment, a cache."""


def problem(path: str, message: str, hint: str | None = None, span: Span | None = None) -> Diagnostic:
    """A diagnostic about a file as a whole."""
    return Diagnostic(path=path, span=span or Span(0, 0), code=CODE, level=Level.ERROR, message=message, hint=hint)


@record(frozen=False)
class Listing:
    """The `.osy` files of a walk, what was left out for an ignore file's sake, and what could not be walked.

    It is partial if a folder could not be read.
    """

    files: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)
    is_partial: bool = False


@record(frozen=False)
class Disk:
    """Reads files and lists folders, each once. Paths are absolute."""

    overlay: Mapping[str, str]
    diagnostics: dict[tuple[str, str], Diagnostic] = field(default_factory=dict)
    _texts: dict[str, str | Diagnostic] = field(default_factory=dict)
    _listings: dict[tuple[str, bool], Listing] = field(default_factory=dict)
    _ignores: dict[str, Ignores | None] = field(default_factory=dict)

    def tell(self, diagnostic: Diagnostic) -> None:
        """Keep a diagnostic, the same one once."""
        self.diagnostics.setdefault((diagnostic.path, f"{diagnostic.span}{diagnostic.message}"), diagnostic)

    def is_file(self, path: str) -> bool:
        """Whether there is a file, or an open document, of that path."""
        return path in self.overlay or os.path.isfile(path)

    # ── Texts ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def text(self, path: str) -> str | None:
        """The file's text; None, and a diagnostic, where it cannot be read."""
        found = self._text(path)
        if isinstance(found, Diagnostic):
            self.tell(found)
            return None
        return found

    def peek(self, path: str) -> str | None:
        """The same for a file that nobody asked about: nothing is said where it cannot be read."""
        found = self._text(path)
        return None if isinstance(found, Diagnostic) else found

    @property
    def texts(self) -> dict[str, str]:
        """What has been read, by path."""
        return {path: text for path, text in self._texts.items() if isinstance(text, str)}

    def size(self, path: str) -> int:
        """How many bytes the file takes, or characters if it is open; 0 where there is none."""
        if path in self.overlay:
            return len(self.overlay[path])
        try:
            return os.stat(path).st_size
        except (OSError, ValueError):
            return 0

    def _text(self, path: str) -> str | Diagnostic:
        if path not in self._texts:
            self._texts[path] = self.overlay[path] if path in self.overlay else _read(path)
        return self._texts[path]

    # ── Folders ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def osy_files(self, folder: str) -> tuple[str, ...]:
        """Every `.osy` file under the folder, open documents included, sorted; says what cannot be walked."""
        listing = self.listing(folder)
        for one in listing.problems:
            self.tell(one)
        return tuple(listing.files)

    def listing(self, folder: str, *, is_whole: bool = False) -> Listing:
        """The walk of a folder; a whole one heeds no ignore file."""
        key = (folder, is_whole)
        if key not in self._listings:
            listing = self._walk(folder, is_whole=is_whole)
            prefix = folder.rstrip(os.sep) + os.sep
            found = {*listing.files, *(p for p in self.overlay if p.endswith(EXTENSION) and p.startswith(prefix))}
            listing.files = sorted(found)
            self._listings[key] = listing
        return self._listings[key]

    def others(self, folder: str, endings: tuple[str, ...], *, follows_links: bool = True) -> tuple[str, ...]:
        """The files under the folder with one of these endings, sorted; what is left out of a walk is left out here.

        Without `follows_links` each is there under its own name only, and nothing that lies elsewhere.
        """
        listing = self._walk(
            folder, is_whole=False, is_wanted=lambda name: name.endswith(endings), follows_links=follows_links
        )
        for one in listing.problems:
            self.tell(one)
        return tuple(sorted(listing.files))

    def is_ignored(self, path: str) -> bool:
        """Whether the ignore files of the repository leave out the path, or a folder around it."""
        return self._around(path, is_folder=os.path.isdir(path))[1]

    def _walk(
        self, top: str, *, is_whole: bool, is_wanted: Callable[[str], bool] | None = None, follows_links: bool = True
    ) -> Listing:
        is_wanted = is_wanted or _is_program
        found = Listing()
        visited: set[str] = set()
        around = None if is_whole else self._ignores_around(top)
        waiting: list[tuple[str, frozenset[str], Ignores | None]] = [(top, frozenset(), around)]
        while waiting:
            folder, outer, ignores = waiting.pop()
            real = os.path.realpath(folder)
            if real in outer:
                said = "this link leads back to a folder that it lies in, so it is not followed"
                found.problems.append(problem(folder, said))
                continue
            if real in visited:
                continue
            visited.add(real)
            try:
                with os.scandir(folder) as opened:
                    entries = list(opened)
            except (OSError, ValueError) as error:
                found.problems.append(problem(folder, f"the folder cannot be read: {_reason(error)}"))
                found.is_partial = True
                continue
            names = {entry.name for entry in entries}
            if folder != top and not names.isdisjoint(_MARKS_OF_OUTPUT):
                continue
            if not is_whole:
                ignores = self._ignores_in(folder, names, ignores)
            for entry in entries:
                if not follows_links and entry.is_symlink():
                    continue
                is_folder = _is_folder(entry)
                if is_folder:
                    if entry.name.startswith(".") or entry.name in _SKIPPED:
                        continue
                elif not is_wanted(entry.name):
                    continue
                if ignores is not None and ignores.excludes(entry.path, is_folder=is_folder):
                    found.ignored.append(entry.path)
                elif is_folder:
                    waiting.append((entry.path, outer | {real}, ignores))
                else:
                    found.files.append(entry.path)
        return found

    def _ignores_in(self, folder: str, names: set[str], above: Ignores | None) -> Ignores | None:
        """The rules in force in a folder that holds files of these names."""
        for name in IGNORE_FILES:
            text = self.peek(os.path.join(folder, name)) if name in names else None
            rules = tuple(read_rules(text)) if text else ()
            if rules:
                above = Ignores(folder, rules, above)
        return above

    def _ignores_around(self, top: str) -> Ignores | None:
        """The rules of the folders above, up to the repository's; none where they leave `top` itself out."""
        ignores, is_left_out = self._around(top, is_folder=True)
        return None if is_left_out else ignores

    def _around(self, path: str, *, is_folder: bool) -> tuple[Ignores | None, bool]:
        """The rules of the folders above, up to the repository's, and whether they leave out the path itself."""
        folders = []
        folder = path
        while not os.path.exists(os.path.join(folder, ".git")):
            above = os.path.dirname(folder)
            if above == folder:
                return None, False
            folder = above
            folders.append(folder)
        ignores: Ignores | None = None
        for index, one in reversed(list(enumerate(folders))):
            inner = folders[index - 1] if index else path
            ignores = self._ignores_in(one, {n for n in IGNORE_FILES if os.path.exists(os.path.join(one, n))}, ignores)
            if ignores is not None and ignores.excludes(inner, is_folder=is_folder or index > 0):
                return ignores, True
        return ignores, False

    def beside(self, folder: str) -> tuple[str, ...]:
        """The `.osy` files right in the folder, sorted."""
        found = {path for path in self.overlay if path.endswith(EXTENSION) and os.path.dirname(path) == folder}
        try:
            with os.scandir(folder) as entries:
                found.update(e.path for e in entries if _is_program(e.name) and not _is_folder(e))
        except (OSError, ValueError):
            # The file itself is reported where it is read.
            pass
        return tuple(sorted(found))

    def subfolders(self, folder: str, fits: Callable[[str], bool], depth: int | None) -> list[str]:
        """The folders at most `depth` below (None for any depth) whose path from there (with `/`) fits, sorted."""
        found = []
        for inside, folders, _ in _steps(folder):
            level = inside.count("/") + 1 if inside else 0
            if inside and fits(inside):
                found.append(os.path.join(folder, *inside.split("/")))
            if depth is not None and level >= depth:
                folders.clear()
        return found

    def has_file(self, folder: str, fits: Callable[[str], bool]) -> bool:
        """Whether some file below, of any kind, has a path from there (with `/`) that fits."""
        steps = _steps(folder)
        return any(fits(f"{inside}/{name}" if inside else name) for inside, _, names in steps for name in names)


def _steps(top: str) -> Iterator[tuple[str, list[str], list[str]]]:
    """`os.walk`, with the path from `top` (with `/`) first; of the folders, those that could be left."""
    for current, folders, names in os.walk(top):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in _SKIPPED)
        inside = os.path.relpath(current, top).replace(os.sep, "/")
        yield "" if inside == "." else inside, folders, names


def _read(path: str) -> str | Diagnostic:
    try:
        # Opening a pipe or a device could wait for ever.
        if not stat.S_ISREG(os.stat(path).st_mode):
            return problem(path, "this is not a regular file, so it is not read")
        with open(path, "rb") as file:
            data = file.read()
    except FileNotFoundError:
        return problem(path, "there is no such file, or it has just gone")
    except (OSError, ValueError) as error:
        return problem(path, f"the file cannot be read: {_reason(error)}")
    try:
        # A byte order mark stays: every offset counts the characters of the file.
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        said = f"the file is not UTF-8: byte 0x{data[error.start]:02X} in line {line} is no text"
        return problem(path, said, "save it in the encoding UTF-8")


def _reason(error: Exception) -> str:
    reason = getattr(error, "strerror", None) or str(error)
    return f"{reason[:1].lower()}{reason[1:]}"


def _is_program(name: str) -> bool:
    """Whether a file of that name is a program; `.#a.osy` is not: Emacs links it to nowhere while `a.osy` is edited."""
    return name.endswith(EXTENSION) and not name.startswith(".#")


def _is_folder(entry: "os.DirEntry[str]") -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False
