"""`Api`: calls of the app's own endpoints, as another machine would make them (R136).

A call finds the interface by its route, asks who calls, finds the endpoint by verb and path, and runs its function as
the caller in a unit of work of its own. What the function throws becomes a status.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from urllib.parse import parse_qsl, unquote, urlsplit

from osy_runtime.builtins.crud import Refused, answer, exposed_at
from osy_runtime.builtins.http import body_text
from osy_runtime.builtins.json_reading import deserialize, parse_json
from osy_runtime.builtins.json_text import quoted
from osy_runtime.builtins.json_writing import serialize
from osy_runtime.builtins.static import Static
from osy_runtime.caller import NOBODY, Caller
from osy_runtime.evaluate.creation import construct
from osy_runtime.evaluate.functions import Absent, call_function
from osy_runtime.evaluate.settings import setting_value
from osy_runtime.evaluate.shapes import written
from osy_runtime.evaluate.types import default_of
from osy_runtime.evaluate.units import in_unit
from osy_runtime.exceptions import throw
from osy_runtime.model import ClassInfo, EntityInfo, FunctionInfo, ParameterInfo, Shape
from osy_runtime.show import kind
from osy_runtime.signals import BadProgram, OsyThrow
from osy_runtime.values import EnumValue, FunctionGroup, Guid, HashSet, Instance, Row, TypeValue, Value
from osy_runtime.world import World

PREFIXES = ("/api/rest/v1/", "/api/")
"""What paths of interfaces begin with; both are in use."""

STATUSES = {
    "ValidationException": 400,
    "RequirementsNotMet": 400,
    "NotAuthorized": 403,
    "NotFoundException": 404,
    "ConflictException": 409,
    "ExternalServiceException": 502,
}
"""The status that an exception becomes; any other is 500."""


@dataclass(frozen=True, slots=True)
class _Request:
    """What came."""

    verb: str
    path: str
    body: str
    values: Mapping[str, str]

    @property
    def raw_body(self) -> str | None:
        """The body as it came."""
        return self.body

    def query(self, name: str) -> str | None:
        """A part of the query, or a hole of the path."""
        return self.values.get(name)


def get(world: World, path: Value, apiKey: Value = None) -> Value:  # noqa: N803 -- the language's name
    """`Api.Get(path, apiKey: key)`."""
    return _call(world, "Get", path, "", apiKey)


def post(world: World, path: Value, body: Value = None, apiKey: Value = None) -> Value:  # noqa: N803
    """`Api.Post(path, body, apiKey: key)`: a text is sent as it is, anything else as JSON."""
    return _call(world, "Post", path, body_text(body), apiKey)


def key_for(world: World, who: Value) -> Value:
    """`Api.KeyFor(principal)`: the same key for the same row."""
    if who is None:
        raise throw("NullReferenceException", "`Api.KeyFor` is given null; nobody of that description is there")
    if not isinstance(who, Row):
        raise BadProgram(f"`Api.KeyFor` takes a principal's row, not {kind(who)}")
    key = f"key-{who.id.text}"
    world.api_keys[key] = who
    return key


def _call(world: World, verb: str, path: Value, body: str, key: Value) -> Value:
    if not isinstance(path, str):
        raise BadProgram(f'`Api.{verb}` takes a path, as "/api/rest/v1/orders", not {kind(path)}')
    world.store.commit()
    world.store.costs.requests += 1
    split = urlsplit(path)
    request = _Request(verb, split.path, body, dict(parse_qsl(split.query, keep_blank_values=True)))
    try:
        with world.catching():
            status, text = _answer(world, request, key)
    except Refused as refused:
        status, text = refused.status, _error(refused.message)
    except OsyThrow as thrown:
        names = [info.name for info in thrown.value.cls.lineage]
        status = next((STATUSES[name] for name in names if name in STATUSES), 500)
        if status == 403 and key is None:
            status = 401
        text = _error(thrown.message)
    info = world.program.find_platform_type("ApiAnswer")
    assert info is not None, "the platform declares it"
    told = construct(world, info, [], {})  # type: ignore[arg-type]  # it is a class
    told.fields.update(StatusCode=status, Body=text)
    return told


def _error(message: str) -> str:
    return f'{{"error":{quoted(message)}}}'


def _answer(world: World, request: _Request, key: Value) -> tuple[int, str]:
    api, rest = _interface(world, request.path)
    caller = _caller(world, api, key)
    exposed = exposed_at(api, rest)
    if exposed is not None and not _has_endpoint(api, rest):
        with world.acting(caller):
            return in_unit(world, lambda: answer(world, exposed, request.verb, request.body))
    endpoint, holes = _endpoint(api, request.verb, rest)
    asked = _Request(request.verb, request.path, request.body, {**request.values, **holes})
    function = _function(endpoint)
    before = world.request
    world.request = asked
    try:
        with world.acting(caller):
            arguments = _arguments(world, function, asked, is_raw=endpoint.fields["Raw"] is True)
            value = in_unit(world, lambda: call_function(world.compiler, function, world, None, arguments))
            text = _body_of(world, value, endpoint)
    finally:
        world.request = before
    status = endpoint.fields["SuccessStatus"]
    return (status if isinstance(status, int) and status else 200), text


# ── Which endpoint, and who ──────────────────────────────────────────────────────────────────────────────────────────


def _interface(world: World, path: str) -> tuple[Instance, str]:
    """The interface whose route the path begins with, and what is left of the path."""
    apis = setting_value(world, "Apis") if "Apis" in world.program.settings else []
    for prefix in PREFIXES:
        if not path.startswith(prefix):
            continue
        rest = path.removeprefix(prefix).strip("/")
        for api in apis if isinstance(apis, list) else ():
            if isinstance(api, Instance):
                route = str(api.fields["Route"] or api.fields["Name"]).strip("/")
                if rest == route or rest.startswith(f"{route}/"):
                    return api, rest.removeprefix(route).strip("/")
    raise Refused(404, f"no interface of the app is at {path}")


def _caller(world: World, api: Instance, key: Value) -> Caller:
    """Who calls: the key's principal, the token's, or nobody where that is allowed."""
    auth = api.fields["Auth"]
    allowed = auth.fields if isinstance(auth, Instance) else {}
    if key is None:
        if allowed.get("Anonymous") is True:
            return NOBODY
        raise Refused(401, "this interface wants to know who calls: send a key")
    if not isinstance(key, str):
        raise BadProgram(f"an API key is a text, which `Api.KeyFor` gives, not {kind(key)}")
    who = world.api_keys.get(key) if allowed.get("ApiKey") is True else None
    if who is None and allowed.get("Bearer") is True:
        who = _bearer(world, key)
    if who is None or who.is_deleted:
        raise Refused(401, "this interface knows no such key")
    return Caller(who)


def _bearer(world: World, token: str) -> Row | None:
    """The principal of a token that `Security.IssueJwt` made and that has not run out."""
    from osy_runtime.builtins.security import jwt_subject

    identity = jwt_subject(world, token.removeprefix("Bearer ").strip())
    if identity is None:
        return None
    return next((row for row in world.store.all_rows() if row.id.text == identity), None)


def _has_endpoint(api: Instance, rest: str) -> bool:
    """Whether a function of the app answers at the path: it comes before rows that are exposed."""
    endpoints = api.fields["Endpoints"]
    return isinstance(endpoints, list) and any(
        isinstance(each, Instance) and _holes(str(each.fields["Path"] or ""), rest) is not None for each in endpoints
    )


def _endpoint(api: Instance, verb: str, rest: str) -> tuple[Instance, dict[str, str]]:
    """The endpoint of that verb and path, with what stands in the path's holes."""
    others: set[str] = set()
    endpoints = api.fields["Endpoints"]
    for endpoint in endpoints if isinstance(endpoints, list) else ():
        if not isinstance(endpoint, Instance):
            continue
        holes = _holes(str(endpoint.fields["Path"] or ""), rest)
        method = endpoint.fields["Method"]
        name = method.name if isinstance(method, EnumValue) else "Get"
        if holes is not None and name == verb:
            return endpoint, holes
        if holes is not None:
            others.add(name)
    if others:
        raise Refused(405, f"this path is for {', '.join(sorted(others))}")
    raise Refused(404, f"the interface `{api.fields['Name']}` has nothing at `/{rest}`")


