"""What counts as leaving the process, and what as guarded: rulings R32 to R34 and R36."""

import pytest

from osy_analysis.checker import check
from osy_analysis.diagnostic import Diagnostic
from osy_analysis.project import Project

DIRECT = "reliability-outbound-call-unguarded"
THROUGH = "reliability-reaches-the-network-unguarded"


def told(project: Project) -> tuple[Diagnostic, ...]:
    """What is said of the two rules, and of broken text; others have their own tests."""
    return tuple(one for one in check(project) if one.code in (DIRECT, THROUGH, "syntax-error"))


def diagnostics(*texts: str) -> tuple[Diagnostic, ...]:
    project = Project(root="/app", is_whole=False)
    for number, text in enumerate(texts):
        project = project.with_file(f"/app/{number}.osy", text)
    return told(project)


def flow(body: str, item: str = "state Open { enter { BODY } }") -> str:
    return (
        "workflow Flow {\n  Tracks = Row.State;\n  Autostart = false;\n  Initial = Open;\n"
        f"  {item.replace('BODY', body)}\n}}\n"
    )


def codes(body: str, *declarations: str) -> list[str]:
    return [diagnostic.code for diagnostic in diagnostics(flow(body), *declarations)]


CLIENT = 'client Post { BaseUrl = "https://p"; [Get("/x")] string Ask(string q); }\n'


@pytest.mark.parametrize(
    "call",
    [
        'Http.Get("u")',
        'Http.Post("u", "b", "t")',
        'Http.Put("u", "b", "t", h)',
        'Http.Patch("u", "b", "t", h)',
        'Http.Delete("u")',
        'foreach (var line in Http.StreamEvents("u", "b", "t", h)) { }',
        'Imap.Fetch("h", 1, "l", "p", false, "f", "c", 1)',
        'Smtp.Send("h", 1, "l", "p", false, b)',
        'Post.Ask("q")',
        'Acme.Web.Post.Ask("q")',
        "Remote.Count()",
        "Remote.Where(r => r.Open).Update(r => { r.Open = false; })",
        "this.Item.N = 1 + Remote.Count(r => r.Open)",
        "Rows.Select(r => Http.Get(r.Url)).ToList()",
        'LlmClient.Complete("p")',
        'LlmClient.Stream("p")',
        "Model().Complete(r)",
        "foreach (var part in Model().Stream(r)) { }",
    ],
)
def test_outbound_r32(call: str) -> None:
    source = (
        "[DataSource(DataSource.Far)]\nentity Remote { bool Open; }\n"
        "ILlmClient Model() { return App.Setting<Models>().Best; }\n"
    )
    statement = call if call.endswith("}") else f"{call};"
    assert codes(statement, f"namespace Acme.Web;\n{CLIENT}", source) == [DIRECT]


@pytest.mark.parametrize(
    "call",
    [
        'File.Write("p", b)',
        'SendMail("a@b.c")',
        'Log.Error("x")',
        "Local.Count()",
        "Http.Cancel()",
        'var Http = this.Item.Wire; Http.Get("u")',
        'Post.Unknown("q")',
        "this.Item.Post.Ask(1)",
        "unknown.Get(1)",
        'Raise(new Told { To = "x" })',
        "Flow.RaiseGo(this.Item)",
    ],
)
def test_not_outbound_r32(call: str) -> None:
    assert codes(f"{call};", CLIENT, "entity Local { bool Open; }\nentity Row { Wire Post; Wire Wire; }\n") == []


def test_a_class_of_the_program_called_http_is_not_the_platforms() -> None:
    assert codes('Http.Get("u");', "class Http { string Get(string u) { return u; } }\n") == []


@pytest.mark.parametrize(
    "statement",
    [
        "try { CALL } catch (Exception e) { }",
        "try { CALL } catch (Exception) { }",
        "try { CALL } catch { }",
        "try { CALL } catch (ExternalServiceException e) { this.Item.N = 1; }",
        'try { CALL } catch (NotFoundException e) { throw e; } catch (Exception e) { Log.Error(e, "x"); }',
        "try { CALL } catch (Exception e) { if (this.Item.Bad) { throw e; } this.Item.N = 1; }",
        "try { CALL } catch (Exception e) { if (this.Item.Bad) { throw e; } else { this.Item.N = 1; } }",
        "try { try { CALL } catch (Exception e) { throw; } } catch (Exception e) { goto Open; }",
        "try { Rows.Select(r => Http.Get(r.Url)).ToList(); } catch (Exception e) { }",
        "try { if (this.Item.Bad) { while (true) { CALL } } } catch (Exception e) { } finally { }",
    ],
)
def test_guarded_r33(statement: str) -> None:
    assert codes(statement.replace("CALL", 'Http.Get("u");')) == []


