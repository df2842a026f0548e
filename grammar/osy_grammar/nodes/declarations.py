"""What stands at the top of a file, and the members inside. Source: the grammar's sections 2 to 8, 12 and 13."""

from osy_grammar.nodes.base import Identifier, Node, QualifiedName, Token, node
from osy_grammar.nodes.expressions import Call, Expression
from osy_grammar.nodes.statements import Block
from osy_grammar.nodes.types import Constraint, TypeName


@node
class Declaration(Node):
    """One top-level item of a file."""


@node
class ErrorDeclaration(Declaration):
    """Text at the top of a file that is no declaration."""

    tokens: tuple[Token, ...]


@node
class Fragment(Declaration):
    """Members, clauses or statements that stand alone in a document; only `parse_fragment` makes it."""

    nodes: tuple[Node, ...]


@node
class Member(Node):
    """A member of an entity, a class, an interface, a client, a component, a control."""


@node
class ErrorMember(Member):
    """What recovery skipped between members."""

    tokens: tuple[Token, ...]


@node
class AttributeArgument(Node):
    """`value` or `Name = value`."""

    name: Identifier | None
    value: Expression


@node
class Attribute(Node):
    """`Name(arguments)` between `[` and `]`; the span has no brackets."""

    name: QualifiedName
    arguments: tuple[AttributeArgument, ...]


@node
class Parameter(Node):
    """`type name = default`; `is_params` for `params T[] rest`, `passing` is `ref`, `out`, `in` or empty."""

    attributes: tuple[Attribute, ...]
    is_params: bool
    type: TypeName
    name: Identifier
    default: Expression | None
    passing: str


@node
class Parameters(Node):
    """`(…)` after a declared name; spans the parentheses."""

    items: tuple[Parameter, ...]


@node
class Using(Declaration):
    """`using Qualified.Name;`."""

    name: QualifiedName


@node
class Namespace(Declaration):
    """`namespace Qualified.Name;`, for the whole file."""

    name: QualifiedName


@node
class Function(Declaration, Member):
    """A function or a method. `body` is a block, an expression (`=> e;`) or None (`;`)."""

    attributes: tuple[Attribute, ...]
    modifiers: tuple[str, ...]
    type: TypeName
    name: Identifier
    type_parameters: tuple[Identifier, ...]
    parameters: Parameters
    constraint: Constraint | None
    body: Block | Expression | None


@node
class Field(Member):
    """`type name = value;`; `is_constant` for `const`. A component's local state is a field too.

    Of `type a, b;` each is a field, placed as `Local`s are.
    """

    attributes: tuple[Attribute, ...]
    modifiers: tuple[str, ...]
    is_constant: bool
    type: TypeName
    name: Identifier
    value: Expression | None


@node
class Accessor(Node):
    """`get` or `set` with a block, an expression or nothing."""

    kind: str
    body: Block | Expression | None
    modifiers: tuple[str, ...]


@node
class Property(Member):
    """`type Name { get; set; } = value;` or `type Name => getter;`."""

    attributes: tuple[Attribute, ...]
    modifiers: tuple[str, ...]
    type: TypeName
    name: Identifier
    accessors: tuple[Accessor, ...]
    getter: Expression | None
    value: Expression | None


@node
class Constructor(Member):
    """The class's own name, parameters, a body; `: base(…)` or `: this(…)` before it is `first`."""

    attributes: tuple[Attribute, ...]
    modifiers: tuple[str, ...]
    name: Identifier
    parameters: Parameters
    first: Call | None
    body: Block | Expression | None


@node
class GlobalVariable(Declaration):
    """`type name = value;` or `const type name = value;` at the top of a file."""

    attributes: tuple[Attribute, ...]
    modifiers: tuple[str, ...]
    is_constant: bool
    type: TypeName
    name: Identifier
    value: Expression


@node
class EnumMember(Node):
    """One member of an enum; a written value is C#'s."""

    attributes: tuple[Attribute, ...]
    name: Identifier
    value: Expression | None


@node
class Enum(Declaration):
    """`enum Name { A, B }`; a `base` is C#'s."""

    attributes: tuple[Attribute, ...]
    modifiers: tuple[str, ...]
    name: Identifier
    members: tuple[EnumMember, ...]
    base: TypeName | None


@node
class Invariant(Member):
    """`invariant condition message "…";`."""

    condition: Expression
    message: Expression | None


@node
class SecurityRule(Node):
    """`allow` or `deny` verbs, of fields, `when`, `where`, `by`."""

    effect: str
    verbs: tuple[Identifier, ...]
    fields: tuple[Identifier, ...]
    when: Expression | None
    where: Expression | None
    by: Identifier | None


@node
class SecurityMessage(Node):
    """`message "…";`."""

    text: Expression


@node
class Security(Member):
    """`security { … }`."""

    rules: tuple[SecurityRule | SecurityMessage | ErrorMember, ...]


@node
class Entity(Declaration):
    """`entity Name : Base { … }`, or `partial entity` (then `partial` is among the modifiers)."""

    attributes: tuple[Attribute, ...]
    modifiers: tuple[str, ...]
    name: QualifiedName
    base: TypeName | None
    members: tuple[Member, ...]


