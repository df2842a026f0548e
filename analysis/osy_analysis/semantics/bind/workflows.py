"""Workflows: what their clauses, bodies and events mention, and the names of a run.

`this.Item` is the tracked row everywhere in a workflow. A body has the ambient names of the table of facts: `actor`,
and in a milestone `slot` and the arm's own name for it. The parameters of an event are in view in its attributes and in
routes that list them; a slot's name is in view everywhere in its workflow.
"""

from osy_analysis.passes.bodies import CLOCK_ROUTES, BodyItem, BodySite, Site, fact_of, items_of
from osy_analysis.semantics.bind.code import attributes, parameters, principal
from osy_analysis.semantics.bind.context import Binder
from osy_analysis.semantics.bind.meanings import dotted
from osy_analysis.semantics.bind.members import find
from osy_analysis.semantics.bind.names import ACTOR, SLOT
from osy_analysis.semantics.bind.statements import state_named
from osy_analysis.semantics.builtins import BOOL, INT, STRING, TIME_SPAN, named
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.types import FunctionType, Named, SlotOf, Type, TypeValue, nullable
from osy_analysis.symbols import SymbolKind
from osy_grammar.language import clause as clause_fact
from osy_grammar.language.model import BodyFact, Place
from osy_grammar.nodes.declarations import Parameters, Setting, Settings
from osy_grammar.nodes.expressions import Expression, Member, Name
from osy_grammar.nodes.statements import Block
from osy_grammar.nodes.workflow import (
    Breach,
    Clause,
    Clock,
    CompleteWhen,
    Event,
    Remind,
    Requirement,
    Requires,
    Route,
    State,
    Subscribe,
    Terminal,
    Workflow,
    WorkflowItem,
)

TRACKS, INITIAL, CANDIDATES = "Tracks", "Initial", "Candidates"
_WANTED: dict[str, Type] = {
    "bool": BOOL,
    "TimeSpan": TIME_SPAN,
    "int": INT,
    "string": STRING,
    "DateTime": named("DateTime"),
}


def workflow(binder: Binder, node: Workflow) -> None:
    """All of a workflow, item by item with where it stands."""
    own = binder.own
    binder.tells_names = True
    binder.workflow = own
    if own is not None:
        binder.item = binder.meanings.tracked(own, binder.used)[0]
    attributes(binder, node.attributes)
    for item, site in items_of(node):
        _item(binder, item, site)


def _item(binder: Binder, item: WorkflowItem, site: Site) -> None:
    match item:
        case Clause():
            _clause(binder, item, site)
        case Event():
            _event(binder, item)
        case Subscribe():
            _subscribe(binder, item)
        case State() | Terminal():
            attributes(binder, item.attributes)
        case Clock():
            _settings(binder, item.settings, Place(item.keyword.text))
        case Requires():
            for each in item.requirements:
                if isinstance(each, Requirement):
                    _settings(binder, each.settings, Place.REQUIREMENT)
        case _ if isinstance(item, BodyItem):
            _body(binder, BodySite(item=item, fact=fact_of(item, site), site=site))
        case _:
            pass


# ── Clauses ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _clause(binder: Binder, item: Clause, site: Site) -> None:
    name = item.name.text
    if name == TRACKS and site.place is Place.WORKFLOW:
        _tracks(binder, item.value)
    elif name == INITIAL and site.place is Place.WORKFLOW and isinstance(item.value, Name):
        state = state_named(binder, item.value.text)
        if state is not None:
            binder.targets[item.value] = state
    elif name == CANDIDATES:
        taken = FunctionType((principal(binder),), BOOL)
        binder.expression(item.value, taken)
    else:
        _value(binder, item.value, name, site.place)


def _value(binder: Binder, value: Expression, name: str, place: Place) -> None:
    """The value of a clause; the table of facts says of what type it is."""
    fact = clause_fact(name, place)
    wanted = _WANTED.get(fact.type) if fact is not None else None
    binder.look(value)
    binder.expression(value, wanted)
    if wanted is not None:
        binder.expect(value, wanted, "`{}`", name)


def _settings(binder: Binder, settings: Settings, place: Place) -> None:
    for each in settings.items:
        if isinstance(each, Setting):
            _value(binder, each.value, each.name.text, place)


