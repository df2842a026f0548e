"""The shop as a client of the server has it open."""

from dataclasses import dataclass
from pathlib import Path

from lsprotocol import types
from pytest_lsp import LanguageClient

from osy_testing.cursor import cut
from osy_testing.shop import CASES, SHOP


@dataclass(slots=True)
class Shop:
    """The client and its two open documents."""

    client: LanguageClient
    folder: Path
    model: str
    cases: str

    def text(self, uri: str) -> str:
        """The text of one of the two."""
        return SHOP if uri == self.model else CASES

    def at(self, piece: str) -> tuple[types.TextDocumentIdentifier, types.Position]:
        """The document and the position of the mark of a piece of it (both are ASCII)."""
        plain, skip = cut(piece)
        uri = self.model if plain in SHOP else self.cases
        text = self.text(uri)
        before = text[: text.index(plain) + skip]
        place = types.Position(line=before.count("\n"), character=len(before) - before.rfind("\n") - 1)
        return types.TextDocumentIdentifier(uri=uri), place

    def line(self, location: types.Location | types.LocationLink) -> str:
        """The line that a location points at."""
        assert isinstance(location, types.Location)
        return self.text(location.uri).split("\n")[location.range.start.line].strip()
