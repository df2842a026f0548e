"""What stands before a dot: its type, as far as the table of the language and the project's declarations tell it.

A receiver is a short type name, a type itself (`TestClock`, an enum, an entity), a workflow's own name, or the run of a
row. The ambient `slot`, the name that a breach arm gives it and the workflow's slots are of the type `Slot`. Chains of
calls are followed through the signatures of the table; what is not plain from these is left to the analysis' own
inference, and what that does not know is unknown: then nothing is proposed.
"""

import re
from dataclasses import dataclass

from osy_analysis.model import Model
from osy_analysis.passes.declare import Callable
from osy_analysis.passes.infer import Inference, Ref
from osy_analysis.passes.workflows import names_of
from osy_analysis.resolve import callable_around
from osy_analysis.scopes import Scope
from osy_grammar.language import member, platform_type
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.declarations import Attribute, Client, Entity, Enum
from osy_grammar.nodes.expressions import (
    Argument,
    As,
    Call,
    Cast,
    Expression,
    Index,
    Interpolation,
    Lambda,
    Literal,
    Member,
    Name,
    New,
    NonNull,
    Parenthesised,
    This,
)
from osy_grammar.nodes.types import TypeName
from osy_grammar.nodes.workflow import Clause, Event, Workflow
from osy_grammar.tree import Item

