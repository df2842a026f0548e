"""The platform's services: units of work, the session, settings, logs, JSON, hashes, ids."""

from osy_grammar.language.model import BuiltinType
from osy_grammar.language.types.rows import enum_members, instance, static

_PAGE = "library-platform"
_JSON = "library-json"
_CRYPTO = "library-crypto"

UNIT_OF_WORK = BuiltinType(
    name="UnitOfWork",
    page=_PAGE,
    text="The changes that are committed together.",
    members=static(
        _PAGE,
        ("void Commit()", "Commits what has been changed so far."),
        ("string Mark(string label)", "Remembers this point."),
        ("void RollbackTo(string mark)", "Undoes what was changed after that point."),
        ("void Undo()", "Undoes the last marked change."),
        ("bool CanUndo()", "Whether there is one."),
        ("string UndoLabel()", "What it is called."),
        ("void Discard()", "Drops what has not been committed."),
    ),
)

SESSION = BuiltinType(
    name="Session",
    page=_PAGE,
    text="Who asks, and in which language.",
    members=static(
        _PAGE,
        ("Principal? CurrentUser", "Who is signed in; null for nobody."),
        ("void SetLanguage(string language)", "Chooses the language."),
        ("void SignOut()", "Signs out."),
    ),
)

APP = BuiltinType(
    name="App",
    page=_PAGE,
    text="The app and its settings.",
    members=static(
        _PAGE,
        ("T Setting<T>()", "The value that `app.X` was given, or a fresh one."),
        ("string BaseUrl", "The app's own address."),
        ("List<string> Languages", "The languages that it has."),
    ),
)

LOG = BuiltinType(
    name="Log",
    page="library-log",
    text="Lines for operators.",
    members=static(
        "library-log",
        ("void Information(string template, params object[] values)", "Writes a line."),
        ("void Warning(string template, params object[] values)", "Writes a warning."),
        ("void Error(Exception exception, string template, params object[] values)", "Writes an error."),
    ),
)

JSON_SERIALIZER = BuiltinType(
    name="JsonSerializer",
    page=_JSON,
    text="Values to JSON and back.",
    members=static(
        _JSON,
        ("string Serialize(object? value, JsonSerializerOptions options = default)", "The value as JSON."),
        ("T Deserialize<T>(string json)", "The value that JSON describes."),
    ),
)

JSON_OPTIONS = BuiltinType(
    name="JsonSerializerOptions",
    page=_JSON,
    text="How values become JSON.",
    members=instance(
        _JSON,
        ("JsonIgnoreCondition DefaultIgnoreCondition", "Which members are left out."),
        ("bool EnumsAsNames", "Whether enums are written by name."),
    ),
)

JSON_IGNORE = BuiltinType(
    name="JsonIgnoreCondition",
    page=_JSON,
    text="When a member is left out.",
    members=enum_members(_JSON, "JsonIgnoreCondition", ("WhenWritingNull", "When it is null.")),
    is_enum=True,
)

CRYPTO = BuiltinType(
    name="Crypto",
    page=_CRYPTO,
    text="Hashes and signatures.",
    members=static(
        _CRYPTO,
        ("byte[] HmacSha256(byte[] key, byte[] data)", "The keyed hash of the data."),
        ("string Sha256Hex(string text)", "The hash of a text, in hexadecimal digits."),
        ("string ToHex(byte[] bytes)", "The bytes in small hexadecimal digits."),
        ("byte[] FromHex(string text)", "The bytes of hexadecimal digits."),
        ("byte[] SignRs256(string pem, byte[] data)", "The data's RSA signature."),
        ("bool FixedTimeEquals(string one, string other)", "Whether they are equal, in the same time for all texts."),
    ),
)

SECURITY = BuiltinType(
    name="Security",
    page=_CRYPTO,
    text="Passwords, secrets, random text.",
    members=static(
        _CRYPTO,
        ("string HashPassword(string password)", "The password's hash."),
        ("bool VerifyPassword(string password, string hash = default)", "Whether the password fits the hash."),
        ("bool IsSecretSet(string name)", "Whether the secret has a value."),
        ("string Fingerprint(string text)", "A short text that stands for a long one."),
        ("string RandomId(int length)", "Random text."),
        ("string RandomHex(int length)", "Random hexadecimal digits."),
        ("string IssueJwt(Guid id, string email)", "A token for a principal."),
    ),
)

GUID = BuiltinType(
    name="Guid",
    page=_CRYPTO,
    text="An id.",
    members=(
        *static(
            _CRYPTO,
            ("Guid Empty", "The id that is none."),
            ("Guid NewGuid()", "A new id."),
            ("bool TryParse(string text, out Guid id)", "Whether the text is an id, and which."),
        ),
        *instance(_CRYPTO, ("string ToString()", "As text.")),
    ),
)

TYPES = (
    UNIT_OF_WORK,
    SESSION,
    APP,
    LOG,
    JSON_SERIALIZER,
    JSON_OPTIONS,
    JSON_IGNORE,
    CRYPTO,
    SECURITY,
    GUID,
)
