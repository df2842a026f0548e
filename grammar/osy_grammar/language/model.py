"""The shapes of the table of language facts: what one row says.

The rows are Python literals in the files beside this one; the long prose is Markdown in `pages/`, joined by id.
Checker, completion, hover, highlighting, documentation and runtime read these rows or are generated from them. A row is
one object for as long as the process lives, and is compared as such: hashing one costs nothing, whatever is in it.
"""

from enum import StrEnum

from osy_grammar.record import record


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


@record(kw_only=True, eq=False)
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


@record(kw_only=True, eq=False)
class Clause:
    """A `Name = value;` of workflows. `type` is the value's, as written in the language; `many` if it may repeat.

    In the places of `unsure` nobody says whether it may stand: it is neither offered there nor wrong.
    """

    name: str
    type: str
    owners: tuple[Place, ...]
    page: str
    text: str
    required: bool = False
    many: bool = False
    unsure: tuple[Place, ...] = ()


@record(kw_only=True, eq=False)
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


@record(kw_only=True, eq=False)
class AttributeFact:
    """An attribute: what it may stand on, its arguments as a signature, what it does.

    `makes_members` says that the platform adds members to what it stands on, or around it: a name that nothing declares
    may then be one of theirs.
    """

    name: str
    targets: tuple[str, ...]
    signature: str
    page: str
    text: str
    makes_members: bool = False


@record(kw_only=True, eq=False)
class MemberFact:
    """A member of a built-in type, a constructor, or a free function; `signature` as in C#, its own name in it.

    A member with several forms has a row for each. In signatures `Principal` stands for the app's `[Principal]` entity,
    `Enum` for an enum that the program decides (the tracked one, for a run's state), `T` for the type's own parameter,
    and `object` for what is not known, or may be anything.
    A row `is_exact` if there are no other forms than the rows of its name; a call that fits none of those is wrong. Of
    the others it is only known that these forms exist. `ours` marks what a ruling of this project decided.
    """

    name: str
    signature: str
    page: str
    text: str
    is_static: bool = False
    is_exact: bool = False
    ours: bool = False

    @property
    def is_method(self) -> bool:
        """Whether it is called."""
        return "(" in self.signature


@record(kw_only=True, eq=False)
class BuiltinType:
    """A type of the platform with its members.

    `complete` if it has no others but `also`: then a missing name is an error. `also` are names of members that the
    type has in C# and that have no rows here. `is_written` is False for types that programs use but never name, such as
    the handle that `Flow.For(row)` gives. `index` is the type that `value[key]` gives, `item` the one that `foreach`
    gives, both empty where there is no such thing. An `is_entity` type has rows in the store and is asked like the
    app's own entities; an `is_interface` type is one that programs implement.
    """

    name: str
    page: str
    text: str
    members: tuple[MemberFact, ...]
    complete: bool = False
    also: tuple[str, ...] = ()
    constructors: tuple[MemberFact, ...] = ()
    type_parameters: tuple[str, ...] = ()
    bases: tuple[str, ...] = ()
    index: str = ""
    item: str = ""
    is_enum: bool = False
    is_entity: bool = False
    is_interface: bool = False
    is_written: bool = True


@record(kw_only=True, eq=False)
class ElementFact:
    """An element of markup, as far as programs have been seen to use it: an unknown parameter is never wrong.

    `signature` has its parameters, those without a name in markup first. `slots` are the named places that `slot name`
    fills. An `is_styled` element takes the parameters of `STYLE` too. `capability` is what brings it; empty if it is
    there always.
    """

    name: str
    signature: str
    page: str
    text: str
    capability: str = ""
    slots: tuple[str, ...] = ()
    is_styled: bool = False


@record(kw_only=True, eq=False)
class Capability:
    """What `use Osysharp.X;` without a version brings: types of the table by their names.

    `is_complete` if programs can name nothing else of it: then a name that nothing declares cannot be one of its own.
    """

    name: str
    types: tuple[str, ...]
    page: str
    text: str
    is_complete: bool = False

    @property
    def namespace(self) -> str:
        """As `use` and `using` name it."""
        return f"Osysharp.{self.name}"


@record(kw_only=True, eq=False)
class Page:
    """A reference page: a summary in Markdown, and where the platform's own page is.

    `ours` if the subject, or its shape, is a ruling of this project and not a fact of the platform.
    """

    id: str
    title: str
    url: str
    summary: str
    ours: bool = False