def _holes(pattern: str, path: str) -> dict[str, str] | None:
    """What stands in the pattern's holes; None if the path is another one."""
    wanted, given = pattern.strip("/").split("/"), path.split("/")
    if len(wanted) != len(given):
        return None
    found = {}
    for part, text in zip(wanted, given, strict=True):
        if part.startswith("{") and part.endswith("}") and text:
            found[part[1:-1]] = unquote(text)
        elif part != text:
            return None
    return found


def _function(endpoint: Instance) -> FunctionInfo:
    group = endpoint.fields["Function"]
    if not isinstance(group, FunctionGroup) or not group.functions:
        raise BadProgram(f"an `Endpoint` runs a function of the app, not {kind(group)}")
    return group.functions[0]


# ── What goes in and out ─────────────────────────────────────────────────────────────────────────────────────────────


def _arguments(world: World, function: FunctionInfo, request: _Request, *, is_raw: bool) -> Sequence[Value]:
    """The arguments: from the path and the query by name, from the body by name, else the body as a whole."""
    values = {name.lower(): text for name, text in request.values.items()}
    body = None if is_raw or not request.body.strip() else _document(request.body)
    members = {str(name).lower(): value for name, value in body.items()} if isinstance(body, dict) else {}
    left = [p for p in function.parameters if p.name.lower() not in values and p.name.lower() not in members]
    given: list[Value] = []
    for parameter in function.parameters:
        shape, name = written(world.program, parameter.type, function.site), parameter.name.lower()
        if name in values:
            given.append(_from_text(world, shape, values[name], parameter.name))
        elif name in members:
            given.append(_from_json(world, shape, serialize(members[name]), parameter.name))
        elif body is not None and len(left) == 1 and not _is_simple(shape):
            given.append(_from_json(world, shape, request.body, parameter.name))
        else:
            given.append(_missing(parameter, shape))
    return given


