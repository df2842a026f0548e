"""What workflow bodies reach outside the process, directly and through what they call.

First the sinks: calls that leave the process (ruling R32), told by their receiver. A code with a sink that nothing
around it guards is *open*; so is one with an unguarded call that can run an open one. The names of what may be open are
closed over first, cheaply and by spelling alone; only calls of such names are then resolved, through receivers' types,
bases, interfaces and all that implement them (R33). Openness spreads backwards from the sinks, breadth first, so each
open code remembers its shortest way out, recursion ends, and the whole is linear in the calls that matter. Last,
each unguarded call in a workflow's body (R34) that is a sink or can run an open code is a problem.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from osy_analysis.passes.declare import Callable
from osy_analysis.passes.index import Entry, Index, index_of
from osy_analysis.passes.infer import Inference
from osy_analysis.passes.scan import CallUse
from osy_analysis.problems.base import Place, Problem
from osy_analysis.problems.reliability import Hop, UnguardedCall, UnguardedReach
from osy_analysis.project import Project
from osy_grammar.language import member, members_of
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.expressions import Call, Member, Name, New

OUTBOUND = ("Http", "Imap", "Smtp")
"""The platform's statics whose members leave the process; of those that the table has, its members. Ruling R32."""

_MODEL_CALLS = frozenset(("Complete", "Stream"))
_MODEL_TYPES = frozenset(("LlmClient", "ILlmClient"))
_QUERIES = frozenset(
    [
        "Where",
        "Select",
        "SelectMany",
        "OrderBy",
        "OrderByDescending",
        "Any",
        "All",
        "Count",
        "Sum",
        "Min",
        "Max",
        "First",
        "FirstOrDefault",
        "Single",
        "SingleOrDefault",
        "Last",
        "LastOrDefault",
        "Take",
        "Skip",
        "Include",
        "ToList",
        "ToArray",
        "Update",
        "Delete",
    ]
)

_TRACES = ("Http.", "Imap.", "Smtp.", "client ", "DataSource", "LlmClient")
"""A project whose text has none of these has no sink, and none of its bodies is walked."""


_found: WeakKeyDictionary[Project, list[tuple[Entry, Problem]]] = WeakKeyDictionary()


def reach_problems(project: Project) -> list[tuple[Entry, Problem]]:
    """The unguarded ways out of the project's own workflow bodies, found at the first asking."""
    found = _found.get(project)
    if found is None:
        found = _found[project] = _find(project)
    return found


def _find(project: Project) -> list[tuple[Entry, Problem]]:
    index = index_of(project)
    own = [(entry, body) for entry, body in index.bodies if entry.path not in project.kit_paths]
    if not own or not any(trace in file.text for file in project.files.values() for trace in _TRACES):
        return []
    reach = _Reach(index)
    reach.spread()
    return [(entry, problem) for entry, body in own for problem in reach.problems(entry, body)]


