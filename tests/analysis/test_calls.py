"""Who runs what: function values, getters, creations, overrides (ruling R115); the graph from snapshot to snapshot."""

import random

import pytest

from osy_analysis.checker import check
from osy_analysis.diagnostic import Diagnostic
from osy_analysis.project import Project

DIRECT = "reliability-outbound-call-unguarded"
THROUGH = "reliability-reaches-the-network-unguarded"
BASE = """
enum S { Open, Done }
entity Row { int N; string Url; S State; }
client Post { BaseUrl = "https://p"; [Get("/x")] string Ask(string q); }
void Send() { Post.Ask("q"); }
void Quiet() { }
void Run(Action a) { a(); }
void RunMore(Action b) { Run(b); }
void Safe(Action a) { try { a(); } catch (Exception e) { } }
void SafeMore(Action b) { Safe(b); }
void Mixed(Action a) { Safe(a); Run(a); }
void Never(Action a) { if (a == null) { return; } }
void Recur(Action a, int n) { if (n > 0) { Recur(a, n - 1); } else { a(); } }
class Button {
  public Action OnPress;
  public Action? Later;
  Button(Action later) { Later = later; }
  void Press() { OnPress(); }
  void Wait() { Later?.Invoke(); }
}
class Plain { public Action OnPress = Quiet; void Press() { OnPress(); } }
class Base { string made = Post.Ask("q"); }
class Derived : Base { }
class WithCtor { WithCtor() { Post.Ask("q"); } }
class FromCtor : WithCtor { int n; }
class Getter {
  public string Total => Post.Ask("t");
  public string Other { get { return Post.Ask("t"); } }
  string Mine() { return Total; }
}
interface IGet { string Value { get; } }
class Got : IGet { public string Value { get { return Post.Ask("v"); } } }
class Top { virtual void Go() { } }
class Left : Top { override void Go() { Post.Ask("x"); } void Own() { base.Go(); } }
class Right : Top { override void Go() { } }
stream<int> Numbers() { yield return 1; Post.Ask("s"); }
List<Left> Lefts() { return []; }
Top AnyTop() { return new Right(); }
Func<string> Maker() { return () => Post.Ask("m"); }
void Store(Action a) { new Plain { OnPress = a }; }
"""


def flow(body: str) -> str:
    return (
        "workflow Flow {\n  Tracks = Row.State;\n  Autostart = false;\n  Initial = Open;\n  event Go();\n"
        f"  state Open {{\n    subscribe Go();\n    on Go {{ {body} goto Done; }}\n  }}\n"
        "  terminal success Done { }\n}\n"
    )


def project(body: str) -> Project:
    return Project(root="/app", is_whole=True).with_file("/app/base.osy", BASE).with_file("/app/flow.osy", flow(body))


def codes(files: Project) -> list[str]:
    return [one.code for one in check(files) if one.code in (DIRECT, THROUGH) or one.level.value == "error"]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("Run(Send);", [THROUGH]),
        ("RunMore(Send);", [THROUGH]),
        ("Run(Quiet);", []),
        ("Safe(Send);", []),
        ("SafeMore(Send);", []),
        ("Mixed(Send);", [THROUGH]),
        ("Never(Send);", []),
        ("Recur(Send, 3);", [THROUGH]),
        ("try { Run(Send); } catch (Exception e) { }", []),
        ('Run(() => Post.Ask("q"));', [DIRECT]),
        ('Safe(() => Post.Ask("q"));', []),
        ("Run(() => Send());", [THROUGH]),
        ("Safe(() => { Send(); });", []),
        ("Run(() => { try { Send(); } catch (Exception e) { } });", []),
        ("Action a = Send; a();", [THROUGH]),
        ("Action a = Quiet; a();", []),
        ("Action a = Quiet; if (this.Item.N > 1) { a = Send; } a();", [THROUGH]),
        ("Action a = Send;", []),
        ('Action a = () => Post.Ask("q"); a();', [DIRECT]),
        ("Action a = () => Send(); try { a(); } catch (Exception e) { }", []),
        ("var a = Send; a();", [THROUGH]),
        ("Action a = Send; Run(a);", [THROUGH]),
        ("Action a = Send; Safe(a);", []),
        ("var b = new Button(Quiet) { OnPress = Send }; b.Press();", [THROUGH]),
        ("new Button(Send).Wait();", [THROUGH]),
        ("new Button(Quiet).Wait();", []),
        ("new Plain().Press();", []),
        ("new Derived();", [THROUGH]),
        ("new FromCtor();", [THROUGH]),
        ("var t = new Getter().Total;", [THROUGH]),
        ("var t = new Getter().Other;", [THROUGH]),
        ("var t = new Getter().Mine();", [THROUGH]),
        ('Log.Information($"x {new Getter().Total}");', [THROUGH]),
        ("IGet g = new Got(); var t = g.Value;", [THROUGH]),
        ("AnyTop().Go();", [THROUGH]),
        ("new Right().Go();", []),
        ("new Left().Own();", []),
        ("new Left().Go();", [THROUGH]),
        ("foreach (var n in Numbers()) { this.Item.N = n; }", [THROUGH]),
        ("foreach (var l in Lefts()) { l.Go(); }", [THROUGH]),
        ("Lefts()[0].Go();", [THROUGH]),
        ("Lefts().First().Go();", [THROUGH]),
        ("Maker();", []),
        ("Store(Send); new Plain().Press();", [THROUGH]),
        ('var x = Lefts().Select(l => Post.Ask("q")).ToList();', [DIRECT]),
        ("(this.Item.N > 1 ? new Left() : new Left()).Go();", [THROUGH]),
        ("Run(this.Item.N > 1 ? Send : Quiet);", [THROUGH]),
        ('if (Post.Ask("q") == "") { return; }', [DIRECT]),
    ],
)
def test_what_a_body_may_run_r115(body: str, found: list[str]) -> None:
    assert codes(project(body)) == found


