"""The set of files of one app: an immutable value. Adding or changing a file gives a new project that shares the rest."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from osy_grammar.parse import parse
from osy_grammar.tree import SourceFile


@dataclass(frozen=True, eq=False)
class Project:
    """Parsed files by absolute path. `root` is the folder of the manifest, or of the lone file.

    `is_whole` says that everything a name could come from is in view; else unknown names are not wrong.
    """

    root: str
    files: Mapping[str, SourceFile] = field(default_factory=dict)
    is_whole: bool = False

    def with_file(self, path: str, text: str) -> "Project":
        """The project with `path` holding `text`; what of the old text still stands is not parsed again."""
        old = self.files.get(path)
        if old is not None and old.text == text:
            return self
        return replace(self, files={**self.files, path: parse(text, previous=old)})

    def without_file(self, path: str) -> "Project":
        """The project without `path`."""
        return replace(self, files={p: f for p, f in self.files.items() if p != path})
