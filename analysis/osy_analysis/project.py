"""The files of one app: an immutable value. Changing a file gives a new project that shares the rest."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from osy_analysis.settings import Settings
from osy_grammar.parse import parse
from osy_grammar.tree import SourceFile


class Extent(StrEnum):
    """How much of a program the files are.

    A `PROGRAM` is checked in full. An `EXCERPT` (a plain block of a document) leaves things out, so an unknown name is
    never wrong in it. A `FRAGMENT` (a `syntax` block) is any construct standing alone, and is only parsed.
    """

    PROGRAM = "program"
    EXCERPT = "excerpt"
    FRAGMENT = "fragment"


@dataclass(frozen=True, eq=False)
class Project:
    """Parsed files by absolute path. `root` is the folder of the manifest, or of the lone file.

    `is_whole` says that everything a name could come from is in view; else unknown names are not wrong. `kit_paths` are
    the files of the kits that the project uses: they give names, and are checked where they are at home; `kits` are
    their names.
    """

    root: str
    files: Mapping[str, SourceFile] = field(default_factory=dict)
    is_whole: bool = False
    kit_paths: frozenset[str] = frozenset()
    kits: frozenset[str] = frozenset()
    settings: Settings = field(default_factory=Settings)
    extent: Extent = Extent.PROGRAM

    @property
    def own_paths(self) -> Collection[str]:
        """The paths of the project's own files, in order."""
        return sorted(path for path in self.files if path not in self.kit_paths)

    def with_file(self, path: str, text: str) -> "Project":
        """The project with `path` holding `text`; what of the old text still stands is not parsed again."""
        old = self.files.get(path)
        if old is not None and old.text == text:
            return self
        return replace(self, files={**self.files, path: parse(text, previous=old)})

    def without_file(self, path: str) -> "Project":
        """The project without `path`."""
        return replace(self, files={p: f for p, f in self.files.items() if p != path})
