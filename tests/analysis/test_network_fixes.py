"""The quick fixes of the network rules, applied: the finding goes, no other comes, and a second round changes nothing.

For the `try` that is a property over shapes: whatever the call stands in, the fix is there and mends it, or it is not
there and the shape is one for which there is none.
"""

import re
from textwrap import dedent

import pytest

from osy_analysis.checker import check
from osy_analysis.diagnostic import Diagnostic, Fix
from osy_analysis.project import Project
from osy_testing.fixes import applied

PATH = "/app/flow.osy"
GUARD = "Wrap in `try` and log the failure"
ASK = "Test `IsSuccess` first"
CLOCK = "Run this by a clock that is due at once, after the commit"

BASE = """
client Post { BaseUrl = "https://p"; [Get("/x")] string Ask(string q); [Get("/n")] int Count(string q); }
enum Stage { Open, Done }
entity Row { int N; int M; string Text; string Url; bool IsBad; Stage State; }
void Told(string text, int n) { }
void Run(Action step) { step(); }
"""


def program(item: str) -> str:
    lines = "".join(f"  {line}\n" if line else "\n" for line in dedent(item).strip().split("\n"))
    head = "  Tracks = Row.State;\n  Autostart = false;\n  Initial = Open;\n  event Go();\n"
    return f"{BASE}workflow Flow {{\n{head}{lines}}}\n"


def in_route(body: str) -> str:
    lines = "".join(f"    {line}\n" for line in dedent(body).strip().split("\n"))
    route = (
        f"state Open {{\n  subscribe Go();\n  on Go {{\n{lines}    goto Done;\n  }}\n}}\nterminal success Done {{ }}"
    )
    return program(route)


def diagnostics(text: str) -> tuple[Diagnostic, ...]:
    return check(Project(root="/app", is_whole=True).with_file(PATH, text))


def offered(text: str, title: str) -> list[Fix]:
    return [fix for diagnostic in diagnostics(text) for fix in diagnostic.fixes if fix.title == title]


def mended(text: str, title: str) -> str:
    """The text after all fixes of that title, one after the other."""
    for _ in range(10):
        fixes = offered(text, title)
        if not fixes:
            return text
        text = applied(text, fixes[0])
    raise AssertionError("the fix is offered again and again")


CALLS = ['Post.Ask("q")', "Ring()"]
"""One that leaves by itself, and one that reaches a call that does."""
RING = 'string Ring() { return Post.Ask("q"); }\n'