def _document(text: str) -> Value:
    try:
        return parse_json(text)
    except OsyThrow as thrown:
        raise Refused(400, f"the body is no JSON: {thrown.message}") from None


def _is_simple(shape: Shape) -> bool:
    """Whether the value is no whole body."""
    return not isinstance(shape.info, ClassInfo) and shape.name not in ("List", "Array", "Dictionary", "Json")


def _from_text(world: World, shape: Shape, text: str, name: str) -> Value:
    if isinstance(shape.info, EntityInfo):
        return _row_of(world, shape.info, text)
    if shape.name == "string":
        return text
    is_written_plainly = isinstance(default_of(replace(shape, is_nullable=False)), int | float | Decimal)
    return _from_json(world, shape, text.strip() if is_written_plainly else quoted(text), name)


def _row_of(world: World, entity: EntityInfo, text: str) -> Value:
    row = next((r for r in world.rows(entity) if isinstance(r.id, Guid) and r.id.text == text.lower()), None)
    if row is None:
        raise throw("NotFoundException", f"there is no {entity.name} {text}")
    return row


def _from_json(world: World, shape: Shape, text: str, name: str) -> Value:
    try:
        return deserialize(world, TypeValue(shape), text)
    except OsyThrow as thrown:
        raise Refused(400, f"`{name}` cannot be read: {thrown.message}") from None


def _missing(parameter: ParameterInfo, shape: Shape) -> Value:
    if parameter.has_default:
        return Absent.ARGUMENT
    if shape.is_nullable:
        return None
    raise Refused(400, f"`{parameter.name}` is missing")


def _body_of(world: World, value: Value, endpoint: Instance) -> str:
    """The answer's text: a list in an envelope, a text of another content type as it is, anything else as JSON."""
    content = str(endpoint.fields["ContentType"] or "")
    if value is None:
        return ""
    if isinstance(value, str) and content and "json" not in content:
        return value
    from osy_runtime.builtins.sequences import Query, items_of

    if isinstance(value, list | Query | HashSet):
        return f'{{"result":{serialize([*items_of(world, value)], _options(world))}}}'
    return serialize(value, _options(world))


def _options(world: World) -> Value:
    """Enums travel by their names."""
    info = world.program.find_platform_type("JsonSerializerOptions")
    options = construct(world, info, [], {})  # type: ignore[arg-type]  # it is a class
    options.fields["EnumsAsNames"] = True
    return options


_FUNCTIONS: dict[str, Callable[..., Value]] = {"Get": get, "KeyFor": key_for, "Post": post}
STATICS = {"Api": Static("Api", functions=_FUNCTIONS)}
