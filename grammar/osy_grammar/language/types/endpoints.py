"""What the app offers to other machines, and what it keeps secret: the values of `app.Apis` and `app.Secrets`."""

from osy_grammar.language.model import BuiltinType
from osy_grammar.language.types.rows import constructors, enum_names, instance, static

_PAGE = "library-endpoints"

REST_API = BuiltinType(
    name="RestApi",
    page=_PAGE,
    text="A set of endpoints under one route: an item of `app.Apis`.",
    members=instance(
        _PAGE,
        ("string Route", "What its paths begin with."),
        ("ApiAuth Auth", "Who may call."),
        ("List<object> Expose", "The entities that it offers, each a `Crud<T>`."),
        ("List<Endpoint> Endpoints", "The functions that it offers."),
    ),
    constructors=constructors(_PAGE, ("RestApi(string name)", "An interface of that name.")),
)

ENDPOINT = BuiltinType(
    name="Endpoint",
    page=_PAGE,
    text="A function that other machines may call; holes of the path are its parameters.",
    members=instance(
        _PAGE,
        ("HttpMethod Method", "The verb."),
        ("string Path", "The path, with `{name}` for a parameter."),
        ("bool Raw", "Whether the function reads the body itself, from `Request.RawBody`."),
        ("List<string> Query", "The parts of the query that it reads."),
        ("List<object> Headers", "The headers that it reads."),
        ("string ContentType", "What its answer is."),
        ("int SuccessStatus", "The status when it worked."),
        ("string OidcIssuer", "Who vouches for the caller."),
    ),
    constructors=constructors(_PAGE, ("Endpoint(object function)", "One that runs the function.")),
)

API_AUTH = BuiltinType(
    name="ApiAuth",
    page=_PAGE,
    text="Who may call an interface.",
    members=instance(
        _PAGE,
        ("bool Anonymous", "Anybody."),
        ("bool ApiKey", "Whoever has a key."),
        ("bool Bearer", "Whoever has a token."),
    ),
    constructors=constructors(_PAGE, ("ApiAuth()", "Nobody yet.")),
)

CRUD = BuiltinType(
    name="Crud",
    page=_PAGE,
    text="An entity whose rows other machines may read or change.",
    members=instance(_PAGE, ("List<CrudOp> Operations", "What they may do; all of it if this is left out.")),
    constructors=constructors(_PAGE, ("Crud<T>()", "The rows of T.")),
    type_parameters=("T",),
)

CRUD_OP = BuiltinType(
    name="CrudOp",
    page=_PAGE,
    text="What may be done with rows.",
    members=enum_names(_PAGE, "CrudOp", "Read"),
    is_enum=True,
)

HTTP_METHOD = BuiltinType(
    name="HttpMethod",
    page=_PAGE,
    text="The verbs of HTTP.",
    members=enum_names(_PAGE, "HttpMethod", "Get Post Put Patch Delete"),
    is_enum=True,
)

REQUEST = BuiltinType(
    name="Request",
    page=_PAGE,
    text="The call that an endpoint's function answers.",
    members=static(
        _PAGE,
        ("string? RawBody", "The body as it came."),
        ("string? Query(string name)", "A part of the query; null if it is not there."),
        ("string? OidcEmail(string audience)", "The caller's proven address; null if nothing proves one."),
    ),
)

SECRET = BuiltinType(
    name="Secret",
    page=_PAGE,
    text="A secret of the app. Its value is `Secret.Name`, with the name that it was declared by.",
    members=(),
    constructors=constructors(_PAGE, ("Secret(string name)", "One of that name, for `app.Secrets`.")),
)

TYPES = (REST_API, ENDPOINT, API_AUTH, CRUD, CRUD_OP, HTTP_METHOD, REQUEST, SECRET)
