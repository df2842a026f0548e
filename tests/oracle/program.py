"""A story as a program of the language."""

from collections.abc import Iterable, Iterator
from typing import Any

from oracle.calendars import calendars
from oracle.memory import Body, Data
from oracle.raising import INNER_KEY

PRELUDE = """using Osysharp.Workflow;
using Osysharp.ServiceHours;
[Principal] entity Person { int Team; security { allow read, create, update, delete; } }
Person PersonOf(int team) => Person.Single(p => p.Team == team);
void People() { for (var i = 0; i < 3; i++) { new Person { Team = i }; } }
Job Make(int fail, int key, int hours, Job? mate) {
  var job = new Job { Fail = fail, Key = key, Mate = mate };
  if (hours >= 0) { job.Hours = ServiceHours.Single(h => h.Name == "C" + hours); }
  UnitOfWork.Commit();
  return job;
}
void SetFail(Job job, int fail) { job.Fail = fail; UnitOfWork.Commit(); }
void SetMate(Job job, Job? mate) { job.Mate = mate; UnitOfWork.Commit(); }
void Close(int hours, int day) {
  var date = new DateTime(2030, 1, 1) + TimeSpan.FromDays(day);
  var calendar = ServiceHours.Single(h => h.Name == "C" + hours);
  new ServiceException { ServiceHours = calendar, From = date, To = date, IsClosed = true };
  UnitOfWork.Commit();
}
void Settle(Job job) { Workflow.Settle(job); }
void SettleAll() { Background.Settle(); }
void Advance(int minutes) { TestClock.Advance(TimeSpan.FromMinutes(minutes)); }
int NumberOf(Job job) => job.N;
DateTime? StampOf(Job job) => job.Stamp;
Guid IdOf(Person person) => person.Id;
string TokenOf(string url) => url.Split("/").Last();
void Redeem(string token, string json) { Workflow.Redeem(token, json); }
List<object> Board() => Workflow.WorkByItem<Job>();
List<object> Queue() => Workflow.Work<Job>();
List<object> InboxOf(Person who) { runas (who) { return Workflow.Inbox<Job>(); } }
"""


def program_of(story: Data) -> str:
    """The whole program: entities, workflows, and a function for each thing that a story does."""
    lines = [PRELUDE]
    for flow in story["flows"]:
        names = [place["name"] for place in (*flow["states"], *flow["terminals"])]
        lines.append(f"enum {flow['name']}Place {{ {', '.join(names)} }}")
    fields = " ".join(f"{flow['name']}Place {flow['name']}State;" for flow in story["flows"])
    lines.append(
        f"entity Job {{ {fields} int N; int Fail; int Key; Job? Mate; ServiceHours? Hours; DateTime? Stamp; "
        "security { allow read, create, update, delete; } }"
    )
    lines.append(f"void Calendars() {{ {' '.join(calendars(story['calendars']))} }}")
    wanted = {f"{step[0]}{part}" for step in story["steps"] for part in step[1:3] if isinstance(part, str)}
    for flow in story["flows"]:
        lines.extend(_Written(story, flow).lines(wanted or None))
    return "\n".join(lines) + "\n"


