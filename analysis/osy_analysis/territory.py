"""Which files belong to which manifest.

A file belongs to the nearest manifest upward, if one of its globs matches it; the locale files always do. Ignore files
say nothing of what lies below a folder that a glob names: `model "generated/**/*.osy"` takes generated files, while a
glob that begins with a wildcard does not enter ignored folders (ruling R109).
"""

# Paths are strings throughout, as everywhere in a project: with lone surrogates, in any form that the caller gave.
# ruff: noqa: PTH118, PTH120

import os
from collections.abc import Iterable, Iterator, Mapping

from osy_analysis.files import Disk
from osy_analysis.globs import matches, split_glob
from osy_analysis.manifests import NAMES, Manifest, head, read_manifest
from osy_analysis.steps import checkpoint
from osy_grammar.parse import parse
from osy_grammar.record import field, record
from osy_grammar.tree import SourceFile

LOCALES = "locales/**/*.osy"


@record(frozen=False)
class Territory:
    """Finds manifests and what they claim; each file is parsed at most once.

    `known` are trees of an earlier time, which are taken where the text is still the same.
    """

    disk: Disk
    known: Mapping[str, SourceFile] = field(default_factory=dict)
    _above: dict[str, str | None] = field(default_factory=dict)
    _manifests: dict[str, Manifest] = field(default_factory=dict)
    _parsed: dict[str, SourceFile] = field(default_factory=dict)

    # ── Manifests ────────────────────────────────────────────────────────────────────────────────────────────────────

    def manifest_above(self, path: str) -> str | None:
        """The nearest manifest upward of a file, its own folder included."""
        folder = os.path.dirname(path)
        passed = []
        while folder not in self._above:
            passed.append(folder)
            above = os.path.dirname(folder)
            if above == folder:
                self._above[folder] = None
                break
            folder = above
        for one in reversed(passed):
            outer = self._above.get(os.path.dirname(one))
            self._above[one] = self._manifest_in(one, outer)
        return self._above[os.path.dirname(path)]

    def _manifest_in(self, folder: str, outer: str | None) -> str | None:
        unreadable = None
        for name in NAMES:
            path = os.path.join(folder, name)
            if self.disk.is_file(path):
                text = self.disk.peek(path)
                # A file of this name may hold something else: a test application has a model file called `app.osy`.
                if text is not None and head(text) is not None:
                    return path
                if text is None:
                    unreadable = unreadable or path
        return outer or unreadable

    def manifest(self, path: str) -> Manifest:
        """The manifest in that file."""
        if path not in self._manifests:
            file = self.parsed(path)
            self._manifests[path] = Manifest(path, is_sound=False) if file is None else read_manifest(path, file)
        return self._manifests[path]

    def parsed(self, path: str) -> SourceFile | None:
        """The file's tree; None where it cannot be read."""
        if path not in self._parsed:
            text = self.disk.peek(path)
            if text is None:
                return None
            checkpoint()
            self._parsed[path] = parse(text, self.known.get(path))
        return self._parsed[path]

    # ── Files ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def claimed(self, manifest: Manifest, globs: Iterable[str]) -> set[str]:
        """The files that the globs match and that belong to no nearer manifest."""
        root = os.path.dirname(manifest.path)
        return {path for glob in globs for path in self.matching(root, glob) if self._is_own(path, root)}

    def matching(self, root: str, glob: str) -> Iterator[str]:
        """The `.osy` files that one glob of a manifest in the folder `root` matches, whoever they belong to."""
        fixed, rest = split_glob(glob)
        base = os.path.normpath(os.path.join(root, fixed))
        wanted = f"{fixed}/{rest}" if fixed and rest else fixed or rest
        is_inside = base == root or base.startswith(os.path.join(root, ""))
        if not rest:
            if self.disk.is_file(base):
                yield base
            return
        top = root if is_inside else base
        offset = len(os.path.join(top, ""))
        pattern = wanted if is_inside else rest
        for path in self._below(top, base if fixed else None):
            if matches(pattern, path[offset:].replace(os.sep, "/")):
                yield path

    def _below(self, top: str, named: str | None) -> Iterator[str]:
        """The files under `top`; with those that ignore files leave out, where they lie in the folder `named`."""
        listing = self.disk.listing(top)
        yield from listing.files
        if named is None:
            return
        inside = os.path.join(named, "")
        for path in listing.ignored:
            if path == named or path.startswith(inside):
                yield from [path] if path.endswith(".osy") else self.disk.listing(path, is_whole=True).files
            elif inside.startswith(os.path.join(path, "")):
                yield from self.disk.listing(named, is_whole=True).files

    def _is_own(self, path: str, root: str) -> bool:
        manifest = self.manifest_above(path)
        if manifest is None:
            return True
        folder = os.path.dirname(manifest)
        return folder == root or (
            root.startswith(os.path.join(folder, "")) and not path.startswith(os.path.join(root, ""))
        )
