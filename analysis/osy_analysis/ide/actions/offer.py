"""What an action offers."""

from dataclasses import dataclass
from enum import StrEnum

from osy_analysis.diagnostic import Edit


class ActionKind(StrEnum):
    """What sort of change it is, in the protocol's words."""

    EXTRACT = "refactor.extract"
    REWRITE = "refactor.rewrite"
    GENERATE = "refactor"


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """A change with its title; `creates` is a file that is not there yet and that the edits are of."""

    title: str
    kind: ActionKind
    edits: tuple[Edit, ...]
    creates: str = ""
