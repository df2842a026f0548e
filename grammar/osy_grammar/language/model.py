"""The shapes of the table of language facts: what one row says.

The rows are Python literals in the files beside this one; the long prose is Markdown in `pages/`, joined by id. Checker,
completion, hover, highlighting, documentation and runtime read these rows or are generated from them.
"""

from dataclasses import dataclass
from enum import StrEnum


class WordKind(StrEnum):
    """How a keyword is coloured: the scope families that TextMate, Vim and semantic tokens share."""

    CONTROL = "control"
    DECLARATION = "declaration"
    MODIFIER = "modifier"
    OPERATOR = "operator"
    CONSTANT = "constant"
    TYPE = "type"
    CLAUSE = "clause"
    AMBIENT = "ambient"


class Place(StrEnum):
    """Where a word, a clause or a body may stand."""

    FILE = "file"
    APP = "app"
    PACKAGE = "package"
    ENTITY = "entity"
    SECURITY = "security"
    CLASS = "class"
    INTERFACE = "interface"
    COMPONENT = "component"
    MARKUP = "markup"
    CONTROL = "control"
    CLIENT = "client"
    WORKFLOW = "workflow"
    STATE = "state"
    TERMINAL = "terminal"
    SLOT = "slot"
    ASSIGNED = "Assigned"
    FINISHED = "Finished"
    EXPIRE = "Expire"
    DEADLINE = "Deadline"
    REQUIREMENT = "requirement"
    REMIND = "Remind"
    ROUTE = "route"
    STATEMENT = "statement"
    EXPRESSION = "expression"
    TYPE = "type"


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A keyword. `reserved` words can never be names; the others are keywords only in their places."""

    text: str
    kind: WordKind
    reserved: bool
    places: tuple[Place, ...]
    page: str = ""
    text_help: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A `Name = value;` of workflows. `type` is the value's, as written in the language; `many` if it may repeat."""

    name: str
    type: str
    owners: tuple[Place, ...]
    page: str
    text: str
    required: bool = False
    many: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyFact:
    """A body of statements: when it runs, whether it may `goto`, which names are ambient in it."""

    name: str
    owner: Place
    runs: str
    may_goto: bool
    ambient: tuple[str, ...]
    page: str
    parameter: str = ""
    goto_code: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttributeFact:
    """An attribute: what it may stand on, its arguments as a signature, what it does."""

    name: str
    targets: tuple[str, ...]
    signature: str
    page: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberFact:
    """A member of a built-in type; `signature` as in C#, the member's own name in it."""

    name: str
    signature: str
    page: str
    text: str
    is_static: bool = False

    @property
    def is_method(self) -> bool:
        """Whether it is called."""
        return "(" in self.signature


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltinType:
    """A type of the platform with its members. `complete` if there are no others: then a missing name is an error."""

    name: str
    page: str
    text: str
    members: tuple[MemberFact, ...]
    complete: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A reference page: our summary in Markdown, and the platform's page. `ours` if the subject is a ruling of this project."""

    id: str
    title: str
    url: str
    summary: str
    ours: bool = False