class _Written:
    """One workflow of the story and what is called of it."""

    def __init__(self, story: Data, flow: Data) -> None:
        self._flow = flow
        self._keyed = {e["name"]: e["is_keyed"] for other in story["flows"] for e in other["events"]}
        self._flow_of = {e["name"]: other["name"] for other in story["flows"] for e in other["events"]}

    def lines(self, wanted: set[str] | None) -> Iterator[str]:
        """Its text, and a function for each thing that a story does with it; `wanted` names those that are needed."""
        yield from self._workflow()
        name = self._flow["name"]
        yield f"List<WorkflowAuditEntry> AuditOf{name}(Job job) => {name}.For(job).Audit;"
        for event in self._flow["events"]:
            yield from _wanted(wanted, event["name"], self._callers(name, event["name"]))
        for slot in self._slots():
            yield from _wanted(wanted, slot["name"], _slot_callers(f"{name}.For(job).{slot['name']}", slot["name"]))

    def _callers(self, flow: str, event: str) -> dict[str, str]:
        key = ", other" if self._keyed[event] else ""
        at = "at: DateTime.UtcNow - TimeSpan.FromMinutes(ago)"
        now = _as_somebody(f"Raise{event}", f"{flow}.Raise{event}(job{key});")
        earlier = _as_somebody(f"RaiseAt{event}", f"{flow}.Raise{event}(job{key}, {at});", ", int ago")
        undone = f'{flow}.Raise{event}(job{key.replace("other", "0")}); throw new ValidationException("undone");'
        given = "other" if self._keyed[event] else ""
        call = f"return {flow}.Correlate{event}({given});"
        body = f"if (who == null) {{ {call} }} else {{ runas (who) {{ {call} }} }}"
        return {
            "raise": f"{now}\n{earlier}",
            "undo": f"void Undo{event}(Job job) {{ Assert.Throws(() => {{ {undone} }}); }}",
            "correlate": f"CorrelationOutcome Correlate{event}(Person? who, int other) {{ {body} }}",
        }

    def _slots(self) -> Iterator[Data]:
        for place in (self._flow, *self._flow["states"]):
            yield from place["slots"]

    def _workflow(self) -> Iterator[str]:
        flow = self._flow
        name, first = flow["name"], flow["states"][0]["name"]
        yield f"workflow {name} {{ Tracks = Job.{name}State; Autostart = true; Initial = {first};"
        if flow["hours"]:
            yield "  ServiceHours = this.Item.Hours;"
        for event in flow["events"]:
            yield f"  {_event(event)}"
        if flow["deadline"] is not None:
            yield f"  Deadline {_promise(flow['deadline'])}"
        if flow["start"] is not None:
            yield f"  Start {self._block(flow['start'])}"
        yield from self._place(flow, "  ")
        for state in flow["states"]:
            yield from self._state(state)
        for end in flow["terminals"]:
            enter = "" if end["enter"] is None else f" enter {self._block(end['enter'])} "
            yield f"  terminal success {end['name']} {{{enter}}}"
        yield "}"

    def _state(self, state: Data) -> Iterator[str]:
        yield f"  state {state['name']} {{"
        for hook in ("enter", "exit"):
            if state[hook] is not None:
                yield f"    {hook} {self._block(state[hook])}"
        yield from self._place(state, "    ")
        if state["expire"] is not None:
            yield f"    Expire {_promise(state['expire'])}"
        when = state["complete"]
        if when is not None:
            body = ";" if when["body"] is None else " " + self._block(when["body"])
            yield f"    complete when (this.Item.N % {when['modulo']} == {when['rest']}){body}"
        yield "  }"

    def _place(self, place: Data, indent: str) -> Iterator[str]:
        """What a workflow and a state have alike, in the order that declarations are numbered in."""
        for keyword in ("assigned", "finished"):
            if place[keyword] is not None:
                yield indent + self._milestone(keyword, place[keyword])
        for slot in place["slots"]:
            yield f"{indent}subscribe {slot['event']}() as {slot['name']} {{ {' '.join(self._slot_parts(slot))} }}"
        for name in ("expire", "deadline", "complete"):
            if place["on_" + name] is not None:
                yield f"{indent}on {name.capitalize()} {self._block(place['on_' + name])}"
        events = {slot["name"]: slot["event"] for slot in self._slots()}
        for route in place["routes"]:
            parameters = "(int key)" if self._keyed[events.get(route["on"], route["on"])] else ""
            yield f"{indent}on {route['on']}{parameters} {self._route(route)}"

    def _slot_parts(self, slot: Data) -> Iterator[str]:
        if slot["pool"] is not None:
            yield "Candidates = u => " + " || ".join(f"u.Team == {team}" for team in slot["pool"]) + ";"
        if slot["requires"]:
            rules = [
                f'Q{at} {{ Must = this.Item.N % {rule["modulo"]} == {rule["rest"]}; Message = "not yet"; }}'
                for at, rule in enumerate(slot["requires"])
            ]
            yield f"Requires {{ {' '.join(rules)} }}"
        for keyword in ("assigned", "finished"):
            if slot[keyword] is not None:
                yield self._milestone(keyword, slot[keyword])

    def _route(self, route: Data) -> str:
        if route["arms"] is None:
            return self._block(route["body"])
        arms = [f"when (this.Item.N % {modulo} == {rest}) {self._block(body)}" for modulo, rest, body in route["arms"]]
        if route["body"] is not None:
            arms.append(f"default {self._block(route['body'])}")
        return "{ " + " ".join(arms) + " }"

    def _milestone(self, keyword: str, milestone: Data) -> str:
        parts = []
        if milestone["within"] is not None:
            parts.append(f"Within = {_span(milestone['within'])};")
        parts.extend(_accrues(milestone, ";"))
        if milestone["retries"] is not None:
            parts.append(f"Retries = {milestone['retries']};")
        if milestone["backoff"] is not None:
            parts.append(f"Backoff = {_backoff(milestone['backoff'])};")
        for reminder in milestone["reminders"]:
            timing = f"After = {_span(reminder['after'])}, ThenEvery = {_span(reminder['every'])}"
            timing += "".join(", " + accrues for accrues in _accrues(reminder, ""))
            parts.append(f"Remind {reminder['name']}({timing}) {self._block(reminder['body'])}")
        if milestone["enter"] is not None:
            parts.append(f"enter {self._block(milestone['enter'])}")
        if milestone["exhausted"] is not None:
            parts.append(f"Exhausted {self._block(milestone['exhausted'])}")
        if milestone["breach"] is not None:
            word = "Unassigned" if keyword == "assigned" else "Unfinished"
            parts.append(f"{word} {self._block(milestone['breach'])}")
        return f"{keyword.capitalize()} {{ {' '.join(parts)} }}"

    def _block(self, body: Body) -> str:
        return "{ " + " ".join(self._statements(body)) + " }"

    def _statements(self, body: Iterable[list[Any]]) -> Iterator[str]:
        for verb, *values in body:
            match verb:
                case "bump":
                    yield f"this.Item.N = this.Item.N + {values[0]};"
                case "take":
                    yield "this.Item.N = this.Item.N + key;"
                case "stamp":
                    yield "this.Item.Stamp = DurableClock.UtcNow;"
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
                    yield self._raise(values[0], "this.Item")
                case "poke":
                    yield f"if (this.Item.Mate != null) {{ {self._raise(values[0], 'this.Item.Mate')} }}"
                case "try":
                    caught = "catch (Exception e) { this.Item.N = this.Item.N + 1; }"
                    yield f"try {{ {self._raise(values[0], 'this.Item')} }} {caught}"
                case _:
                    raise AssertionError(verb)

    def _raise(self, event: str, row: str) -> str:
        key = f", {INNER_KEY}" if self._keyed[event] else ""
        return f"{self._flow_of[event]}.Raise{event}({row}{key});"


