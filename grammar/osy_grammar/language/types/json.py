"""Values as JSON."""

from osy_grammar.language.model import BuiltinType
from osy_grammar.language.types.rows import constructors, enum_members, instance, static

_PAGE = "library-json"

JSON_SERIALIZER = BuiltinType(
    name="JsonSerializer",
    page=_PAGE,
    text="Values to JSON and back.",
    members=static(
        _PAGE,
        ("string Serialize(object? value, JsonSerializerOptions options = default)", "The value as JSON."),
        ("T Deserialize<T>(string json)", "The value that JSON describes."),
    ),
)

JSON_OPTIONS = BuiltinType(
    name="JsonSerializerOptions",
    page=_PAGE,
    text="How values become JSON.",
    members=instance(
        _PAGE,
        ("JsonIgnoreCondition DefaultIgnoreCondition", "Which members are left out."),
        ("bool EnumsAsNames", "Whether enums are written by name."),
        ("bool WriteIndented", "Whether it is laid out on lines."),
    ),
    constructors=constructors(_PAGE, ("JsonSerializerOptions()", "The usual way; members may follow in braces.")),
)

JSON_IGNORE = BuiltinType(
    name="JsonIgnoreCondition",
    page=_PAGE,
    text="When a member is left out.",
    members=enum_members(
        _PAGE,
        "JsonIgnoreCondition",
        ("Never", "It never is."),
        ("Always", "It always is."),
        ("WhenWritingDefault", "When it is what it would be anyway."),
        ("WhenWritingNull", "When it is null."),
    ),
    is_enum=True,
)

TYPES = (JSON_SERIALIZER, JSON_OPTIONS, JSON_IGNORE)
