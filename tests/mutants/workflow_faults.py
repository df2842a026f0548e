"""Faults of workflows."""

from collections.abc import Iterator

from mutants.mutant import Mutant, Site
from osy_analysis.diagnostic import Edit
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.expressions import Member, Name
from osy_grammar.nodes.statements import Block, Goto
from osy_grammar.nodes.workflow import (
    Body,
    Breach,
    Clause,
    Clock,
    Event,
    Milestone,
    Remind,
    Route,
    State,
    Subscribe,
    Terminal,
    Workflow,
)
from osy_grammar.span import Span

CLOCKS = ("Expire", "Deadline", "Complete")


def workflow_faults(site: Site) -> Iterator[Mutant]:
    """Every fault that can be planted into a workflow."""
    node = site.item.node
    if not isinstance(node, Workflow):
        return
    for plant in (_names, _gotos, _header, _states, _events, _milestones, _clocks):
        yield from plant(site, node)


def _states_of(workflow: Workflow) -> list[State]:
    return [item for item in workflow.items if isinstance(item, State)]


def _opening(site: Site, node: Node, after: Node) -> int:
    """The place behind the brace that opens the node's body."""
    text = site.item.chunk.text
    return site.item.start + text.index("{", after.end) + 1


def _names(site: Site, workflow: Workflow) -> Iterator[Mutant]:
    events = [item for item in workflow.items if isinstance(item, Event)]
    states = [item for item in workflow.items if isinstance(item, State | Terminal)]
    for node in site.nodes():
        match node:
            case Goto():
                yield site.write("name-unknown-state", node.state, f"{node.state.text}Now")
            case Clause(name=name, value=Name()) if name.text == "Initial":
                yield site.write("name-unknown-state", node.value, "Nowhere")
            case Subscribe() if node.alias is not None:
                yield site.write("name-unknown-event", node.event, f"{node.event.text}Ed")
            case Route() if node.name.text not in CLOCKS:
                yield site.write("name-unknown-event", node.name, f"{node.name.text}Ed")
            case _:
                pass
    if len(states) > 1 and isinstance(states[-1], Terminal):
        again = f"\n  terminal error {states[-1].name.text} {{ }}"
        yield site.insert("name-duplicate", site.end(states[-1]), again)
    if events:
        yield site.insert("name-duplicate", site.end(events[-1]), f"\n  event {events[0].name.text}();")


def _gotos(site: Site, workflow: Workflow) -> Iterator[Mutant]:
    states = _states_of(workflow)
    if len(states) < 2:
        return
    target = f" goto {states[0].name.text}; "
    for state in states:
        if not any(isinstance(item, Body) and item.keyword.text == "exit" for item in state.items):
            at = _opening(site, state, state.name)
            yield site.insert("workflow-goto-in-exit", at, f"\n    exit {{{target}}}")
    for node in site.nodes():
        match node:
            case Remind():
                yield site.insert("workflow-goto-in-remind", site.end(node.block) - 1, target)
            case Body(keyword=keyword) if keyword.text == "Start":
                yield site.insert("workflow-goto-in-start", site.end(node.block) - 1, target)
            case Milestone() if not any(isinstance(item, Body) for item in node.items):
                at = _opening(site, node, node.keyword)
                yield site.insert("workflow-goto-in-milestone-enter", at, f" enter {{{target}}}")
            case Terminal() if not any(isinstance(item, Body) for item in node.items) and site.text(node).endswith("}"):
                at = site.end(node) - 1
                yield site.insert("workflow-goto-in-terminal", at, f" enter {{{target}}} ")
            case _:
                pass
    yield site.insert(
        "workflow-goto-outside", site.end(workflow), f"\n\nvoid Astray() {{ goto {states[0].name.text}; }}"
    )


def _header(site: Site, workflow: Workflow) -> Iterator[Mutant]:
    for item in workflow.items:
        match item:
            case Clause(name=name) if name.text == "Tracks":
                yield site.write("workflow-tracks-missing", item, "", due=site.start(workflow.name))
                if isinstance(item.value, Member) and isinstance(item.value.target, Name):
                    yield site.write("workflow-tracks-unknown", item.value.name, f"{item.value.name.text}Nope")
            case Clause(name=name) if name.text == "Initial":
                yield site.write("workflow-initial-missing", item, "", due=site.start(workflow.name))
                yield site.insert("workflow-clause-repeated", site.end(item), f"\n  {site.text(item)}")
            case Clause(name=name) if name.text == "Autostart":
                yield site.write("workflow-clause-unknown", item.name, "Autostarts")
            case _:
                pass
    beyond = "  event Leap();\n  on Leap { goto Beyond; }\n  terminal success Beyond { }\n"
    yield site.insert("workflow-state-not-in-enum", site.end(workflow) - 1, beyond, inside=beyond.rindex("Beyond"))