@pytest.mark.parametrize(
    "statement",
    [
        "CALL",
        "try { this.Item.N = 1; } catch (Exception e) { CALL }",
        "try { } catch (Exception e) { } finally { CALL }",
        "try { CALL } catch (ValidationException e) { }",
        "try { CALL } catch (Exception e) { throw; }",
        'try { CALL } catch (Exception e) { Log.Error(e, "x"); throw e; }',
        "try { CALL } catch (Exception e) { if (this.Item.Bad) { "
        'throw e; } else { throw new ConflictException("x"); } }',
        "try { CALL } catch (ExternalServiceException e) { throw; } catch (Exception e) { }",
        "try { CALL } finally { }",
    ],
)
def test_not_guarded_r33(statement: str) -> None:
    assert codes(statement.replace("CALL", 'Http.Get("u");')) == [DIRECT]


@pytest.mark.parametrize(
    "item",
    [
        "Start { BODY }\n  state Open { }",
        "state Open { enter { BODY } }",
        "state Open { exit { BODY } }",
        "event Go();\n  on Go { BODY }\n  state Open { }",
        "event Go();\n  state Open { on Go { BODY } }",
        "event Go();\n  state Open { on Go { when (true) { BODY } default { } } }",
        "event Go();\n  state Open { on Go { when (true) { } default { BODY } } }",
        "state Open { Expire { Within = TimeSpan.Zero; } on Expire { BODY } }",
        "state Open { on Complete { BODY } }",
        "state Open { complete when (true) { BODY } }",
        "event Go();\n  state Open { on Go { goto Done; } }\n  terminal success Done { enter { BODY } }",
        "event Go();\n  Finished { Within = TimeSpan.Zero; Unfinished { BODY } }\n"
        "  state Open { subscribe Go() as S { Candidates = u => true; } }",
        "event Go();\n  state Open {\n"
        "    subscribe Go() as S { Assigned { Within = TimeSpan.Zero; Unassigned { BODY } } }\n  }",
        "event Go();\n  state Open { subscribe Go() as S { Assigned { Within = TimeSpan.Zero; enter { BODY } } } }",
        "event Go();\n  state Open {\n"
        "    subscribe Go() as S { Finished { Within = TimeSpan.Zero; Retries = 1; Exhausted { BODY } } }\n  }",
        "event Go();\n  state Open {\n"
        "    subscribe Go() as S {\n"
        "      Finished { Within = TimeSpan.FromDays(1); Remind R(After = TimeSpan.Zero) { BODY } }\n    }\n  }",
    ],
)
def test_each_body_of_a_workflow_r34(item: str) -> None:
    found = diagnostics(flow('Http.Get("u");', item))
    assert [(d.code, d.span.text(flow('Http.Get("u");', item))) for d in found] == [(DIRECT, "Http.Get")]


def test_what_never_runs_is_silent_r34() -> None:
    item = 'event Go();\n  state Open { on Go { goto Done; } }\n  terminal success Done { exit { Http.Get("u"); } }'
    assert diagnostics(flow("", item)) == ()


def test_what_is_no_body_is_silent_r34() -> None:
    waits = "Expire { Within = Slow(); } on Expire { } subscribe Go() as S { Candidates = u => Slow(); }"
    item = f"event Go();\n  state Open {{ {waits} }}"
    assert diagnostics(flow("", item), 'TimeSpan Slow() { Http.Get("u"); return TimeSpan.Zero; }\n') == ()


def test_the_chain_names_each_hop() -> None:
    helpers = 'void A() { B(1); }\nvoid B(int n) { new C().D(); }\nclass C { public void D() { Http.Get("u"); } }\n'
    text = flow("A();")
    (diagnostic,) = diagnostics(text, helpers)
    assert diagnostic.span.text(text) == "A"
    assert [(place.path, place.span.text(helpers), place.message) for place in diagnostic.related] == [
        ("/app/1.osy", "B", "`A` calls `B`"),
        ("/app/1.osy", "D", "`B` calls `D`"),
        ("/app/1.osy", "Http.Get", "`D` calls `Http.Get`"),
    ]


