"""`topic Name(keys) { Candidates = u => …; Carries = T; }`: messages to whoever listens now (R164).

`Name.For(keys).Listen()` gives a list that grows with each message that is published from then on, and `.Publish(m)`
publishes one. Both are for who satisfies `Candidates`; without `[AllowAnonymous]`, for somebody who is signed in. The
member `Who` of a message is whoever published it.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from osy_grammar.nodes import declarations as d
from osy_runtime.evaluate.frame import Frame
from osy_runtime.exceptions import throw
from osy_runtime.faces import HostObject, MissingMember, Value
from osy_runtime.link import attribute
from osy_runtime.show import kind, show
from osy_runtime.signals import BadProgram
from osy_runtime.values import Closure, Instance

if TYPE_CHECKING:
    from osy_runtime.world import World

MOST_MESSAGES = 100_000
"""How many messages a listener takes before the test that floods it ends."""


class TopicStatic(HostObject):
    """A declared topic by its name."""

    type_name: ClassVar[str] = "topic"

    def __init__(self, world: "World", name: str) -> None:
        self._world = world
        self._name = name

    def get_member(self, name: str) -> Value:
        """It has none that is read."""
        raise MissingMember(name)

    def call_member(self, name: str, arguments: Sequence[Value], named: Mapping[str, Value]) -> Value:
        """`For(keys)`."""
        if name != "For":
            raise MissingMember(name)
        _, node = self._world.program.topics[self._name]
        names = [parameter.name.text for parameter in node.parameters.items]
        given = {**dict(zip(names, arguments, strict=False)), **named}
        if len(arguments) + len(named) != len(names) or {*given} != {*names}:
            raise BadProgram(f"`{self._name}.For` takes {len(names)} keys: {', '.join(names) or 'none'}")
        return Topic(self._world, self._name, given)


class Topic(HostObject):
    """One topic, with its keys."""

    type_name: ClassVar[str] = "topic"

    def __init__(self, world: "World", name: str, keys: Mapping[str, Value]) -> None:
        self._world = world
        self._name = name
        self._keys = keys

    def get_member(self, name: str) -> Value:
        """It has none that is read."""
        raise MissingMember(name)

    def call_member(self, name: str, arguments: Sequence[Value], named: Mapping[str, Value]) -> Value:
        """`Listen()` and `Publish(message)`."""
        match name, [*arguments]:
            case "Listen", []:
                self._admit("listen to")
                heard: list[Value] = []
                self._listeners.append(heard)
                return heard
            case "Publish", [message]:
                self._admit("publish to")
                self._publish(message)
                return None
            case (("Listen" | "Publish"), _):
                raise BadProgram(f"`{self._name}.{name}` takes {'one message' if name == 'Publish' else 'nothing'}")
            case _:
                raise MissingMember(name)

    @property
    def _listeners(self) -> list[list[Value]]:
        address = f"{self._name}({', '.join(show(key) for key in self._keys.values())})"
        return self._world.topics.setdefault(address, [])

    def _publish(self, message: Value) -> None:
        if not isinstance(message, Instance):
            raise BadProgram(f"what is published is an object of a class, not {kind(message)}")
        if "Who" in message.fields:
            message.fields["Who"] = self._world.caller.principal
        for heard in self._listeners:
            if len(heard) >= MOST_MESSAGES:
                raise BadProgram(f"more than {MOST_MESSAGES} messages were published to `{self._name}`")
            heard.append(message)
            self._world.store.log_undo(_forget, heard, message)

    def _admit(self, what: str) -> None:
        """Throw unless who acts may listen and publish here."""
        world = self._world
        if not world.is_checked:
            return
        _, node = world.program.topics[self._name]
        is_open = attribute(node.attributes, "AllowAnonymous") is not None
        if (world.caller.principal is None and not is_open) or not self._is_candidate(node):
            raise throw("NotAuthorized", f"{world.caller.described()} may not {what} the topic `{self._name}`")

    def _is_candidate(self, node: d.Topic) -> bool:
        rule = next((s for s in node.settings.items if isinstance(s, d.Setting) and s.name.text == "Candidates"), None)
        if rule is None:
            return True
        world = self._world
        site, _ = world.program.topics[self._name]
        scope = world.compiler.scope(site, self._name, None, rule.value)
        variables = [scope.declare(name) for name in self._keys]
        code = world.compiler.value(scope, rule.value)
        frame = Frame(world, None, [None] * scope.size)
        for variable, key in zip(variables, self._keys.values(), strict=True):
            frame.locals[variable.index] = [key] if variable.in_cell else key
        with world.deciding():
            asked = code(frame)
            return (asked(world.user) if isinstance(asked, Closure) else asked) is True


def _forget(heard: list[Value], message: Value) -> None:
    if message in heard:
        heard.remove(message)
