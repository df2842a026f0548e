"""`Http`. Nothing ever leaves the process: a call is answered by its stub, or refused by name (R29)."""

from collections.abc import Sequence
from typing import NoReturn

from osy_runtime.builtins.static import NativeFunction, Static
from osy_runtime.exceptions import throw
from osy_runtime.show import kind, to_text
from osy_runtime.signals import BadProgram
from osy_runtime.values import Instance, Value
from osy_runtime.world import World

VERBS = ("Get", "Post", "Put", "Patch", "Delete")
_WITH_BODY = ("Post", "Put", "Patch")


def unstubbed(verb: str, url: str, key: str) -> NoReturn:
    """Refuse a call that no stub answers."""
    raise throw(
        "UnstubbedCallException", f"no stub answers {verb.upper()} {url}: a test never calls out, use `{key}.Stub(…)`"
    )


def send(world: World, verb: str, url: Value, body: Value, headers: Value) -> Instance:
    """Ask the verb's stub; it may leave out trailing parameters."""
    key = f"Http.{verb}"
    stub = world.stubs.get(key)
    if stub is None:
        unstubbed(verb, to_text(url), key)
    headers = {} if headers is None else headers
    given: Sequence[Value] = (url, to_text(body), headers) if verb in _WITH_BODY else (url, headers)
    if stub.arity > len(given):
        raise BadProgram(f"a stub of `{key}` takes {len(given)} parameters at most, not {stub.arity}")
    answer = stub.call(*given[: stub.arity])
    if not isinstance(answer, Instance) or answer.cls.name != "HttpResponse":
        raise BadProgram(f"a stub of `{key}` answers with an HttpResponse, not with {kind(answer)}")
    return answer


def _without_body(verb: str) -> NativeFunction:
    return lambda world, url, headers=None: send(world, verb, url, None, headers)


def _with_body(verb: str) -> NativeFunction:
    return lambda world, url, body, contentType="", headers=None: send(world, verb, url, body, headers)  # noqa: N803


STATICS = {
    "Http": Static(
        "Http", functions={verb: _with_body(verb) if verb in _WITH_BODY else _without_body(verb) for verb in VERBS}
    ),
}
