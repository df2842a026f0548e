"""Where a thing is mentioned, and the same in one file with what each mention does."""

from collections.abc import Iterable

from osy_analysis.ide.mentions import Mention, Use, mentions, mentions_in
from osy_analysis.ide.subjects import subject_at
from osy_analysis.model import Model
from osy_analysis.project import Project


def references(project: Project, path: str, offset: int, *, with_declaration: bool = True) -> tuple[Mention, ...]:
    """Every mention of what stands at the offset, tests and kits included."""
    model = Model(project)
    subject = subject_at(model, path, offset) if path in project.files else None
    if subject is None:
        return ()
    return tuple(_wanted(mentions(model, subject), with_declaration=with_declaration))


def highlights(project: Project, path: str, offset: int) -> tuple[Mention, ...]:
    """The mentions of what stands at the offset in its own file."""
    model = Model(project)
    subject = subject_at(model, path, offset) if path in project.files else None
    return tuple(mentions_in(model, subject, path)) if subject is not None else ()


def _wanted(found: Iterable[Mention], *, with_declaration: bool) -> Iterable[Mention]:
    return found if with_declaration else (one for one in found if one.use is not Use.DECLARE)
