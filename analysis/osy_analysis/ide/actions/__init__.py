"""What an editor can do to the code at a place beside the findings' repairs: one file an action.

An action gives edits that leave a program that means the same, or none where it cannot.
"""

from collections.abc import Callable, Iterator

from osy_analysis.diagnostic import Edit
from osy_analysis.ide.actions import extract_function, implement, missing_states, workflow_test
from osy_analysis.ide.actions.offer import Offered
from osy_analysis.ide.actions.usings import organized_usings, safe_repairs
from osy_analysis.project import Project
from osy_grammar.span import Span

__all__ = ["Offered", "actions", "fix_all", "organized"]

Maker = Callable[[Project, str, Span], Iterator[Offered]]
MAKERS: tuple[Maker, ...] = (
    extract_function.offers,
    missing_states.offers,
    implement.offers,
    workflow_test.offers,
)


def actions(project: Project, path: str, span: Span) -> tuple[Offered, ...]:
    """The refactorings at a selection or a cursor."""
    if path not in project.files:
        return ()
    return tuple(offer for maker in MAKERS for offer in maker(project, path, span))


def organized(project: Project, path: str) -> tuple[Edit, ...]:
    """The edits that sort the file's `using` lines and take the unused ones out."""
    return organized_usings(project, path) if path in project.files else ()


def fix_all(project: Project, path: str) -> tuple[Edit, ...]:
    """The repairs of a file that change nothing that it means, all at once."""
    return safe_repairs(project, path) if path in project.files else ()