def _tracks(binder: Binder, value: Expression) -> None:
    """`Entity.Field`: a type and one of its fields, whatever else bears the names."""
    if not isinstance(value, Member):
        return
    found = binder.table.resolve_type(binder.path, dotted(value.target), binder.used)
    if not found or found[0].kind is not SymbolKind.ENTITY:
        return
    target = value.target
    entity = Named(found[0])
    binder.targets[target.name if isinstance(target, Member) else target] = found[0]
    binder.types[target] = TypeValue(entity)
    member = find(binder, entity, value.name.text)
    if member is not None and member.definitions:
        field = member.definitions[0]
        binder.targets[value.name] = field
        binder.types[value] = binder.meanings.type_of(field, binder.used)


# ── Events, slots ────────────────────────────────────────────────────────────────────────────────────────────────────


def _event(binder: Binder, item: Event) -> None:
    event = binder.run_member(item.name.text, SymbolKind.EVENT)
    mark = binder.mark()
    parameters(binder, item.parameters, event if event is not None and event.node is item else None)
    attributes(binder, item.attributes)
    binder.leave(mark)


def _subscribe(binder: Binder, item: Subscribe) -> None:
    event = binder.run_member(item.event.text, SymbolKind.EVENT)
    if event is not None:
        binder.targets[item.event] = event
    mark = binder.mark()
    parameters(binder, item.parameters, None)
    binder.leave(mark)


# ── Bodies ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _body(binder: Binder, body: BodySite) -> None:
    mark = binder.mark()
    item = body.item
    binder.declare(ACTOR, None, nullable(principal(binder)))
    if body.fact is not None and SLOT in body.fact.ambient:
        _ambient_slot(binder, body)
    match item:
        case Route():
            _route(binder, item, body.fact)
        case Breach():
            _breach_parameters(binder, item.parameters, body)
        case Remind():
            for argument in item.arguments:
                _value(binder, argument.value, argument.name.text, Place.REMIND)
        case _:
            pass
    for root in body.roots:
        _root(binder, item, root)
    binder.spared = frozenset()
    binder.leave(mark)


def _root(binder: Binder, item: BodyItem, root: object) -> None:
    if isinstance(root, Block):
        outer, binder.result = binder.result, None
        binder.statement(root)
        binder.result = outer
    elif isinstance(root, Expression):
        binder.look(root)
        binder.expression(root)
        words = "complete when" if isinstance(item, CompleteWhen) else "when"
        binder.expect(root, BOOL, "the condition of `{}`", words)


def _ambient_slot(binder: Binder, body: BodySite) -> None:
    """`slot`: of a cascaded milestone nobody knows which."""
    definition = _slot_of(binder, body)
    if binder.workflow is not None:
        binder.declare(SLOT, definition, SlotOf(binder.workflow, definition))


def _slot_of(binder: Binder, body: BodySite) -> Definition | None:
    node, workflow = body.site.slot, binder.workflow
    if node is None or workflow is None:
        return None
    found = binder.run_member(node.slot.text, SymbolKind.SLOT)
    if found is None or found.node is node:
        return found
    # Several states may each have a slot that bears the name of its event.
    return next((one for one in workflow.members if one.node is node), None)


def _breach_parameters(binder: Binder, written: Parameters | None, body: BodySite) -> None:
    """The arm's own name for the slot."""
    if written is None:
        return
    for each in written.items:
        type_ = binder.type(each.type)
        if each.type.name.text == "Slot" and binder.workflow is not None:
            type_ = SlotOf(binder.workflow, _slot_of(binder, body))
        binder.declare(each.name.text, each, type_)


def _route(binder: Binder, item: Route, fact: BodyFact | None) -> None:
    """What a route listens to, and its parameters; without a list it has none."""
    name = item.name.text
    if fact is None or name not in CLOCK_ROUTES:
        target = binder.run_member(name, SymbolKind.SLOT) or binder.run_member(name, SymbolKind.EVENT)
        if target is not None:
            binder.targets[item.name] = target
            if item.parameters is None:
                binder.spared = _parameters_of(binder, target)
    parameters(binder, item.parameters, None)


def _parameters_of(binder: Binder, target: Definition) -> frozenset[str]:
    """The parameters of the event that a route listens to: nobody has said that a route without a list lacks them."""
    node = target.node
    event = binder.run_member(node.event.text, SymbolKind.EVENT) if isinstance(node, Subscribe) else target
    written = event.parameters if event is not None else None
    return frozenset(each.name.text for each in written.items) if written is not None else frozenset()
