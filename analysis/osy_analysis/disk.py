"""Reads the projects around some paths; with `survey.py` and what that uses, the part of analysis that reads files."""

from collections.abc import Iterator, Mapping, Sequence

from osy_analysis.diagnostic import Diagnostic
from osy_analysis.manifests import uses_kits
from osy_analysis.project import Project
from osy_analysis.survey import Outline, Surveyor, survey
from osy_grammar.record import record
from osy_grammar.tree import SourceFile


@record()
class Loaded:
    """The projects in a steady order, and what was wrong with files, folders and settings.

    `left_out` are the programs below the folders that lie under a manifest, but that its globs do not match.
    """

    projects: tuple[Project, ...]
    diagnostics: tuple[Diagnostic, ...]
    left_out: tuple[str, ...] = ()


def load(
    paths: Sequence[str],
    overlay: Mapping[str, str] | None = None,
    known: Mapping[str, SourceFile] | None = None,
) -> Loaded:
    """The projects of `paths` (files or folders), with the texts of `overlay` in place of the files of those paths.

    Of the `known` trees, by path, what is still the same is not parsed again.
    """
    surveyor = survey(paths, overlay, known)
    outlines = tuple(surveyor.outlines())
    projects = tuple(project for outline in outlines for project in projects_of(surveyor, outline))
    return Loaded(projects, told(surveyor), tuple(surveyor.left_out(outlines)))


def told(surveyor: Surveyor) -> tuple[Diagnostic, ...]:
    """What was wrong with files, folders and settings, sorted."""
    return tuple(sorted(surveyor.disk.diagnostics.values(), key=lambda d: (d.path, d.span, d.message)))


def projects_of(surveyor: Surveyor, outline: Outline) -> Iterator[Project]:
    """The project of an outline, with its files parsed; of a document, its programs."""
    if outline.is_document:
        (path,) = outline.paths
        # The Markdown parser is read only where there is a document with a block.
        from osy_analysis.markdown import programs

        yield from programs(path, surveyor.disk.peek(path) or "", outline.settings)
        return
    paths = sorted({*outline.paths, *outline.kit_paths})
    files = {path: file for path in paths if (file := surveyor.territory.parsed(path)) is not None}
    yield Project(
        root=outline.root,
        files=files,
        is_whole=outline.is_whole and (bool(outline.units) or not uses_kits(files.values())),
        kit_paths=outline.kit_paths,
        kits=outline.kits,
        settings=outline.settings,
        units=outline.units,
    )
