"""What a row is called where people read: its entity and what it is known by, else the beginning of its id."""

from osy_runtime.faces import RowFace
from osy_runtime.values import Row

KNOWN_BY = ("Email", "Name", "Title", "Reference", "Code", "Number", "Label")
"""Fields that say which row it is; without one of them it is the first text of the row."""

MOST = 40
SHOWN_OF_ID = 8


def row_title(row: RowFace) -> str | None:
    """What the row is known by; None if none of its texts says it."""
    values = row.values if isinstance(row, Row) else {}
    texts = (values.get(name) for name in (*KNOWN_BY, *values))
    found = next((text for text in texts if isinstance(text, str) and text.strip()), None)
    if found is None:
        return None
    line = " ".join(found.split())
    return line if len(line) <= MOST else f"{line[: MOST - 1]}…"


def row_name(row: RowFace) -> str:
    """The row in a sentence, as `Person ann@desk.example`."""
    identity = str(getattr(row.id, "text", row.id))
    return f"{row.entity_name} {row_title(row) or identity[:SHOWN_OF_ID]}"
