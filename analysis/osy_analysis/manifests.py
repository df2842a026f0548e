"""What an `app { }` or `package { }` block says about files: globs, and the kits it uses."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from osy_grammar.nodes.declarations import App, ManifestLine, Package, Use
from osy_grammar.tree import Item, SourceFile

NAMES = ("app.osy", "package.osy")
_HEAD = re.compile(r"^[ \t]*(?P<word>app|package)[ \t]+(?P<name>[A-Za-z_][\w.]*)", re.MULTILINE)
_GLOB_WORDS = ("model", "tests", "data")


@dataclass(frozen=True, slots=True, eq=False)
class Manifest:
    """A manifest that was read: `globs` by the word before them, `uses` with the item that they stand in."""

    path: str
    name: str
    is_package: bool
    globs: tuple[tuple[str, str], ...]
    uses: tuple[tuple[Item, Use], ...]

    def patterns(self, *, with_tests: bool = True) -> tuple[str, ...]:
        """The globs of the project's files; everything under its folder where it names no model."""
        chosen = [glob for word, glob in self.globs if with_tests or word != "tests"]
        if not any(word == "model" for word, _ in self.globs):
            chosen.append("**/*.osy")
        return tuple(chosen)


def head(text: str) -> tuple[str, str] | None:
    """The word and the name that a manifest begins with, found without parsing; None for any other file."""
    match = _HEAD.search(text)
    return (match["word"], match["name"]) if match else None


def read_manifest(path: str, file: SourceFile) -> Manifest:
    """The manifest in a parsed file; an empty one where the block does not parse."""
    name, is_package = "", False
    globs: list[tuple[str, str]] = []
    uses: list[tuple[Item, Use]] = []
    for item in file.items:
        node = item.node
        if isinstance(node, App | Package):
            name, is_package = node.name.text, isinstance(node, Package)
            globs.extend(_globs(node))
            uses.extend((item, clause) for clause in node.clauses if isinstance(clause, Use))
    return Manifest(path, name, is_package, tuple(globs), tuple(uses))


def _globs(node: App | Package) -> Iterator[tuple[str, str]]:
    for clause in node.clauses:
        if isinstance(clause, ManifestLine) and clause.word.text in _GLOB_WORDS:
            glob = clause.value.text.strip('"')
            is_folder = "*" not in glob and not glob.endswith(".osy")
            yield clause.word.text, f"{glob.rstrip('/')}/**/*.osy" if is_folder else glob
