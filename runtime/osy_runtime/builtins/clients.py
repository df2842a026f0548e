"""Typed clients: an operation is answered by its own stub, else by the stub of its verb, JSON out and JSON in (R51)."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from osy_grammar.nodes import declarations as d
from osy_runtime.builtins.http import VERBS, send, unstubbed
from osy_runtime.builtins.json_text import deserialize, serialize
from osy_runtime.exceptions import throw
from osy_runtime.link import attribute, first_argument, literal_text
from osy_runtime.model import Site
from osy_runtime.show import to_text
from osy_runtime.signals import BadProgram, Unsupported
from osy_runtime.values import TypeValue, Value
from osy_runtime.world import World

if TYPE_CHECKING:
    from osy_runtime.evaluate.compiler import Compiler

Operation = Callable[[World, Sequence[Value]], Value]


def find_operation(compiler: "Compiler", client: str, name: str) -> Operation | None:
    """What calls the client's operation of that name; None if it has none."""
    site, node = compiler.program.clients[client]
    for member in node.members:
        if isinstance(member, d.ClientOperation) and member.name.text == name:
            return _operation(compiler, site, node, member)
    return None


def _operation(compiler: "Compiler", site: Site, client: d.Client, node: d.ClientOperation) -> Operation:
    from osy_runtime.evaluate.compiler import located
    from osy_runtime.evaluate.frame import Frame

    key = f"{client.name.text}.{node.name.text}"
    verb = next((v for v in VERBS if attribute(node.attributes, v)), None)
    path = literal_text(first_argument(attribute(node.attributes, verb or ""))) or ""
    base = next((m.value for m in client.members if isinstance(m, d.ClientSetting) and m.name.text == "BaseUrl"), None)
    scope = compiler.scope(site, key, None, base)
    base_code = located(scope, base, compiler.value(scope, base)) if base is not None else None
    parameters = [p.name.text for p in node.parameters.items]
    result = TypeValue(compiler.shape(node.type, site))

    def run(world: World, arguments: Sequence[Value]) -> Value:
        stub = world.stubs.get(key)
        if stub is not None:
            return stub(*arguments[: getattr(stub, "arity", len(arguments))])
        if len(arguments) != len(parameters):
            raise BadProgram(f"`{key}` takes {len(parameters)} arguments, not {len(arguments)}")
        if verb is None:
            raise Unsupported(f"`{key}` has no verb attribute that this runner knows")
        start = to_text(base_code(Frame(world, None, [None] * scope.size))) if base_code else ""
        url, body = _address(start + path, dict(zip(parameters, arguments, strict=True)), key)
        if f"Http.{verb}" not in world.stubs:
            unstubbed(verb, url, key)
        answer = send(world, verb, url, serialize(body) if body is not None else "", None)
        status = answer.fields["StatusCode"]
        if not isinstance(status, int) or not 200 <= status <= 299:
            raise throw("ExternalServiceException", f"{verb.upper()} {url} answered {to_text(status)}")
        if node.type.name.text == "void":
            return None
        return deserialize(world, result, to_text(answer.fields["Body"]))

    return run


def _address(url: str, arguments: dict[str, Value], key: str) -> tuple[str, Value]:
    from urllib.parse import quote

    rest = []
    for name, value in arguments.items():
        hole = "{" + name + "}"
        if hole in url:
            url = url.replace(hole, quote(to_text(value), safe="-_.~"))
        else:
            rest.append(value)
    if len(rest) > 1:
        raise Unsupported(f"`{key}` has {len(rest)} parameters that are not in its path; only a body is known here")
    return url, rest[0] if rest else None