def chain(files: Project) -> list[str]:
    (diagnostic,) = (one for one in check(files) if one.code == THROUGH)
    return [place.message for place in diagnostic.related]


def test_the_hops_of_a_function_that_is_handed_over() -> None:
    assert chain(project("RunMore(Send);")) == ["`Send` calls `Post.Ask`"]
    assert chain(project("new Getter().Mine();")) == ["`Mine` calls `Total`", "`Total` calls `Post.Ask`"]
    assert chain(project("new Button(() => Send()).Wait();"))[-1] == "`Send` calls `Post.Ask`"


def test_of_two_ways_the_shorter_one_is_told() -> None:
    more = 'void Long() { Longer(); }\nvoid Longer() { Post.Ask("q"); }\nvoid Both() { Long(); Send(); }\n'
    assert chain(project("Both();").with_file("/app/more.osy", more)) == [
        "`Both` calls `Send`",
        "`Send` calls `Post.Ask`",
    ]


def test_of_a_long_way_the_first_hops_and_the_last_are_told() -> None:
    more = "".join(f"void F{n}() {{ F{n + 1}(); }}\n" for n in range(500)) + "void F500() { Send(); }\n"
    told_hops = chain(project("F0();").with_file("/app/more.osy", more))
    assert (len(told_hops), told_hops[0], told_hops[-1]) == (100, "`F0` calls `F1`", "`Send` calls `Post.Ask`")


def test_a_namesake_of_another_type_is_not_run() -> None:
    more = (
        'class Near { void Go() { } }\nclass Far { void Go() { Post.Ask("q"); } }\n'
        "class Other : Near { }\nNear Pick() { return new Other(); }\n"
    )
    assert codes(project("Pick().Go();").with_file("/app/more.osy", more)) == []
    assert codes(project("new Far().Go();").with_file("/app/more.osy", more)) == [THROUGH]


def test_an_inherited_method_that_an_interface_asks_for() -> None:
    more = (
        'interface IGo { void Go(); }\nclass Base2 { void Go() { Post.Ask("q"); } }\n'
        "class Sub : Base2, IGo { }\nIGo Pick() { return new Sub(); }\n"
    )
    assert codes(project("Pick().Go();").with_file("/app/more.osy", more)) == [THROUGH]


def test_overloads_are_told_apart() -> None:
    more = 'class Two { void Go() { } void Go(int n) { Post.Ask("q"); } }\n'
    assert codes(project("new Two().Go();").with_file("/app/more.osy", more)) == []
    assert codes(project("new Two().Go(1);").with_file("/app/more.osy", more)) == [THROUGH]


# ── From snapshot to snapshot ────────────────────────────────────────────────────────────────────────────────────────

