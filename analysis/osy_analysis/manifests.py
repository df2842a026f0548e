"""What an `app { }` or `package { }` block says about files: globs, and the kits it uses."""

import re
from collections.abc import Iterable, Iterator

from osy_grammar.nodes.declarations import App, Completes, ManifestLine, Package, Use
from osy_grammar.record import record
from osy_grammar.tree import SourceFile

NAMES = ("app.osy", "package.osy")
GLOB_WORDS = ("model", "tests", "data")
_HEAD = re.compile(r"^[ \t]*(?P<word>app|package)[ \t]+(?P<name>[A-Za-z_][\w.]*)", re.MULTILINE)
_COMPLETES = re.compile(r"\bcompletes\s")
_ALL = "**/*.osy"


@record(eq=False)
class Glob:
    """A glob as written, the word before it, and what it means: a folder stands for all `.osy` files in it."""

    word: str
    written: str
    pattern: str


@record(eq=False)
class Manifest:
    """A manifest that was read.

    `uses` are its `use`s of packages and of parts of the platform, `completes` the names of the packages that it joins.
    It is not `is_sound` if it could not be read, or if its block has a fault of syntax: then it may say more than this.
    """

    path: str
    name: str = ""
    is_package: bool = False
    globs: tuple[Glob, ...] = ()
    uses: tuple[Use, ...] = ()
    completes: tuple[str, ...] = ()
    is_sound: bool = True

    def patterns(self, *, with_tests: bool = True) -> tuple[str, ...]:
        """The globs of the project's programs; everything under its folder where it may name no model."""
        words = ("model", "tests") if with_tests else ("model",)
        chosen = [glob.pattern for glob in self.globs if glob.word in words]
        if not self.is_sound or not any(glob.word == "model" for glob in self.globs):
            chosen.append(_ALL)
        return tuple(chosen)

    def patterns_of(self, word: str) -> tuple[str, ...]:
        """The globs behind one word."""
        return tuple(glob.pattern for glob in self.globs if glob.word == word)


def head(text: str) -> tuple[str, str] | None:
    """The word and the name that a manifest begins with, found without parsing; None for any other file."""
    match = _HEAD.search(text)
    return (match["word"], match["name"]) if match else None


def may_complete(text: str) -> bool:
    """Whether a manifest has a `completes`, found without parsing."""
    return _COMPLETES.search(text) is not None


def read_manifest(path: str, file: SourceFile) -> Manifest:
    """The manifest in a parsed file; an empty one where the block does not parse."""
    for item in file.items:
        node = item.node
        if isinstance(node, App | Package):
            return Manifest(
                path=path,
                name=node.name.text,
                is_package=isinstance(node, Package),
                globs=tuple(_globs(node)),
                uses=tuple(clause for clause in node.clauses if isinstance(clause, Use)),
                completes=tuple(
                    package.name.text
                    for clause in node.clauses
                    if isinstance(clause, Completes)
                    for package in clause.packages
                ),
                is_sound=not item.chunk.problems,
            )
    return Manifest(path, is_sound=False)


def uses_kits(files: Iterable[SourceFile]) -> bool:
    """Whether a block in one of the files uses a kit: in lone files and documents, where kits are not looked for."""
    manifests = (item.node for file in files for item in file.items if isinstance(item.node, App | Package))
    return any(isinstance(clause, Use) and clause.package.major is not None for m in manifests for clause in m.clauses)


def _globs(node: App | Package) -> Iterator[Glob]:
    for clause in node.clauses:
        if isinstance(clause, ManifestLine) and clause.word.text in GLOB_WORDS:
            glob = written_glob(clause)
            is_folder = not any(mark in glob for mark in "*?") and not glob.endswith(".osy")
            is_programs = clause.word.text != "data"
            yield Glob(clause.word.text, glob, f"{glob.rstrip('/')}/{_ALL}" if is_folder and is_programs else glob)


def written_glob(line: ManifestLine) -> str:
    """The glob of a `model`, `tests` or `data` line as written, its quotes removed."""
    return line.value.text.strip('"')
