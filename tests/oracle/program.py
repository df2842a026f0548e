"""A story as a program of the language."""

from collections.abc import Iterable, Iterator
from typing import Any

from oracle.memory import Body, Data

PRELUDE = """using Osysharp.Workflow;
[Principal] entity Person { int Team; security { allow read, create, update, delete; } }
entity Job { Place State; int N; int Fail; security { allow read, create, update, delete; } }
Person PersonOf(int team) => Person.Single(p => p.Team == team);
void People() { for (var i = 0; i < 3; i++) { new Person { Team = i }; } }
Job Make(int fail) { var job = new Job { Fail = fail }; UnitOfWork.Commit(); return job; }
void SetFail(Job job, int fail) { job.Fail = fail; UnitOfWork.Commit(); }
void Settle(Job job) { Workflow.Settle(job); }
void SettleAll() { Background.Settle(); }
void Advance(int minutes) { TestClock.Advance(TimeSpan.FromMinutes(minutes)); }
List<WorkflowAuditEntry> AuditOf(Job job) => JobFlow.For(job).Audit;
int NumberOf(Job job) => job.N;
Guid IdOf(Person person) => person.Id;
List<object> Board() => Workflow.WorkByItem<Job>();
List<object> Queue() => Workflow.Work<Job>();
"""


def program_of(story: Data) -> str:
    """The whole program: entities, workflow, and a function for each thing that a story does."""
    names = [place["name"] for place in (*story["states"], *story["terminals"])]
    lines = [f"enum Place {{ {', '.join(names)} }}", PRELUDE, *_workflow(story)]
    for event in story["events"]:
        lines.append(_as_somebody(f"Raise{event}", f"JobFlow.Raise{event}(job);"))
        undone = f'JobFlow.Raise{event}(job); throw new ValidationException("undone");'
        lines.append(f"void Undo{event}(Job job) {{ Assert.Throws(() => {{ {undone} }}); }}")
    for slot in _slots(story):
        handle = f"JobFlow.For(job).{slot['name']}"
        lines.append(_as_somebody(f"Claim{slot['name']}", f"{handle}.Claim();"))
        lines.append(_as_somebody(f"Assign{slot['name']}", f"{handle}.Assign(PersonOf(other));"))
        lines.append(_as_somebody(f"Release{slot['name']}", f"{handle}.Release();"))
    return "\n".join(lines) + "\n"


def _slots(story: Data) -> Iterator[Data]:
    for place in (story, *story["states"]):
        yield from place["slots"]


def _as_somebody(name: str, call: str) -> str:
    somebody = f"runas (who) {{ {call} }}"
    return f"void {name}(Job job, Person? who, int other) {{ if (who == null) {{ {call} }} else {{ {somebody} }} }}"


def _workflow(story: Data) -> Iterator[str]:
    first = story["states"][0]["name"]
    yield f"workflow JobFlow {{ Tracks = Job.State; Autostart = true; Initial = {first};"
    for event in story["events"]:
        yield f"  event {event}();"
    if story["deadline"] is not None:
        yield f"  Deadline {{ Within = {_span(story['deadline'])}; }}"
    if story["start"] is not None:
        yield f"  Start {_block(story['start'])}"
    yield from _place(story, "  ")
    for state in story["states"]:
        yield f"  state {state['name']} {{"
        for hook in ("enter", "exit"):
            if state[hook] is not None:
                yield f"    {hook} {_block(state[hook])}"
        yield from _place(state, "    ")
        if state["expire"] is not None:
            yield f"    Expire {{ Within = {_span(state['expire'])}; }}"
        when = state["complete"]
        if when is not None:
            body = ";" if when["body"] is None else " " + _block(when["body"])
            yield f"    complete when (this.Item.N % {when['modulo']} == {when['rest']}){body}"
        yield "  }"
    for end in story["terminals"]:
        enter = "" if end["enter"] is None else f" enter {_block(end['enter'])} "
        yield f"  terminal success {end['name']} {{{enter}}}"
    yield "}"


