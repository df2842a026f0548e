"""What every value has, and the types that stand for any value: nullable ones, functions, JSON."""

from osy_grammar.language.model import BuiltinType
from osy_grammar.language.types.csharp import COMPARED
from osy_grammar.language.types.rows import constructors, instance

_PAGE = "language-csharp"

OBJECT = BuiltinType(
    name="object",
    page=_PAGE,
    text="Any value.",
    members=instance(_PAGE, ("string ToString()", "As text.")),
    also=COMPARED,
)

NULLABLE = BuiltinType(
    name="Nullable",
    page=_PAGE,
    text="A value that may be missing: what `T?` has beside what `T` has.",
    members=instance(
        _PAGE,
        ("T Value", "The value; throws if there is none."),
        ("bool HasValue", "Whether there is one."),
        ("T GetValueOrDefault(T otherwise = default)", "The value, or the other one."),
        is_exact=True,
    ),
    type_parameters=("T",),
    is_written=False,
)

ACTION = BuiltinType(
    name="Action",
    page=_PAGE,
    text="A function that gives nothing; type arguments are the types of what it takes.",
    members=(),
)

FUNC = BuiltinType(
    name="Func",
    page=_PAGE,
    text="A function; the last type argument is what it gives, those before are what it takes.",
    members=(),
)

TYPE = BuiltinType(
    name="Type",
    page=_PAGE,
    text="A type as a value: what `typeof(T)` gives.",
    members=instance(
        _PAGE, ("string Name", "Its name."), ("string FullName", "Its name with its namespace."), is_exact=True
    ),
    bases=("object",),
)

JSON = BuiltinType(
    name="Json",
    page="library-json",
    text="A JSON document: an anonymous object is one, and a text that is put into one is parsed.",
    members=(),
    bases=("object",),
)

COUNTER = BuiltinType(
    name="Counter",
    page="language-entity",
    text="A series of numbers, declared by its name and drawn from by fields marked `[Counter]`.",
    members=instance("language-entity", ("long Start", "The first number.")),
    constructors=constructors("language-entity", ("Counter()", "A series; its start may follow in braces.")),
)

TYPES = (OBJECT, NULLABLE, ACTION, FUNC, TYPE, JSON, COUNTER)
