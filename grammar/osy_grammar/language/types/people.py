"""Who uses the app: the entity of people, their roles, visitors, how people sign in, what is recorded of it."""

from osy_grammar.language.model import BuiltinType
from osy_grammar.language.types.rows import constructors, enum_names, instance, static

_PAGE = "language-principal"
_AUDIT = "library-observability"

PRINCIPAL = BuiltinType(
    name="Principal",
    page=_PAGE,
    text="A person or a program that uses the app: a row of the app's `[Principal]` entity, whatever it is called.",
    members=(),
    bases=("Row",),
    is_entity=True,
)

VISITOR = BuiltinType(
    name="Visitor",
    page=_PAGE,
    text="Somebody who is not signed in, known by a visit.",
    members=(
        *static(_PAGE, ("string? Id", "The visit of who asks; null without one.")),
        *instance(_PAGE, ("string Id", "The visit.")),
    ),
    constructors=constructors(_PAGE, ("Visitor()", "A visit, for `runas` in tests.")),
)

AUTH_BOOTSTRAP = BuiltinType(
    name="AuthBootstrap",
    page=_PAGE,
    text="Who signs people in: the value of `app.AuthBootstrap`, and in tests that principal.",
    members=instance(
        _PAGE,
        ("object Role", "The role that it acts in."),
        ("object Login", "The function that signs somebody in."),
    ),
    constructors=constructors(_PAGE, ("AuthBootstrap()", "A way in to be described.")),
)

PASSWORD_AUTH = BuiltinType(
    name="PasswordAuth",
    page=_PAGE,
    text="Signing in by a password: the value of `app.Auth`.",
    members=instance(
        _PAGE,
        ("object LoginField", "The field that people are known by."),
        ("object PasswordField", "The field that holds the password's hash."),
    ),
    constructors=constructors(_PAGE, ("PasswordAuth()", "A way in to be described.")),
)

PERSONAL = BuiltinType(
    name="Personal",
    page=_AUDIT,
    text="How near to a person a value is: an argument of `[Classification]`.",
    members=enum_names(_AUDIT, "Personal", "Contact Content Identity"),
    is_enum=True,
)

CLASSIFICATION = BuiltinType(
    name="Classification",
    page=_AUDIT,
    text="Who may see values of a level.",
    members=instance(
        _AUDIT, ("bool Open", "Whether everybody may who may read the row."), ("List<object> Roles", "Who may.")
    ),
    constructors=constructors(_AUDIT, ("Classification(Personal level)", "The rule of a level.")),
)

AUDIT_CONFIG = BuiltinType(
    name="AuditConfig",
    page=_AUDIT,
    text="What is recorded of changes: the value of `app.Audit`.",
    members=instance(_AUDIT, ("AuditRedaction Redact", "What is recorded as changed and never by its value.")),
    constructors=constructors(_AUDIT, ("AuditConfig()", "The usual way; members may follow in braces.")),
)

AUDIT_REDACTION = BuiltinType(
    name="AuditRedaction",
    page=_AUDIT,
    text="Values that are never recorded.",
    members=instance(_AUDIT, ("List<object> Properties", "The fields, each as `Entity.Field`.")),
    constructors=constructors(_AUDIT, ("AuditRedaction()", "None yet.")),
)

TYPES = (
    PRINCIPAL,
    VISITOR,
    AUTH_BOOTSTRAP,
    PASSWORD_AUTH,
    PERSONAL,
    CLASSIFICATION,
    AUDIT_CONFIG,
    AUDIT_REDACTION,
)