def _place(place: Data, indent: str) -> Iterator[str]:
    """What a workflow and a state have alike, in the order that declarations are numbered in."""
    for keyword in ("assigned", "finished"):
        if place[keyword] is not None:
            yield indent + _milestone(keyword, place[keyword])
    for slot in place["slots"]:
        parts = []
        if slot["pool"] is not None:
            parts.append("Candidates = u => " + " || ".join(f"u.Team == {team}" for team in slot["pool"]) + ";")
        parts.extend(_milestone(k, slot[k]) for k in ("assigned", "finished") if slot[k] is not None)
        yield f"{indent}subscribe {slot['event']}() as {slot['name']} {{ {' '.join(parts)} }}"
    for name in ("expire", "deadline", "complete"):
        if place["on_" + name] is not None:
            yield f"{indent}on {name.capitalize()} {_block(place['on_' + name])}"
    for route in place["routes"]:
        yield f"{indent}on {route['on']} {_route(route)}"


def _route(route: Data) -> str:
    if route["arms"] is None:
        return _block(route["body"])
    arms = [f"when (this.Item.N % {modulo} == {rest}) {_block(body)}" for modulo, rest, body in route["arms"]]
    if route["body"] is not None:
        arms.append(f"default {_block(route['body'])}")
    return "{ " + " ".join(arms) + " }"


def _milestone(keyword: str, milestone: Data) -> str:
    parts = []
    if milestone["within"] is not None:
        parts.append(f"Within = {_span(milestone['within'])};")
    if milestone["retries"] is not None:
        parts.append(f"Retries = {milestone['retries']};")
    if milestone["backoff"] is not None:
        parts.append(f"Backoff = {_backoff(milestone['backoff'])};")
    for reminder in milestone["reminders"]:
        timing = f"After = {_span(reminder['after'])}, ThenEvery = {_span(reminder['every'])}"
        parts.append(f"Remind {reminder['name']}({timing}) {_block(reminder['body'])}")
    if milestone["enter"] is not None:
        parts.append(f"enter {_block(milestone['enter'])}")
    if milestone["exhausted"] is not None:
        parts.append(f"Exhausted {_block(milestone['exhausted'])}")
    if milestone["breach"] is not None:
        word = "Unassigned" if keyword == "assigned" else "Unfinished"
        parts.append(f"{word} {_block(milestone['breach'])}")
    return f"{keyword.capitalize()} {{ {' '.join(parts)} }}"


def _backoff(backoff: Any) -> str:
    if isinstance(backoff, int):
        return _span(backoff)
    shape, first, cap, attempts = backoff
    bound = "" if cap is None else f".Cap({_span(cap)})"
    return f"Backoff.{shape}({_span(first)}).MaxAttempts({attempts}){bound}"


def _span(minutes: int) -> str:
    return f"TimeSpan.FromMinutes({minutes})"


def _block(body: Body) -> str:
    return "{ " + " ".join(_statements(body)) + " }"


def _statements(body: Iterable[list[Any]]) -> Iterator[str]:
    for verb, *values in body:
        match verb:
            case "bump":
                yield f"this.Item.N = this.Item.N + {values[0]};"
            case "fail":
                yield f'if (this.Item.Fail == {values[0]}) {{ throw new ValidationException("fail {values[0]}"); }}'
            case "goto":
                yield f"goto {values[0]};"
            case "gotoif":
                yield f"if (this.Item.N % {values[0]} == {values[1]}) {{ goto {values[2]}; }}"
            case "assign":
                yield f"slot.Assign(PersonOf({values[0]}));"
            case "release":
                yield "slot.Release();"
            case "raise":
                yield f"JobFlow.Raise{values[0]}(this.Item);"
            case "try":
                caught = "catch (Exception e) { this.Item.N = this.Item.N + 1; }"
                yield f"try {{ JobFlow.Raise{values[0]}(this.Item); }} {caught}"
            case _:
                raise AssertionError(verb)
