"""What is done in threads: projects read, files checked; between their steps, they may end or wait (`worker`)."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from osy_server.text import Document
from osy_server.uris import is_file

if TYPE_CHECKING:
    from osy_analysis.diagnostic import Diagnostic
    from osy_analysis.disk import Loaded
    from osy_analysis.project import Project
    from osy_grammar.tree import SourceFile
    from osy_server.workspace import Snapshot


def load(paths: list[str], overlay: dict[str, str], known: "Mapping[str, SourceFile] | None" = None) -> "Loaded":
    """The projects of paths, with the open texts over their files."""
    from osy_analysis import disk

    return disk.load([path for path in paths if Path(path).exists() or path in overlay], overlay, known)


def check_files(snapshot: "Snapshot", paths: list[str]) -> "tuple[Diagnostic, ...]":
    """The findings in some files of a snapshot, and in no other."""
    from osy_analysis.checker import check

    return tuple(finding for finding in check(snapshot.project, paths) if finding.path in paths)


def check_markdown(document: Document, adapted: "Callable[[Project], Project]") -> "tuple[Diagnostic, ...]":
    """The findings in a document's programs. They share its path, so none of them is kept as the project of a file."""
    from osy_analysis.checker import check
    from osy_analysis.markdown import programs

    path = document.path
    loaded = load([path], {path: document.text}).projects if is_file(path) else programs(path, document.text)
    found: set[Diagnostic] = set()
    for project in loaded:
        found.update(check(adapted(project), [path]))
    return tuple(sorted(found, key=lambda finding: (finding.span, finding.code)))


def near_first(snapshot: "Snapshot") -> list[str]:
    """The project's own files, those in the folders of open ones first: there somebody sees what comes of an edit."""
    folders = {Path(path).parent for path in snapshot.documents}
    return sorted(snapshot.project.own_paths, key=lambda path: (Path(path).parent not in folders, path))


def check_batch(snapshot: "Snapshot", paths: list[str]) -> "dict[str, tuple[Diagnostic, ...]]":
    """The findings by file; of a file that has none, none."""
    found: dict[str, list[Diagnostic]] = {path: [] for path in paths}
    for finding in check_files(snapshot, paths):
        found[finding.path].append(finding)
    return {path: tuple(findings) for path, findings in found.items()}


def warm_up(snapshot: "Snapshot") -> None:
    """Make what the first questions about a file would have to make."""
    from osy_analysis.ide.warm import warm

    warm(snapshot.project, snapshot.path)