@pytest.mark.parametrize(
    ("body", "declarations"),
    [
        ("new Far();", 'class Far { Far() { Http.Get("u"); } }'),
        ("Make().Go();", 'Far Make() { return new Far(); }\nclass Far { void Go() { Http.Get("u"); } }'),
        ("var f = Make(); f.Go();", 'Far Make() { return new Far(); }\nclass Far { void Go() { Http.Get("u"); } }'),
        ("this.Item.Push();", 'entity Row { void Push() { Http.Get("u"); } }'),
        ("this.Item.Far!.Go();", 'entity Row { Far? Far; }\nclass Far { void Go() { Http.Get("u"); } }'),
        (
            "foreach (var f in All()) { f.Go(); }",
            'List<Far> All() { return []; }\nclass Far { void Go() { Http.Get("u"); } }',
        ),
        (
            "All().First(f => f.Ok).Go();",
            'List<Far> All() { return []; }\nclass Far { bool Ok; void Go() { Http.Get("u"); } }',
        ),
        ("new Near().Go();", 'class Far { void Go() { Http.Get("u"); } }\nclass Near : Far { }'),
        ("new Far().Go();", 'class Far { void Go() { Own(); } void Own() { Http.Get("u"); } }'),
        (
            "Pick().Go();",
            "IFar Pick() { return null; }\ninterface IFar { void Go(); }\n"
            'class Far : IFar { void Go() { Http.Get("u"); } }',
        ),
        ("Pick().Go();", 'IFar Pick() { return null; }\ninterface IFar { void Go() { Http.Get("u"); } }'),
        ("Even(3);", 'void Even(int n) { Odd(n); }\nvoid Odd(int n) { Even(n); Http.Get("u"); }'),
    ],
)
def test_reached_r33(body: str, declarations: str) -> None:
    assert codes(body, declarations) == [THROUGH]


@pytest.mark.parametrize(
    ("body", "declarations"),
    [
        ("A();", 'void A() { try { B(); } catch (Exception e) { } }\nvoid B() { Http.Get("u"); }'),
        ("A();", 'void A() { B(); }\nvoid B() { try { Http.Get("u"); } catch (Exception e) { } }'),
        ("try { A(); } catch (Exception e) { }", 'void A() { Http.Get("u"); }'),
        ("A();", 'void A() { A(); }\nvoid B() { Http.Get("u"); }'),
        ("A(1);", 'void A(int n) { }\nvoid A(int n, int m) { Http.Get("u"); }'),
        ("var A = this.Item.Act; A();", 'void A() { Http.Get("u"); }'),
        ("x.A();", 'void A() { Http.Get("u"); }'),
        (
            "Pick().Go();",
            "IFar Pick() { return null; }\ninterface IFar { void Go(); }\nclass Near : IFar { void Go() { } }",
        ),
    ],
)
def test_not_reached_r33(body: str, declarations: str) -> None:
    assert codes(body, declarations) == []


def test_a_nearer_namespace_hides_a_function_of_another_one() -> None:
    near = "namespace App;\nvoid Client() { }\n"
    far = 'namespace Kit;\nvoid Client() { Http.Get("u"); }\n'
    assert [d.code for d in diagnostics("namespace App;\n" + flow("Client();"), near, far)] == []
    assert [d.code for d in diagnostics("using Kit;\n" + flow("Client();"), far)] == [THROUGH]


def test_fakes_in_tests_are_not_what_the_program_runs() -> None:
    project = Project(root="/app").with_file(
        "/app/flow.osy", flow("Pick().Go();") + "interface IFar { void Go(); }\nIFar Pick() { return null; }\n"
    )
    fake = project.with_file("/app/fake.test.osy", 'class Fake : IFar { void Go() { Http.Get("u"); } }\n')
    assert told(fake) == ()
    assert [d.code for d in told(project.with_file("/app/real.osy", fake.files["/app/fake.test.osy"].text))] == [
        THROUGH
    ]


SILENT = f'[SuppressWarning("{DIRECT}")]\n  '


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (flow('Http.Get("u");', SILENT + "state Open { enter { BODY } }"), 0),
        (SILENT + flow('Http.Get("u");'), 0),
        (
            flow(
                'Http.Get("u");',
                SILENT + "state Other { on Go { goto Open; } }\n  event Go();\n"
                "  state Open { enter { BODY } on Go { goto Other; } }",
            ),
            1,
        ),
        (flow('Http.Get("u");', '[SuppressWarning("cost-unbounded-read")]\n  state Open { enter { BODY } }'), 1),
    ],
)
def test_silencing_r36(text: str, count: int) -> None:
    assert len(diagnostics(text)) == count


def test_a_broken_declaration_is_unknown_not_harmless_nor_harmful() -> None:
    assert [d.code for d in diagnostics(flow("A();"), 'void A() { Http.Get("u") }\n')] == ["syntax-error"]