def _as_somebody(name: str, call: str, more: str = "") -> str:
    parameters = f"Job job, Person? who, int other{more}"
    return f"void {name}({parameters}) {{ if (who == null) {{ {call} }} else {{ runas (who) {{ {call} }} }} }}"


def _slot_callers(handle: str, slot: str) -> dict[str, str]:
    return {
        "claim": _as_somebody(f"Claim{slot}", f"{handle}.Claim();"),
        "assign": _as_somebody(f"Assign{slot}", f"{handle}.Assign(PersonOf(other));"),
        "release": _as_somebody(f"Release{slot}", f"{handle}.Release();"),
        "link": f"string Link{slot}(Job job) => {handle}.CallbackUrl();",
    }


def _wanted(wanted: set[str] | None, name: str, callers: dict[str, str]) -> Iterator[str]:
    for verb, text in callers.items():
        if wanted is None or f"{verb}{name}" in wanted:
            yield text


def _event(event: Data) -> str:
    rules = []
    if event["allowed"] is not None:
        among = " || ".join(f"u.Team == {team}" for team in event["allowed"])
        rules.append(f"[Authorize(u => {among})] ")
    if event["is_keyed"]:
        rules.append("[CorrelateOn(this.Item.Key == key)] ")
    parameters = "int key" if event["is_keyed"] else ""
    return f"{''.join(rules)}event {event['name']}({parameters});"


def _promise(promise: Data) -> str:
    return f"{{ Within = {_span(promise['within'])}; {' '.join(_accrues(promise, ';'))} }}"


def _accrues(of: Data, end: str) -> Iterator[str]:
    if of["accrues"] is not None:
        yield f"Accrues = {str(of['accrues']).lower()}{end}"


def _backoff(backoff: Any) -> str:
    if isinstance(backoff, int):
        return _span(backoff)
    shape, first, cap, attempts = backoff
    bound = "" if cap is None else f".Cap({_span(cap)})"
    return f"Backoff.{shape}({_span(first)}).MaxAttempts({attempts}){bound}"


def _span(minutes: int) -> str:
    return f"TimeSpan.FromMinutes({minutes})"
