"""`Http`. Nothing ever leaves the process: a call is answered by its stub, or refused by name (R29)."""

from collections.abc import Iterator, Sequence
from typing import NoReturn

from osy_runtime.builtins.json_writing import serialize
from osy_runtime.builtins.sequences import Query
from osy_runtime.builtins.static import NativeFunction, Static
from osy_runtime.exceptions import throw
from osy_runtime.show import kind, to_text
from osy_runtime.signals import BadProgram
from osy_runtime.values import Instance, Value
from osy_runtime.world import World

VERBS = ("Get", "Post", "Put", "Patch", "Delete")
STUBBED = frozenset(
    {*(f"Http.{verb}" for verb in VERBS), "Http.StreamEvents", "Imap.Fetch", "Smtp.Send", "LlmClient.Complete"}
)
"""What leaves the process on the platform, and is answered by stubs here."""

_WITH_BODY = ("Post", "Put", "Patch")


def unstubbed(verb: str, url: str, key: str) -> NoReturn:
    """Refuse a call that no stub answers."""
    raise throw(
        "UnstubbedCallException", f"no stub answers {verb.upper()} {url}: a test never calls out, use `{key}.Stub(…)`"
    )


def send(world: World, verb: str, url: Value, body: Value, headers: Value) -> Instance:
    """Ask the verb's stub; it may leave out trailing parameters."""
    key = f"Http.{verb}"
    given: Sequence[Value] = (
        (url, body_text(body), _headers(headers)) if verb in _WITH_BODY else (url, _headers(headers))
    )
    answer = _asked(world, key, verb, to_text(url), given)
    if not isinstance(answer, Instance) or answer.cls.name != "HttpResponse":
        raise BadProgram(f"a stub of `{key}` answers with an HttpResponse, not with {kind(answer)}")
    return answer


def _asked(world: World, key: str, verb: str, url: str, given: Sequence[Value]) -> Value:
    stub = world.stubs.get(key)
    if stub is None:
        unstubbed(verb, url, key)
    arity = getattr(stub, "arity", len(given))
    if arity > len(given):
        raise BadProgram(f"a stub of `{key}` takes {len(given)} parameters at most, not {arity}")
    return stub(*given[:arity])


def _headers(value: Value) -> Value:
    return {} if value is None else value


def body_text(body: Value) -> str:
    """A body as it is sent: a text as it is, a document as its JSON."""
    if body is None:
        return ""
    return to_text(body) if isinstance(body, str) else serialize(body)


def stream_events(
    world: World,
    url: Value,
    body: Value = "",
    contentType: Value = "",  # noqa: N803 -- named arguments find it by this name
    headers: Value = None,
) -> Value:
    """`Http.StreamEvents(…)`: what its stub gives, texts or an answer with server-sent events in its body."""
    key = "Http.StreamEvents"
    answer = _asked(world, key, "Post", to_text(url), (url, body_text(body), _headers(headers)))
    if isinstance(answer, list | Query):
        return Query(lambda: iter(answer))
    if not isinstance(answer, Instance) or answer.cls.name != "HttpResponse":
        raise BadProgram(f"a stub of `{key}` answers with texts or an HttpResponse, not with {kind(answer)}")
    status = answer.fields["StatusCode"]
    if not isinstance(status, int) or not 200 <= status <= 299:
        raise throw("ExternalServiceException", f"{to_text(url)} answered {to_text(status)}")
    return [*_events(to_text(answer.fields["Body"]))]


def _events(body: str) -> Iterator[Value]:
    """The data of server-sent events: lines of one event are joined, comments and other fields left out."""
    lines: list[str] = []
    for line in [*body.replace("\r\n", "\n").split("\n"), ""]:
        if line.startswith("data:"):
            lines.append(line[5:].removeprefix(" "))
        elif not line and lines:
            yield "\n".join(lines)
            lines = []


def complete(world: World, prompt: Value, *rest: Value) -> Value:
    """`LlmClient.Complete(prompt)`: no model is asked, its stub answers; the prompt goes to it as it is."""
    key = "LlmClient.Complete"
    if key not in world.stubs:
        raise throw(
            "UnstubbedCallException",
            f"no stub answers for a model: a test never calls out, use `{key}.Stub(prompt => …)`",
        )
    return _asked(world, key, key, "", (prompt, *rest))


def _mailbox(key: str) -> NativeFunction:
    """A call to a mail server: its stub gets what it is called with."""
    return lambda world, *given: _asked(world, key, key, to_text(given[0]) if given else "", given)


def _without_body(verb: str) -> NativeFunction:
    return lambda world, url, headers=None: send(world, verb, url, None, headers)


def _with_body(verb: str) -> NativeFunction:
    return lambda world, url, body, contentType="", headers=None: send(world, verb, url, body, headers)  # noqa: N803


STATICS = {
    "Http": Static(
        "Http",
        functions={
            **{verb: _with_body(verb) if verb in _WITH_BODY else _without_body(verb) for verb in VERBS},
            "StreamEvents": stream_events,
        },
    ),
    "LlmClient": Static("LlmClient", functions={"Complete": complete}),
    "Imap": Static("Imap", functions={"Fetch": _mailbox("Imap.Fetch")}),
    "Smtp": Static("Smtp", functions={"Send": _mailbox("Smtp.Send")}),
}
