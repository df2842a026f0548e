"""Where the name under the cursor is declared."""

from osy_analysis.ide.answers import Location
from osy_analysis.model import Model
from osy_analysis.project import Project


def definition(project: Project, path: str, offset: int) -> tuple[Location, ...]:
    """The declaration, if it is known; an ambient slot's is the `subscribe` that the milestone hangs off."""
    if path not in project.files:
        return ()
    symbol = Model(project).symbol_at(path, offset)
    if symbol is None:
        return ()
    place = symbol.place
    return (Location(path=place.path, span=place.item.span(symbol.node), name_span=place.span),)
