"""`[SuppressWarning]`: where it counts, what it cannot do, what is left over, and the quick fixes around it."""

from textwrap import dedent

import pytest

from osy_analysis.checker import check
from osy_analysis.diagnostic import Diagnostic, Fix, Level
from osy_analysis.project import Project
from osy_analysis.settings import Settings
from osy_testing.fixes import applied

PATH = "/app/flow.osy"
UNGUARDED = "reliability-outbound-call-unguarded"
UNCHECKED = "reliability-http-result-unchecked"
UNUSED = "lint-unused-suppression"


def found(text: str, *, is_whole: bool = True, settings: Settings | None = None) -> tuple[Diagnostic, ...]:
    return check(Project(root="/app", is_whole=is_whole, settings=settings or Settings()).with_file(PATH, text))


def codes(text: str, *, is_whole: bool = True) -> list[str]:
    return [one.code for one in found(text, is_whole=is_whole)]


def flow(state: str = "", event: str = "", workflow: str = "", call: str = 'Http.Get("x");') -> str:
    """A workflow that calls out unguarded in a state behind another one; attributes before three of its parts."""
    return dedent(
        f"""\
        enum Stage {{ Open, Busy, Done }}
        entity Case {{ Stage Stage; }}
        {workflow}workflow Cases {{
          Tracks = Case.Stage;
          Initial = Open;
          {event}event Go();
          state Open {{
            subscribe Go();
            on Go {{ goto Busy; }}
          }}
          {state}state Busy {{
            enter {{
              var answer = {call}
              if (answer.IsSuccess) {{ goto Done; }}
            }}
            subscribe Go();
            on Go {{ goto Done; }}
          }}
          terminal success Done {{ }}
        }}
        """
    )


def silence(*listed: str) -> str:
    quoted = ", ".join(f'"{code}"' for code in listed)
    return f"[SuppressWarning({quoted})] "


# ── What is silenced ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_program_has_one_warning() -> None:
    assert codes(flow()) == [UNGUARDED]


@pytest.mark.parametrize("place", ["state", "workflow"])
@pytest.mark.parametrize(
    "attribute",
    [
        silence(UNGUARDED),
        f'[SuppressWarning("""{UNGUARDED}""")] ',
        silence("cost-unbounded-read", UNGUARDED),
        f"{silence('cost-unbounded-read')}{silence(UNGUARDED)}",
        f'[Label("x"), SuppressWarning("{UNGUARDED}")] ',
    ],
    ids=["plain", "raw", "several codes", "several attributes", "among others"],
)
def test_a_suppression_around_the_finding_silences_it_r36(place: str, attribute: str) -> None:
    assert codes(flow(**{place: attribute})) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{0}[Test]\nvoid nothing() {{ }}\n", "test-no-assertion"),
        (
            "workflow W {{ Tracks = Row.Stage; Initial = A; {0}event Go(); state A {{ }} }}\n",
            "workflow-event-never-awaited",
        ),
    ],
    ids=["function", "event"],
)
def test_it_may_stand_on_a_function_and_on_an_event(text: str, code: str) -> None:
    head = "enum Stage { A }\nentity Row { Stage Stage; }\n"
    assert code in codes(head + text.format(""))
    assert code not in codes(head + text.format(silence(code)))


def test_a_suppression_elsewhere_silences_nothing() -> None:
    assert codes(flow(event=silence(UNGUARDED))) == [UNUSED, UNGUARDED]


def test_errors_cannot_be_silenced() -> None:
    text = flow(workflow=silence("name-unknown-state")).replace("goto Busy", "goto Bussy")
    assert "name-unknown-state" in codes(text)
    (one,) = [one for one in found(text) if one.code == UNUSED]
    assert one.message.endswith("errors cannot be silenced")


# ── What is left over ────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_code_that_we_do_not_have_is_left_alone() -> None:
    assert codes(flow(state=silence("cost-unbounded-read", "IMPORTED_ENTITY_HAS_NO_POLICY"))) == [UNGUARDED]


