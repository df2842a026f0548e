"""A recording of editing as data: one step a line, each a JSON object.

Places are lines and columns from 0, columns in UTF-16 units. `at` is the time in seconds since the recording began.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path

HOUR = Path(__file__).parent / "hour.jsonl"


@dataclass(frozen=True, slots=True)
class DiskChange:
    """What something other than the editor does to a file: the one place of `old` gets `new`.

    A file that is not there is made of `new`; where `new` is None, the file goes.
    """

    file: str
    old: str
    new: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing that the user, or something else on the machine, does.

    | `do` | what |
    |---|---|
    | `open`, `close`, `save` | the file |
    | `type` | `text` key by key from the place on, one in `key_s` seconds |
    | `erase` | `count` characters before the place, key by key |
    | `replace` | what stands between the place and the end by `text`, at once |
    | `undo`, `redo` | the last `count` of the steps in the file |
    | `rename` | the name at the place to `text`, by the server |
    | `look` | wait for the findings, point at the place |
    | `check` | look, and compare all findings with those of a fresh check |
    | `disk` | `changes`, of which the editor hears if `told` |
    """

    at: float
    do: str
    file: str = ""
    line: int = 0
    column: int = 0
    end_line: int = 0
    end_column: int = 0
    text: str = ""
    count: int = 0
    key_s: float = 0.0
    told: bool = False
    changes: tuple[DiskChange, ...] = ()


def read(path: Path = HOUR) -> tuple[Step, ...]:
    """The steps of a recording, in order."""
    return tuple(_step(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines())


def _step(told: dict[str, object]) -> Step:
    changes = told.pop("changes", [])
    assert isinstance(changes, list)
    return Step(**told, changes=tuple(DiskChange(**change) for change in changes))  # type: ignore[arg-type]  # JSON


def lines(steps: Iterable[Step]) -> Iterator[str]:
    """The steps as lines of text; what is at its default is left out."""
    for step in steps:
        told: dict[str, object] = {}
        for field in fields(Step):
            value = getattr(step, field.name)
            if field.name == "changes":
                value = [{"file": one.file, "old": one.old, "new": one.new} for one in step.changes]
            if value not in (field.default, []):
                told[field.name] = value
        yield json.dumps(told, ensure_ascii=False)