SHAPES = {
    "a statement": "CALL;",
    "a local that is not used": "var s = CALL;",
    "a local whose value is needed later": "var s = CALL;\nthis.Item.M = 2;\nthis.Item.Text = s;\nthis.Item.N = 1;",
    "a local that others are made of": "var s = CALL;\nvar t = s + s;\nthis.Item.N = 1;\nTold(t, 1);",
    "a local that a loop uses": "var s = CALL;\nforeach (var n in new List<int> { 1, 2 }) { Told(s, n); }",
    "a first value": "string s;\nthis.Item.M = 1;\ns = CALL;\nTold(s, 1);",
    "an assignment": "this.Item.Text = CALL;",
    "an argument": "Told(CALL, 1);",
    "an argument of an argument": "Told(CALL.Trim(), CALL.Length);",
    "the condition of an if": 'if (CALL == "") { this.Item.N = 1; } else { this.Item.N = 2; }',
    "the condition of an else if": 'if (this.Item.IsBad) { } else if (CALL == "") { this.Item.N = 2; }',
    "the condition of a while": 'while (CALL == "") { this.Item.N = this.Item.N + 1; }',
    "a branch without braces": "if (this.Item.IsBad) CALL;",
    "a branch with braces": "if (this.Item.IsBad) {\n  CALL;\n  this.Item.N = 1;\n}",
    "a branch that leaves": "if (this.Item.IsBad) { CALL; return; }\nthis.Item.N = 3;",
    "the source of a foreach": "foreach (var c in CALL.Split(',')) { Told(c, 1); }",
    "the body of a foreach": "foreach (var n in new List<int> { 1 }) {\n  Told(CALL, n);\n}",
    "a choice": 'this.Item.Text = this.Item.IsBad ? CALL : "";',
    "a fallback": "string? known = null;\nthis.Item.Text = known ?? CALL;",
    "one side of a condition": 'var ok = this.Item.IsBad || CALL == "";\nif (ok) { this.Item.N = 1; }',
    "a hole of a text": 'Log.Information($"got {CALL}");',
    "an initialiser": "var row = new Row { Text = CALL };\nrow.N = 1;",
    "a list": "var all = new List<string> { CALL };\nTold(all[0], 1);",
    "a lambda for the platform": "var all = new List<int> { 1 }.Select(n => CALL).ToList();\nTold(all[0], 1);",
    "a block of a lambda for the platform": (
        "var all = new List<int> { 1 }.Select(n => {\n  var s = CALL;\n  return s;\n}).ToList();\nTold(all[0], 1);"
    ),
    "a lambda that is handed over": "Run(() => {\n  CALL;\n});",
    "a lambda that calls one that is handed over": "Run(() => {\n  Run(() => {\n    CALL;\n  });\n});",
    "a lambda that is kept": "Action step = () => { CALL; };\nstep();",
    "a catch": "try { this.Item.N = 1; } catch (Exception e) {\n  CALL;\n}",
    "a try that catches something else": "try {\n  CALL;\n} catch (ValidationException e) { this.Item.N = 2; }",
    "where `e` is taken": "var e = 1;\nCALL;\nthis.Item.N = e;",
    "a text over several lines": 'Told(CALL, 1); Told("""\n  as it\n    is\n  """, 2);',
    "a text over several lines inside": 'var s = CALL;\nTold("""\n  as it\n    is\n  """ + s, 2);',
    "two in one block": "CALL;\nthis.Item.N = 1;\nCALL;",
    "a comment behind": "CALL;  // no matter\nthis.Item.N = 1;",
    "runas": "runas (actor) {\n  CALL;\n}",
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("shape", SHAPES.values(), ids=list(SHAPES))
def test_a_try_mends_whatever_the_call_stands_in(shape: str, call: str) -> None:
    text = RING + in_route(shape.replace("CALL", call))
    assert [d.code for d in diagnostics(text) if d.level.value == "error"] == []
    assert offered(text, GUARD)
    after = mended(text, GUARD)
    assert [d.message for d in diagnostics(after) if d.level.value != "hint"] == []
    # A text over several lines keeps its lines as they are.
    assert re.findall(r'"""(.*?)"""', after, re.DOTALL) == re.findall(r'"""(.*?)"""', text, re.DOTALL)


END = "\nterminal success Done { }"


def test_a_try_goes_around_a_function_that_is_handed_over() -> None:
    text = "void Ring2() { Ring(); }\n" + RING + in_route("Run(Ring2);")
    (fix,) = offered(text, GUARD)
    after = applied(text, fix)
    assert [d.code for d in diagnostics(after) if d.level.value != "hint"] == []


WITHOUT = {
    "the condition of a completion": 'state Open { complete when (CALL == "") { goto Done; } }',
    "the condition of an arm": (
        'state Open {\n  subscribe Go();\n  on Go { when (CALL == "") { goto Done; } default { goto Done; } }\n}'
    ),
    "a lambda that gives the value": (
        "state Open {\n  subscribe Go();\n  on Go { Func<string> f = () => CALL; Told(f(), 1); goto Done; }\n}"
    ),
    "a lambda that returns the value": (
        "state Open {\n  subscribe Go();\n  on Go {\n    Func<string> f = () => { return CALL; };\n"
        "    Told(f(), 1);\n    goto Done;\n  }\n}"
    ),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("item", WITHOUT.values(), ids=list(WITHOUT))
def test_there_is_no_try_where_none_can_stand(item: str, call: str) -> None:
    text = RING + program(item.replace("CALL", call) + END)
    assert any(d.code.startswith("reliability-") for d in diagnostics(text))
    assert offered(text, GUARD) == []


def test_a_try_looks_as_one_would_write_it() -> None:
    before = in_route(
        'this.Item.M = 1;\nvar s = Post.Ask(this.Item.Url);\nif (s != "") {\n  this.Item.Text = s;\n}\nthis.Item.N = 1;'
    )
    after = in_route(
        """
        this.Item.M = 1;
        try {
          var s = Post.Ask(this.Item.Url);
          if (s != "") {
            this.Item.Text = s;
          }
        }
        catch (Exception e) {
          Log.Error(e, "Post.Ask failed");
        }
        this.Item.N = 1;
        """
    )
    assert applied(before, *offered(before, GUARD)) == after


def test_a_try_on_one_line_stays_there() -> None:
    before = program("state Open { exit { Post.Ask(this.Item.Url); } subscribe Go(); on Go { goto Done; } }" + END)
    after = before.replace(
        "Post.Ask(this.Item.Url);",
        'try { Post.Ask(this.Item.Url); } catch (Exception e) { Log.Error(e, "Post.Ask failed"); }',
    )
    assert applied(before, *offered(before, GUARD)) == after


ASKED = {
    "a local": (
        "var page = Http.Get(this.Item.Url);\nthis.Item.Text = page.Body;",
        "var page = Http.Get(this.Item.Url);\n"
        'if (!page.IsSuccess) { throw new ExternalServiceException($"Http.Get answered {page.StatusCode}"); }\n'
        "this.Item.Text = page.Body;",
    ),
    "a variable": (
        "HttpResponse page;\npage = Http.Get(this.Item.Url);\nthis.Item.Text = page.Body;",
        "HttpResponse page;\npage = Http.Get(this.Item.Url);\n"
        'if (!page.IsSuccess) { throw new ExternalServiceException($"Http.Get answered {page.StatusCode}"); }\n'
        "this.Item.Text = page.Body;",
    ),
    "a dropped one": (
        "Http.Delete(this.Item.Url);",
        "var answer = Http.Delete(this.Item.Url);\n"
        'if (!answer.IsSuccess) { throw new ExternalServiceException($"Http.Delete answered {answer.StatusCode}"); }',
    ),
    "one that is read at once": (
        "this.Item.Text = Http.Get(this.Item.Url).Body;",
        "var answer = Http.Get(this.Item.Url);\n"
        'if (!answer.IsSuccess) { throw new ExternalServiceException($"Http.Get answered {answer.StatusCode}"); }\n'
        "this.Item.Text = answer.Body;",
    ),
    "one in a condition": (
        'if (Http.Get(this.Item.Url).Body == "") { this.Item.N = 1; }',
        "var answer = Http.Get(this.Item.Url);\n"
        'if (!answer.IsSuccess) { throw new ExternalServiceException($"Http.Get answered {answer.StatusCode}"); }\n'
        'if (answer.Body == "") { this.Item.N = 1; }',
    ),
    "one in an argument": (
        'var answer = 1;\nTold(Http.Get(this.Item.Url).Body + "!", answer);',
        "var answer = 1;\nvar response = Http.Get(this.Item.Url);\n"
        'if (!response.IsSuccess) { throw new ExternalServiceException($"Http.Get answered {response.StatusCode}"); }\n'
        'Told(response.Body + "!", answer);',
    ),
}


def tried(body: str) -> str:
    lines = "\n".join(f"  {line}" for line in body.split("\n"))
    return in_route(f"try {{\n{lines}\n}}\ncatch (Exception e) {{ this.Item.N = 9; }}")


@pytest.mark.parametrize(("before", "after"), ASKED.values(), ids=list(ASKED))
def test_the_question_comes_first(before: str, after: str) -> None:
    (fix,) = offered(tried(before), ASK)
    assert applied(tried(before), fix) == tried(after)
    assert diagnostics(tried(after)) == ()


@pytest.mark.parametrize(
    "body",
    [
        'this.Item.Text = this.Item.IsBad ? Http.Get(this.Item.Url).Body : "";',
        'if (this.Item.IsBad && Http.Get(this.Item.Url).Body == "") { this.Item.N = 1; }',
        'while (Http.Get(this.Item.Url).Body == "") { this.Item.N = 1; }',
        "Told(Ring(), Http.Get(this.Item.Url).Body.Length);",
        "Run(() => Http.Delete(this.Item.Url));",
        "if (this.Item.IsBad) Http.Delete(this.Item.Url);",
        "var page = Http.Get(this.Item.Url);\nthis.Item.Text = page.Body;\nthis.Item.IsBad = page.StatusCode == 404;",
    ],
)
def test_there_is_no_question_where_it_would_change_more(body: str) -> None:
    text = RING + tried(body)
    assert any(d.code == "reliability-http-result-unchecked" for d in diagnostics(text))
    assert offered(text, ASK) == []


def first_step(item: str) -> str:
    return program(item + END).replace("  Autostart = false;\n", "")


def test_a_first_step_is_put_behind_the_commit() -> None:
    state = (
        'state Open {\n  enter {\n    try { Post.Ask("q"); } catch (Exception e) { this.Item.N = 1; }\n  }\n'
        "  on Go { goto Done; }\n}"
    )
    before = first_step(state)
    (fix,) = offered(before, CLOCK)
    after = applied(before, fix)
    assert after == before.replace("enter {", "Expire { Within = TimeSpan.Zero; Accrues = false; }\n    on Expire {")
    assert diagnostics(after) == ()


@pytest.mark.parametrize(
    "item",
    [
        'Start { Post.Ask("q"); }\nstate Open { on Go { goto Done; } }',
        'state Open { enter { Post.Ask("q"); if (this.Item.IsBad) { goto Done; } } on Go { goto Done; } }',
        'state Open { enter { Post.Ask("q"); } Expire { Within = TimeSpan.Zero; } on Expire { goto Done; } }',
    ],
)
def test_a_first_step_that_no_clock_can_take_over_stays(item: str) -> None:
    text = first_step(item)
    assert any(d.code == "workflow-first-step-waits-on-a-slow-call" for d in diagnostics(text))
    assert offered(text, CLOCK) == []


@pytest.mark.parametrize("code", ["reliability-outbound-call-unguarded", "workflow-first-step-waits-on-a-slow-call"])
def test_a_finding_is_silenced_on_its_state(code: str) -> None:
    text = first_step('state Open {\n  enter { Post.Ask("q"); }\n  on Go { goto Done; }\n}')
    (fix,) = offered(text, f"Silence `{code}` for `Open`")
    after = applied(text, fix)
    assert after == text.replace("  state Open {", f'  [SuppressWarning("{code}")]\n  state Open {{')
    assert {d.code for d in diagnostics(text)} - {d.code for d in diagnostics(after)} == {code}


def test_a_terminal_has_no_clock() -> None:
    text = first_step("state Open { enter { goto Done; } }").replace("Done { }", 'Done { enter { Post.Ask("q"); } }')
    assert any(d.code == "workflow-first-step-waits-on-a-slow-call" for d in diagnostics(text))
    assert offered(text, CLOCK) == []
