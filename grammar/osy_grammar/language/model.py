"""The shapes of the table of language facts: what one row says.

The rows are Python literals in the files beside this one; the long prose is Markdown in `pages/`, joined by id.
Checker, completion, hover, highlighting, documentation and runtime read these rows or are generated from them.
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


class Next(StrEnum):
    """What the token after a contextual word must be for the word to open its construct; else the word is a name."""

    NAME = "a name"
    BRACE = "{"
    PAREN = "("
    DOT = "."
    COLON = ":"
    ARROW = "=>"
    SEMICOLON = ";"
    STRING = "a string"
    EXPRESSION = "an expression"


class Names(StrEnum):
    """What the name behind a word names: it is coloured as such."""

    TYPE = "type"
    FUNCTION = "function"
    STATE = "state"
    NAMESPACE = "namespace"


class Place(StrEnum):
    """Where a word, a clause or a body may stand."""

    FILE = "file"
    APP = "app"
    PACKAGE = "package"
    USE = "the options of a use"
    ENTITY = "entity"
    SECURITY = "security"
    CLASS = "class"
    INTERFACE = "interface"
    PROPERTY = "property"
    HEAD = "the head of a declaration, after its name"
    PARAMETER = "parameter"
    COMPONENT = "component"
    MARKUP = "markup"
    STYLE = "style"
    CONTROL = "control"
    ANIMATION = "animation"
    TRANSLATIONS = "translations"
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
    """A word that means something. `reserved` words can never be names.

    The others are keywords only where an item of their places starts, and only before one of `before`. `is_terminal`
    says whether the grammar has a keyword of that text; the other words are plain names to the parser (`model "glob";`
    of a manifest, the ambient `actor`), or one of a class of words (`int`, `read`). An `is_inner` word does not open an
    item of its places but stands inside of one: `when` in a security rule. A text may have several rows.
    """

    text: str
    kind: WordKind
    reserved: bool
    places: tuple[Place, ...]
    page: str = ""
    text_help: str = ""
    before: tuple[Next, ...] = ()
    names: Names | None = None
    is_terminal: bool = True
    is_inner: bool = False


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
    """A body of statements: when it runs, whether it may `goto`, which names are ambient in it.

    `parameter` is the type of the one parameter that it may declare: `Slot` in a breach arm, `enum` for the tracked
    enum's type, `event` for the event's own list. `goto_code` is the diagnostic that refuses a `goto` in it.
    """

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
    """A member of a built-in type, or a free function; `signature` as in C#, the member's own name in it.

    In signatures `Principal` stands for the app's `[Principal]` entity and `T` for the type's own parameter. `ours`
    marks what a ruling of this project decided.
    """

    name: str
    signature: str
    page: str
    text: str
    is_static: bool = False
    ours: bool = False

    @property
    def is_method(self) -> bool:
        """Whether it is called."""
        return "(" in self.signature


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltinType:
    """A type of the platform with its members. `complete` if there are no others: then a missing name is an error.

    `is_written` is False for types that programs use but never name, such as the handle that `Flow.For(row)` gives.
    """

    name: str
    page: str
    text: str
    members: tuple[MemberFact, ...]
    complete: bool = False
    type_parameters: tuple[str, ...] = ()
    bases: tuple[str, ...] = ()
    is_enum: bool = False
    is_written: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A reference page: a summary in Markdown, and where the platform's own page is.

    `ours` if the subject, or its shape, is a ruling of this project and not a fact of the platform.
    """

    id: str
    title: str
    url: str
    summary: str
    ours: bool = False