DEEPEST = 40
RUN = "WorkflowRun"
FLOW = "Flow"
THIS = "this"
_SIGNATURE_TYPE = re.compile(r"^(?P<name>\w+)(?:<(?P<of>.+)>)?(?P<tail>(?:\?|\[\])*)\s")
_LISTS = frozenset(("List", "Query", "EntityQuery"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Receiver:
    """A type by its short name; `of` is the type of its items or rows, `is_type` if the type itself is the value."""

    name: str
    is_type: bool = False
    of: str = ""
    workflow: Workflow | None = None


@dataclass(frozen=True, slots=True)
class Receivers:
    """Answers for the expressions around one offset; `nodes` cover it, outermost first."""

    model: Model
    path: str
    item: Item
    nodes: tuple[Node, ...]
    scope: Scope | None

    def of(self, expression: Expression, depth: int = 0) -> Receiver | None:
        """What the expression is; None is unknown."""
        if depth > DEEPEST:
            return None
        match expression:
            case This():
                return Receiver(name=THIS) if self.scope is not None else self._inferred(expression)
            case Name():
                return self._name(expression)
            case Member():
                return self._member(expression, depth)
            case Call():
                return self._call(expression, depth)
            case Parenthesised(inner=inner) | NonNull(target=inner):
                return self.of(inner, depth + 1)
            case New(type=TypeName() as written) | Cast(type=written) | As(type=written):
                return self.written(written)
            case Literal(kind="string") | Literal(kind="raw") | Interpolation():
                return Receiver(name="string")
            case Index(target=target):
                listed = self.of(target, depth + 1)
                return Receiver(name=listed.of) if listed is not None and listed.of else None
            case _:
                return self._inferred(expression)

    def written(self, type_: TypeName) -> Receiver:
        """The receiver of a written type."""
        name = type_.name.last.text
        if "[]" in type_.tails:
            return Receiver(name="List", of=name)
        return Receiver(name=name, of=type_.arguments[0].name.last.text if type_.arguments else "")

    def principal(self) -> str:
        """The short name of the app's `[Principal]` entity; empty if there is none in view."""
        for places in self.model.index.declarations.values():
            for place in places:
                node = place.item.node
                if isinstance(node, Entity) and any(a.name.last.text == "Principal" for a in node.attributes):
                    return node.name.last.text
        return ""

    # ── Names ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _name(self, expression: Name) -> Receiver | None:
        name, scope = expression.text, self.scope
        if scope is not None and name in scope.slot_names:
            return Receiver(name="Slot")
        local = self._lambda_parameter(name) or self._parameter(name) or self._inferred(expression, only_values=True)
        if local is not None:
            return local
        if scope is not None and scope.body is not None and name == "actor":
            return Receiver(name=self.principal())
        if scope is not None and name in names_of(scope.workflow).slots:
            return Receiver(name="Slot")
        return self._declared(name) or (Receiver(name=name, is_type=True) if platform_type(name) else None)

    def _parameter(self, name: str) -> Receiver | None:
        """A parameter of the event or of the route around the offset."""
        parameters = self.scope.parameters if self.scope is not None else ()
        return next((self.written(each.type) for each in parameters if each.name.text == name), None)

    def _lambda_parameter(self, name: str) -> Receiver | None:
        """The row that a lambda's parameter is: of the list it is asked of, or of the people who may take a slot."""
        for index in range(len(self.nodes) - 1, 0, -1):
            node = self.nodes[index]
            if not isinstance(node, Lambda) or all(each.name.text != name for each in node.parameters):
                continue
            written = next(each.type for each in node.parameters if each.name.text == name)
            if written is not None:
                return self.written(written)
            return self._lambda_row(self.nodes[:index], node)
        return None

    def _lambda_row(self, outer: tuple[Node, ...], node: Lambda) -> Receiver | None:
        holder = outer[-1]
        if isinstance(holder, Clause) or any(isinstance(each, Attribute) for each in outer):
            return Receiver(name=self.principal())
        call = next((each for each in reversed(outer) if isinstance(each, Call)), None)
        if not isinstance(holder, Argument) or call is None or not isinstance(call.target, Member):
            return None
        target = Receivers(self.model, self.path, self.item, outer, self.scope).of(call.target.target)
        if target is None:
            return None
        return Receiver(name=target.of or target.name)

    def _declared(self, name: str) -> Receiver | None:
        for place in self.model.index.declarations.get(name, ()):
            match place.item.node:
                case Workflow() as workflow:
                    return Receiver(name=FLOW, is_type=True, workflow=workflow)
                case Enum() | Entity() | Client():
                    return Receiver(name=name, is_type=True)
                case _:
                    pass
        # A workflow that does not parse is not in the index, but its own bodies still mean it.
        if self.scope is not None and self.scope.workflow.name.text == name:
            return Receiver(name=FLOW, is_type=True, workflow=self.scope.workflow)
        return None

    # ── Members and calls ────────────────────────────────────────────────────────────────────────────────────────────

    def _member(self, expression: Member, depth: int) -> Receiver | None:
        name = expression.name.text
        if isinstance(expression.target, This) and self.scope is not None:
            return Receiver(name=self.scope.item_type or "") if name == "Item" else None
        target = self.of(expression.target, depth + 1)
        if target is None:
            return self._inferred(expression) or self._declared(name)
        if target.name == RUN and target.workflow is not None and name in names_of(target.workflow).slots:
            return Receiver(name="SlotHandle")
        return self._result(target, name) or self._inferred(expression)

    def _call(self, expression: Call, depth: int) -> Receiver | None:
        if not isinstance(expression.target, Member):
            return self._inferred(expression)
        target = self.of(expression.target.target, depth + 1)
        if target is None:
            return self._inferred(expression)
        return self._result(target, expression.target.name.text) or self._inferred(expression)

    def _result(self, target: Receiver, name: str) -> Receiver | None:
        """The type of a member, or of what calling it gives."""
        if target.name == FLOW and target.workflow is not None and name == "For":
            return Receiver(name=RUN, workflow=target.workflow)
        declared = None if target.is_type else self.model.index.field_type(self.path, target.name, name)
        if declared is not None:
            return self.written(declared)
        is_rows = target.is_type and self._is_entity(target.name)
        fact = member("EntityQuery" if is_rows else target.name, name)
        if fact is None:
            return Receiver(name=target.name) if target.is_type and self._is_enum_member(target.name, name) else None
        return self._signature_type(fact.signature, target.name if is_rows else target.of)

    def _signature_type(self, signature: str, of: str) -> Receiver | None:
        found = _SIGNATURE_TYPE.match(signature)
        if found is None or found["name"] in ("void", "Enum"):
            return None
        name, argument = found["name"], found["of"] or ""
        argument = of if argument == "T" else argument
        if name == "T":
            name = of
        elif name == "Principal":
            name = self.principal()
        if "[]" in found["tail"]:
            return Receiver(name="List", of=name)
        return Receiver(name=name, of=argument) if name else None

    def _is_entity(self, name: str) -> bool:
        return any(isinstance(place.item.node, Entity) for place in self.model.index.declarations.get(name, ()))

    def _is_enum_member(self, owner: str, name: str) -> bool:
        return any(
            isinstance(place.item.node, Enum) and any(each.name.text == name for each in place.item.node.members)
            for place in self.model.index.declarations.get(owner, ())
        )

    def _inferred(self, expression: Expression, *, only_values: bool = False) -> Receiver | None:
        callable_ = callable_around(self.item, self.nodes) or Callable(name="")
        if self.path not in self.model.index.scopes:
            return None
        ref: Ref | None = Inference(self.model.index, self.path, callable_).type_of(expression)
        if ref is None or (only_values and ref.is_type):
            return None
        return Receiver(name="Query", of=ref.name) if ref.is_many else Receiver(name=ref.name, is_type=ref.is_type)


def correlates(event: Event) -> bool:
    """Whether the event can be reported from outside by its own rule."""
    return any(attribute.name.last.text == "CorrelateOn" for attribute in event.attributes)