def test_of_several_codes_the_unused_one_is_told() -> None:
    text = flow(state=silence(UNGUARDED, UNCHECKED))
    (one,) = found(text)
    assert (one.code, one.level, one.span.text(text)) == (UNUSED, Level.HINT, f'"{UNCHECKED}"')


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (flow(state=silence(UNCHECKED, UNGUARDED)), {"is_whole": False}),
        (flow(state=silence(UNCHECKED, UNGUARDED)) + "enum Broken { A,, }\n", {}),
    ],
    ids=["a kit is missing", "the file is broken"],
)
def test_what_may_be_used_out_of_view_is_not_told_r112(text: str, options: dict[str, bool]) -> None:
    assert UNUSED not in codes(text, **options)


def test_a_code_that_is_off_is_not_told() -> None:
    levels: dict[str, Level | None] = {UNGUARDED: None}
    assert found(flow(state=silence(UNGUARDED)), settings=Settings(levels=levels)) == ()


def test_it_can_be_silenced_itself() -> None:
    assert codes(flow(state=silence(UNGUARDED, UNCHECKED), workflow=silence(UNUSED))) == []


REMOVALS = {
    "alone on its line": (
        f'[SuppressWarning("{UNCHECKED}")]  // It was slow.\n  state',
        "state",
    ),
    "before what it stands on": (f'[SuppressWarning("{UNCHECKED}")] state', "state"),
    "the only code of one of two": (
        f'[Label("x")]\n  [SuppressWarning("{UNCHECKED}")]\n  state',
        '[Label("x")]\n  state',
    ),
    "in a list, first": (f'[SuppressWarning("{UNCHECKED}"), Label("x")] state', '[Label("x")] state'),
    "in a list, last": (f'[Label("x"), SuppressWarning("{UNCHECKED}")] state', '[Label("x")] state'),
    "one code of two": (
        f'[SuppressWarning("{UNCHECKED}", "cost-unbounded-read")] state',
        '[SuppressWarning("cost-unbounded-read")] state',
    ),
    "the other code of two": (
        f'[SuppressWarning("cost-unbounded-read", "{UNCHECKED}")] state',
        '[SuppressWarning("cost-unbounded-read")] state',
    ),
    "glued": (f'[Label("x")][SuppressWarning("{UNCHECKED}")] state', '[Label("x")] state'),
}


@pytest.mark.parametrize(("before", "after"), REMOVALS.values(), ids=REMOVALS)
def test_the_fix_removes_it_and_nothing_else(before: str, after: str) -> None:
    text = flow(call='Get("x");').replace("state Busy", f"{before} Busy") + "HttpResponse Get(string u) => null;\n"
    (one,) = [one for one in found(text) if one.code == UNUSED]
    fix = next(fix for fix in one.fixes if fix.title.startswith("Remove"))
    mended = applied(text, fix)
    assert mended == text.replace(f"{before} Busy", f"{after} Busy")
    assert UNUSED not in codes(mended)


# ── Silence it here ──────────────────────────────────────────────────────────────────────────────────────────────────


def silencing(one: Diagnostic) -> Fix | None:
    return next((fix for fix in one.fixes if fix.title.startswith(f"Silence `{one.code}`")), None)


@pytest.mark.parametrize(
    ("text", "code", "title"),
    [
        (flow(), UNGUARDED, "for `Busy`"),
        (flow().replace("on Go { goto Busy; }", "on Go { goto Done; }"), "workflow-unreachable-state", "for `Busy`"),
        (flow() + "[Test]\nvoid nothing() {\n}\n", "test-no-assertion", "for `nothing`"),
        (flow() + "class Box {\n  void Fill() { var x = 1; }\n}\n", "name-unused", "for `Fill`"),
        (flow() + "component Panel() {\n  action Go() { var x = 1; }\n}\n", "name-unused", "for `Panel`"),
    ],
    ids=["a body", "a state", "a function", "a method", "a component"],
)
def test_every_warning_and_hint_can_be_silenced_where_it_stands(text: str, code: str, title: str) -> None:
    before = found(text)
    one = next(one for one in before if one.code == code)
    fix = silencing(one)
    assert fix is not None
    assert fix.title.endswith(title)
    after = codes(applied(text, fix))
    remaining = [other.code for other in before]
    remaining.remove(code)
    assert sorted(after) == sorted(remaining)


def test_an_error_has_no_such_fix() -> None:
    (one,) = found("enum E { A, A }\n")
    assert silencing(one) is None


def test_a_finding_in_no_such_declaration_has_none() -> None:
    (one,) = found("app A { use Gone@1; }\n")
    assert silencing(one) is None
