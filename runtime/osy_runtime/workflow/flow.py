"""A declared workflow: its header, read at once, and its shape, compiled when the first run needs it."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import cast

from osy_grammar.nodes import workflow as w
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.expressions import Expression, Literal, Member, Name
from osy_runtime.faces import CompilerFace, DeclaredWorkflow, ProgramFace, Value
from osy_runtime.signals import BadProgram, CodeFrame
from osy_runtime.slips import guess
from osy_runtime.workflow.compile import compile_workflow
from osy_runtime.workflow.shape import WorkflowShape


class Flow:
    """A workflow of the program; `order` is its place among them."""

    def __init__(self, declared: DeclaredWorkflow, order: int, program: ProgramFace, compiler: CompilerFace) -> None:
        # A declared workflow's item holds a workflow; the program sorted them by their node's class.
        node = cast(w.Workflow, declared.item.node)
        self._node = node
        self.name = node.name.text
        self.order = order
        self._declared = declared
        self._program = program
        self._compiler = compiler
        header = {clause.name.text: clause.value for clause in node.items if isinstance(clause, w.Clause)}
        tracks = header.get("Tracks")
        written, self.field = _tracked(tracks)
        self.entity = written.rpartition(".")[2]
        self.entity_id = program.entity_at(declared.path, declared.item, written)
        autostart = header.get("Autostart")
        self.autostart = not (isinstance(autostart, Literal) and autostart.kind == "false")
        initial = header.get("Initial")
        self.initial = initial.text if isinstance(initial, Name) else ""
        self.event_names = tuple(e.name.text for e in node.items if isinstance(e, w.Event))
        self.slot_names = _slot_names(node)
        self._tracked: dict[str, bool] = {}

    @cached_property
    def values(self) -> Mapping[str, Value]:
        """The members of the tracked enum by name."""
        return self._program.tracked_values(self.entity_id, self.field)

    @cached_property
    def shape(self) -> WorkflowShape:
        """The compiled workflow."""
        return compile_workflow(self._declared, self._compiler, self.values)

    @cached_property
    def header_problem(self) -> tuple[str, CodeFrame] | None:
        """Why no run can start, and where that stands; None if one can (R27)."""
        told = self._program.tracking_problem(self.entity_id, self.field)
        if told is not None:
            return self._problem("Tracks", told)
        if not self.initial:
            return self._problem("Initial", "does not say where it starts: it needs `Initial = State;`")
        states = {i.name.text: i for i in self._node.items if isinstance(i, (w.State, w.Terminal))}
        if self.initial not in states:
            near = guess(self.initial, list(states))
            return self._problem("Initial", f"has no state `{self.initial}` to start in{near}")
        for name, node in states.items():
            if name not in self.values:
                told = f"has the state `{name}`, which is no member of the enum that types `{self.entity}.{self.field}`"
                return self._problem_at(node.name, f"{told}{guess(name, list(self.values))}")
        return None

    def check(self) -> None:
        """Refuse a workflow that no run can start of."""
        if self.header_problem is not None:
            message, frame = self.header_problem
            refusal = BadProgram(message)
            refusal.locate(frame)
            refusal.leave_call()
            raise refusal

    def _problem(self, clause: str, told: str) -> tuple[str, CodeFrame]:
        found = next((i for i in self._node.items if isinstance(i, w.Clause) and i.name.text == clause), None)
        return self._problem_at(found or self._node.name, told)

    def _problem_at(self, node: Node, told: str) -> tuple[str, CodeFrame]:
        place = CodeFrame(self.name, self._declared.path, self._declared.item.start + node.start)
        return f"workflow `{self.name}` {told}", place

    @cached_property
    def tracks_nothing(self) -> bool:
        """Whether no row at all is one of this workflow, as far as all is in view."""
        return self._program.is_whole and not self._program.entity_is(self.entity_id, self.entity_id)

    def tracks(self, entity: str) -> bool:
        """Whether rows of the entity, by its full name, are rows of this workflow."""
        known = self._tracked.get(entity)
        if known is None:
            known = self._tracked[entity] = self._program.entity_is(entity, self.entity_id)
        return known


def declared_flows(program: ProgramFace, compiler: CompilerFace) -> tuple[Flow, ...]:
    """The program's workflows; made once for a program and shared by its worlds."""
    return tuple(Flow(declared, order, program, compiler) for order, declared in enumerate(program.workflows))


def _tracked(value: Expression | None) -> tuple[str, str]:
    if isinstance(value, Member):
        match value.target:
            case Name(text=entity):
                return entity, value.name.text
            case Member():
                return _dotted(value.target), value.name.text
            case _:
                pass
    return "", ""


def _dotted(node: Expression) -> str:
    """`A.B.C` as a text."""
    parts: list[str] = []
    while isinstance(node, Member):
        parts.append(node.name.text)
        node = node.target
    return ".".join([node.text if isinstance(node, Name) else "", *reversed(parts)])


def _slot_names(node: w.Workflow) -> frozenset[str]:
    places: Sequence[w.Workflow | w.State | w.Terminal] = [
        node,
        *(item for item in node.items if isinstance(item, (w.State, w.Terminal))),
    ]
    return frozenset(item.slot.text for place in places for item in place.items if isinstance(item, w.Subscribe))