@node
class Class(Declaration):
    """`class Name<T> : Bases where T : entity { … }`.

    `kind` is `class`, or C#'s `struct`, `record`, `record struct`; `parameters` are those of a primary constructor.
    """

    attributes: tuple[Attribute, ...]
    modifiers: tuple[str, ...]
    kind: str
    name: Identifier
    type_parameters: tuple[Identifier, ...]
    parameters: Parameters | None
    bases: tuple[TypeName, ...]
    constraint: Constraint | None
    members: tuple[Member, ...]


@node
class Interface(Declaration):
    """`interface Name<T> : Bases { … }`."""

    attributes: tuple[Attribute, ...]
    modifiers: tuple[str, ...]
    name: Identifier
    type_parameters: tuple[Identifier, ...]
    bases: tuple[TypeName, ...]
    members: tuple[Member, ...]


@node
class Policy(Declaration):
    """`policy Name(parameters) => condition;`, or without a body."""

    attributes: tuple[Attribute, ...]
    modifiers: tuple[str, ...]
    name: Identifier
    parameters: Parameters | None
    condition: Expression | None


@node
class Principal(Declaration):
    """`principal Name => query;`."""

    name: Identifier
    query: Expression


@node
class Setting(Node):
    """`Name = value;` inside braces."""

    name: Identifier
    value: Expression


@node
class Settings(Node):
    """`{ Name = value; … }`; spans the braces."""

    items: tuple[Setting | ErrorMember, ...]


@node
class Grant(Declaration):
    """`grant Name for Type { … }`."""

    attributes: tuple[Attribute, ...]
    modifiers: tuple[str, ...]
    name: Identifier
    target: TypeName
    settings: Settings


@node
class Topic(Declaration):
    """`topic Name(parameters) { … }`."""

    attributes: tuple[Attribute, ...]
    modifiers: tuple[str, ...]
    name: Identifier
    parameters: Parameters
    settings: Settings


@node
class Zones(Declaration):
    """`zones { "Europe/Oslo", … }`."""

    names: tuple[Expression, ...]


@node
class AppSetting(Declaration):
    """`app.Name = value;`, or `app = value;` for all of it at once, without a name."""

    name: Identifier | None
    value: Expression


@node
class ClientSetting(Member):
    """`Name = value;` in a client."""

    name: Identifier
    value: Expression


@node
class ClientOperation(Member):
    """`[Post("/path")] Result Name(parameters);`."""

    attributes: tuple[Attribute, ...]
    type: TypeName
    name: Identifier
    parameters: Parameters


@node
class Client(Declaration):
    """`client Name { … }`, a typed HTTP client."""

    attributes: tuple[Attribute, ...]
    modifiers: tuple[str, ...]
    name: Identifier
    members: tuple[Member, ...]


# ── Manifests ────────────────────────────────────────────────────────────────────────────────────────────────────────


@node
class ManifestValue(Node):
    """A bare word or a string of a manifest line; `text` as written, quotes included."""

    text: str
    is_string: bool


@node
class UseOption(Node):
    """`egress "host";`, `secret "Name";`, `without Name;` in a `use` block."""

    word: Identifier
    value: ManifestValue


@node
class PackageReference(Node):
    """`Qualified.Name@major`."""

    name: QualifiedName
    major: int | None


@node
class ManifestClause(Node):
    """A clause of an `app` or `package` block."""


@node
class ErrorClause(ManifestClause):
    """What recovery skipped in a manifest."""

    tokens: tuple[Token, ...]


@node
class Use(ManifestClause):
    """`use Package@1 { … }`, or `tests use …`."""

    for_tests: bool
    package: PackageReference
    options: tuple[UseOption, ...]


@node
class Completes(ManifestClause):
    """`completes A, B;`."""

    packages: tuple[PackageReference, ...]


@node
class ManifestDetail(Node):
    """A line of the block that a manifest line may end with."""

    word: Identifier
    values: tuple[ManifestValue, ...]


@node
class ManifestLine(ManifestClause):
    """`word value;`: `model "**/*.osy";`, `version "1.0.0";` …."""

    word: Identifier
    value: ManifestValue
    details: tuple[ManifestDetail, ...]


@node
class App(Declaration):
    """`app Name { … }`."""

    name: Identifier
    clauses: tuple[ManifestClause, ...]


@node
class Package(Declaration):
    """`package Qualified.Name { … }`."""

    name: QualifiedName
    clauses: tuple[ManifestClause, ...]


# ── Locale files ─────────────────────────────────────────────────────────────────────────────────────────────────────


@node
class PluralForm(Node):
    """`one: "…"`."""

    name: Identifier
    text: Expression


@node
class Translation(Node):
    """`kind "source" => target;`; the target is a string, `null`, or plural forms."""

    kind: Identifier
    source: Expression
    target: Expression | None
    plural: tuple[PluralForm, ...]
    was: Expression | None


@node
class Translations(Declaration):
    """`translations sv { … }`; the tag's parts are joined by `-`."""

    tag: str
    entries: tuple[Translation | ErrorMember, ...]
