"""Tables of Markdown, as the generated pages hold them."""

from collections.abc import Iterable, Sequence


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a table; a bar in a cell is no border of it."""
    return [_row(heads), "|" + "---|" * len(heads), *(_row(row) for row in rows)]


def plain(text: str) -> str:
    """Text that is no Markdown, as Markdown: `Inbox<T>` holds no element of HTML."""
    return text.replace("<", "\\<")


def code(text: str) -> str:
    """Text as code; empty for no text."""
    return f"`{text}`" if text else ""


def _row(cells: Sequence[str]) -> str:
    escaped = (cell.replace("\n", " ").replace("|", "\\|") for cell in cells)
    return f"| {' | '.join(escaped)} |".replace("|  |", "| |").replace("|  |", "| |")