EDITS = [
    ("/app/base.osy", 'void Send() { Post.Ask("q"); }', "void Send() { }"),
    ("/app/base.osy", "void Run(Action a) { a(); }", "void Run(Action a) { try { a(); } catch (Exception e) { } }"),
    ("/app/base.osy", "void Quiet() { }", "void Quiet() { Send(); }"),
    ("/app/base.osy", "class Right : Top { override void Go() { } }", "class Right { void Go() { } }"),
    ("/app/base.osy", "void Safe(Action a) {", "void Safe(Action a, int n) {"),
    ("/app/base.osy", "interface IGet { string Value { get; } }", "interface IGet { string Value2 { get; } }"),
    ("/app/flow.osy", "RunMore(Send);", "RunMore(Quiet);"),
    ("/app/more.osy", "void More() { Send(); }", "void More() { Quiet(); }"),
]
START = "RunMore(Send); Safe(Quiet); AnyTop().Go(); IGet g = new Got(); var t = g.Value; More();"


def told(files: Project) -> list[tuple[str, object, str, str, object]]:
    def key(one: Diagnostic) -> tuple[str, object, str, str, object]:
        return one.path, one.span, one.code, one.message, one.related

    return [key(one) for one in check(files) if one.code.startswith(("reliability", "workflow-first"))]


@pytest.mark.parametrize("seed", range(12))
def test_a_graph_that_follows_edits_is_the_one_made_anew(seed: int) -> None:
    chance = random.Random(seed)
    files = project(START).with_file("/app/more.osy", "void More() { Send(); }\n")
    check(files)
    snapshots = [files]
    for _ in range(8):
        path, before, after = chance.choice(EDITS)
        old = files.files[path].text
        new = old.replace(before, after) if before in old else old.replace(after, before)
        if chance.random() < 0.3:
            new = f"// {chance.random()}\n{new}"
        files = files.with_file(path, new)
        snapshots.append(files)
        if chance.random() < 0.8:
            fresh = Project(root="/app", is_whole=True)
            for each, source in files.files.items():
                fresh = fresh.with_file(each, source.text)
            assert told(files) == told(fresh)
    # An older snapshot may still be asked.
    again = chance.choice(snapshots)
    fresh = Project(root="/app", is_whole=True)
    for each, source in again.files.items():
        fresh = fresh.with_file(each, source.text)
    assert told(again) == told(fresh)


def test_a_file_that_goes_takes_its_calls_along() -> None:
    files = project("More();").with_file("/app/more.osy", "void More() { Send(); }\n")
    assert codes(files) == [THROUGH]
    assert THROUGH not in codes(files.without_file("/app/more.osy"))


@pytest.mark.parametrize(
    "more",
    [
        "".join(f"void F{n}() {{ F{n + 1}(); }}\n" for n in range(5_000)) + "void F5000() { Send(); }\n",
        "".join(f"void F{n}() {{ F{n + 1}(); F{n + 2}(); }}\n" for n in range(2_000))
        + "void F2000() { Send(); }\nvoid F2001() { F0(); }\n",
        "interface IMany { void Go(); }\n"
        + "".join(f"class M{n} : IMany {{ void Go() {{ Send(); }} }}\n" for n in range(1_000))
        + "IMany One() { return new M0(); }\nvoid F0() { One().Go(); }\n",
        "class C0 { void Go() { Send(); } }\n"
        + "".join(f"class C{n} : C{n - 1} {{ override void Go() {{ new C{n - 1}().Go(); }} }}\n" for n in range(1, 150))
        + "void F0() { new C149().Go(); }\n",
        "".join(f"void F{n}(Action a) {{ F{n + 1}(a); }}\n" for n in range(1, 2_000))
        + "void F2000(Action a) { a(); }\nvoid F0() { F1(Send); }\n",
        "void F0() { Action a0 = Send; "
        + "".join(f"Action a{n} = a{n - 1}; " for n in range(1, 2_000))
        + "a1999(); }\n",
        "void F0() { " + "Run(() => { " * 8 + "Send();" + " });" * 8 + " }\n",
        "void F0() { " + "Log.Information(" + "1 + " * 10_000 + 'Post.Ask("q").Length); }\n',
    ],
    ids=["line", "web", "implementations", "overrides", "parameters", "locals", "lambdas", "sum"],
)
def test_long_ways_end_and_are_found(more: str) -> None:
    files = project("F0();").with_file("/app/more.osy", more)
    assert THROUGH in [one.code for one in check(files)]