@dataclass(slots=True)
class _Reach:
    """`ways` has each open callable's call on its shortest way out, and what that runs (None: it goes out)."""

    index: Index
    ways: dict[Callable, tuple[CallUse, Callable | None]] = field(default_factory=dict)

    def spread(self) -> None:
        """Find every open callable."""
        codes = [code for code, entry in self.index.home.items() if code.body is None and entry.is_sound]
        for code in codes:
            for use in code.open_calls:
                if self._is_sink(code, use.call):
                    self.ways[code] = (use, None)
                    break
        callers = self._callers(codes)
        waiting = deque(self.ways)
        while waiting:
            opened = waiting.popleft()
            for caller, use in callers.get(opened, ()):
                if caller not in self.ways:
                    self.ways[caller] = (use, opened)
                    waiting.append(caller)

    def _callers(self, codes: list[Callable]) -> dict[Callable, list[tuple[Callable, CallUse]]]:
        hot = self._hot_names(codes)
        callers: dict[Callable, list[tuple[Callable, CallUse]]] = {}
        for code in codes:
            for use in code.open_calls:
                if spelling(use.call) in hot:
                    for target in self._targets(code, use.call):
                        callers.setdefault(target, []).append((code, use))
        return callers

    def _hot_names(self, codes: list[Callable]) -> set[str]:
        """The names that a call on some way out can have."""
        spelled: dict[str, set[str]] = {}
        for code in codes:
            for use in code.open_calls:
                spelled.setdefault(spelling(use.call), set()).add(code.name)
        hot: set[str] = set()
        waiting = [code.name for code in self.ways]
        while waiting:
            name = waiting.pop()
            if name not in hot:
                hot.add(name)
                waiting.extend(spelled.get(name, ()))
        return hot

    def _is_sink(self, code: Callable, call: Call | New) -> bool:
        if not isinstance(call, Call) or not isinstance(call.target, Member):
            return False
        receiver, name = call.target.target, call.target.name.text
        path = self.index.home[code].path
        inference = Inference(self.index, path, code)
        if isinstance(receiver, Name):
            root = receiver.text
            if root in OUTBOUND and (not members_of(root) or member(root, name) is not None):
                return not inference.is_local(root) and inference.type_of(receiver) is None
        elif not isinstance(receiver, Member):
            return False
        if name in _MODEL_CALLS:
            ref = inference.type_of(receiver)
            is_static = isinstance(receiver, Name) and receiver.text in _MODEL_TYPES
            return is_static or (ref is not None and ref.name in _MODEL_TYPES)
        last = receiver.text if isinstance(receiver, Name) else receiver.name.text
        if last not in self.index.types:
            return False
        ref = inference.type_of(receiver)
        if ref is None or not ref.is_type:
            return False
        return any(
            name in facts.operations or (facts.is_data_source and name in _QUERIES)
            for facts in self.index.types_from(path, ref.name)
        )

    def _targets(self, code: Callable, call: Call | New) -> list[Callable]:
        """What the call can run, as far as it is known."""
        path = self.index.home[code].path
        inference = Inference(self.index, path, code)
        if isinstance(call, New):
            count = len(call.arguments.items) if call.arguments else 0
            types = self.index.types_from(path, call.type.name.last.text) if call.type else []
            return _fitting([constructor for facts in types for constructor in facts.constructors], count)
        count = len(call.arguments.items)
        match call.target:
            case Name(text=name):
                return inference.functions(name, count)
            case Member(target=target, name=name):
                ref = inference.type_of(target)
                if ref is None or ref.is_many:
                    return []
                return _fitting(self.index.methods(path, ref.name, name.text), count)
            case _:
                return []

    def problems(self, entry: Entry, body: Callable) -> Iterator[Problem]:
        """The unguarded calls of one body that go out or reach out."""
        words = body.body.words if body.body is not None else body.name
        for use in body.open_calls:
            text = entry.item.chunk.text
            if self._is_sink(body, use.call):
                yield UnguardedCall(call=named_part(use.call), use=use.call, what=written(use.call, text), body=words)
                continue
            open_targets = [target for target in self._targets(body, use.call) if target in self.ways]
            if open_targets:
                chain = min((self._chain(target) for target in open_targets), key=len)
                yield UnguardedReach(
                    call=named_part(use.call), use=use.call, what=written(use.call, text), body=words, chain=chain
                )

    def _chain(self, code: Callable) -> tuple[Hop, ...]:
        hops = []
        current: Callable | None = code
        while current is not None:
            use, following = self.ways[current]
            entry = self.index.home[current]
            place = Place(entry.path, entry.item, named_part(use.call))
            hops.append(Hop(current.name, written(use.call, entry.item.chunk.text), place))
            current = following
        return tuple(hops)


def _fitting(codes: list[Callable], count: int) -> list[Callable]:
    """Those that take so many arguments; all where none does, since we may have misread something."""
    return [code for code in codes if code.accepts(count)] or codes


def spelling(call: Call | New) -> str:
    """The name that a call is spelled with; empty where it has none."""
    match call:
        case New(type=written_type):
            return written_type.name.last.text if written_type else ""
        case Call(target=Name(text=name)):
            return name
        case Call(target=Member(name=name)):
            return name.text
        case _:
            return ""


def named_part(call: Call | New) -> Node:
    """The words that name what is called: `Mailer.Send`, `SendInvite`, the last name of a longer chain."""
    match call:
        case New(type=written_type):
            return written_type or call
        case Call(target=Member(target=Name())) | Call(target=Name()):
            return call.target
        case Call(target=Member(name=name)):
            return name
        case _:
            return call


def written(call: Call | New, text: str) -> str:
    """The words that name what is called, as written in its chunk's text."""
    part = named_part(call)
    return "".join(text[part.start : part.end].split())