def _states(site: Site, workflow: Workflow) -> Iterator[Mutant]:
    for item in workflow.items:
        if isinstance(item, Terminal) and site.text(item).endswith("}"):
            yield site.insert("workflow-exit-on-terminal", site.end(item) - 1, " exit { } ")
    tracked = next((i.value for i in workflow.items if isinstance(i, Clause) and i.name.text == "Tracks"), None)
    initial = next((i.value for i in workflow.items if isinstance(i, Clause) and i.name.text == "Initial"), None)
    if isinstance(tracked, Member) and isinstance(initial, Name):
        entity = site.text(tracked.target)
        yield site.insert(
            "workflow-tracked-field-assigned",
            site.end(workflow),
            f"\n\nvoid Meddle({entity} one, {entity} other) {{ one.{tracked.name.text} = other.{tracked.name.text}; }}",
        )
        yield site.insert(
            "workflow-item-outside", site.end(workflow), '\n\nvoid Grasp() { Log.Information($"{this.Item}"); }'
        )
        yield site.insert(
            "workflow-slot-outside", site.end(workflow), '\n\nvoid Clutch() { Log.Information($"{slot.Status}"); }'
        )


def _events(site: Site, workflow: Workflow) -> Iterator[Mutant]:
    for node in site.nodes():
        match node:
            case Route() if node.parameters is not None and node.parameters.items and node.name.text not in CLOCKS:
                more = f", int more{len(node.parameters.items)}"
                at = site.end(node.parameters) - 1
                yield site.insert("workflow-event-arguments", at, more, inside=0)
            case _:
                pass
    last = next((item for item in reversed(workflow.items) if isinstance(item, Event)), None)
    if last is not None:
        yield site.insert("workflow-event-never-awaited", site.end(last), "\n  event NobodyListens();")
        call = f"\n\nvoid Shout() {{ {workflow.name.text}.Raise{last.name.text}Loudly(); }}"
        yield site.insert("name-unknown-member", site.end(workflow), call)


def _milestones(site: Site, workflow: Workflow) -> Iterator[Mutant]:
    for node in site.nodes():
        match node:
            case Milestone():
                yield from _milestone(site, node)
            case Breach() if node.parameters is None:
                yield site.insert("workflow-breach-parameter", site.end(node.keyword), "(int count)", inside=0)
            case _:
                pass


def _milestone(site: Site, milestone: Milestone) -> Iterator[Mutant]:
    at = _opening(site, milestone, milestone.keyword)
    names = {item.name.text: item for item in milestone.items if isinstance(item, Clause)}
    policy = " Backoff = Backoff.Exponential(TimeSpan.FromMinutes(1)).MaxAttempts(4);"
    if "Retries" not in names and "Backoff" not in names:
        doubled = f" Retries = 3;\n{policy}"
        yield site.insert("workflow-two-retry-budgets", at, doubled, inside=doubled.index("Backoff ="))
        yield site.insert("workflow-backoff-without-retries", at, " Backoff = TimeSpan.FromMinutes(1);")
        yield site.insert("workflow-endless-retries", at, " Backoff = Backoff.Fixed(TimeSpan.FromMinutes(1));")
        yield site.insert("workflow-exhausted-without-retries", at, " Exhausted { }")
    other = "Unassigned" if milestone.keyword.text == "Finished" else "Unfinished"
    yield site.insert("workflow-clause-misplaced", at, f" {other} {{ }}")
    if "Within" in names:
        within = names["Within"]
        yield site.insert("workflow-clause-repeated", site.end(within), f" {site.text(within)}")
        yield site.write("workflow-clause-unknown", within.name, "Whithin")


def _clocks(site: Site, workflow: Workflow) -> Iterator[Mutant]:
    for state in _states_of(workflow):
        clocks = [item for item in state.items if isinstance(item, Clock)]
        routes = [item for item in state.items if isinstance(item, Route) and item.name.text == "Expire"]
        if clocks and routes:
            within = next((s for s in clocks[0].settings.items if getattr(s, "name", None) is not None), None)
            if within is not None and site.text(within).startswith("Within"):
                yield site.write("workflow-within-missing", within, "", due=site.start(clocks[0].keyword))
            if not isinstance(routes[0].body, Block) or "goto" not in site.text(routes[0].body):
                yield site.write("workflow-expire-without-route", routes[0], "", due=site.start(clocks[0].keyword))
            yield site.write("workflow-route-without-expire", clocks[0], "", due=site.start(routes[0].name))
            twice = Edit(site.path, Span(site.end(clocks[0]), site.end(clocks[0])), f" {site.text(clocks[0])}")
            yield Mutant("workflow-clause-repeated", site.path, site.end(clocks[0]), (twice,), inside=1)
