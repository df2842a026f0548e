"""Answers of `Http.*` calls that are used or dropped before anything asked: rulings R35 and R116."""

import pytest

from osy_analysis.checker import check
from osy_analysis.diagnostic import Diagnostic
from osy_analysis.project import Project

CODE = "reliability-http-result-unchecked"
BASE = """
enum Stage { Open, Done }
entity Row { int N; bool IsBad; string Text; string Url; Stage State; }
class Page { public string Text; }
class Kept { public HttpResponse? Answer; }
string BodyOf(HttpResponse r, string doing) {
  if (!r.IsSuccess) { throw new ExternalServiceException($"{doing}: {r.StatusCode}"); }
  return r.Body;
}
void Refuse(string doing, HttpResponse r) { throw new ExternalServiceException($"{doing}: {r.StatusCode} {r.Body}"); }
void Demand(HttpResponse r) { if (r.StatusCode != 200) { throw new ExternalServiceException("no"); } }
bool Worked(HttpResponse r) { return r.IsSuccess; }
string Careless(HttpResponse r) { return r.Body; }
string CarelessToo(HttpResponse r) { var s = r; return Careless(s); }
void Ignore(HttpResponse r) { Log.Information("done"); }
void Tell(HttpResponse r) { Log.Information($"answered {r.StatusCode}"); }
HttpResponse Noted(HttpResponse r) { Log.Information("done"); return r; }
HttpResponse Fetch(string url) { return Http.Get(url); }
HttpResponse FetchTwice(string url) { var r = Fetch(url); if (r == null) { r = Fetch(url); } return r; }
HttpResponse FetchGood(string url) { var r = Http.Get(url); Demand(r); return r; }
HttpResponse Again(string url, int n) { if (n == 0) { return Http.Get(url); } return Again(url, n - 1); }
interface IStore { void Take(HttpResponse r); }
class Asking : IStore { void Take(HttpResponse r) { if (!r.IsSuccess) { throw new ExternalServiceException("no"); } } }
class Reading : IStore { void Take(HttpResponse r) { Log.Information(r.Body); } }
class Client {
  public string Url;
  HttpResponse Get(string path) { return Http.Get(Url + path); }
  string Good(string path) { return BodyOf(Get(path), "get"); }
  string Bad(string path) { return Get(path).Body; }
}
"""


def project(body: str, more: str = "") -> Project:
    text = (
        f"{more}workflow Flow {{\n  Tracks = Row.State;\n  Autostart = false;\n  Initial = Open;\n  event Go();\n"
        f"  state Open {{\n    subscribe Go();\n    on Go {{\n      try {{\n{body}\n      }}\n"
        '      catch (Exception e) { Log.Error(e, "x"); }\n      goto Done;\n    }\n  }\n'
        "  terminal success Done { }\n}\n"
    )
    return Project(root="/app", is_whole=True).with_file("/app/base.osy", BASE).with_file("/app/flow.osy", text)


def told(body: str, more: str = "") -> list[Diagnostic]:
    found = check(project(body, more))
    assert [one for one in found if one.level.value == "error"] == []
    return [one for one in found if one.code == CODE]


def marked(body: str, more: str = "") -> list[str]:
    files = project(body, more).files
    return [one.span.text(files[one.path].text) for one in told(body, more)]


GET = "var r = Http.Get(this.Item.Url); "


@pytest.mark.parametrize(
    "body",
    [
        # The seven shapes of published code.
        GET + 'if (!r.IsSuccess) { throw new ExternalServiceException("no"); } this.Item.Text = r.Body;',
        GET + "if (r.IsSuccess) { this.Item.Text = r.Body; return; } throw new ExternalServiceException(r.Body);",
        GET
        + "if (r.StatusCode == 201 || r.StatusCode == 200) { return; } if (r.StatusCode == 422) { this.Item.N = 1; }",
        GET + 'if (r.StatusCode == 404) { return; } if (!r.IsSuccess) { Refuse("get", r); } this.Item.Text = r.Body;',
        GET + 'while (r.StatusCode == 202) { r = Http.Get("u"); } this.Item.Text = r.Body;',
        GET + 'if (!r.IsSuccess && r.StatusCode != 404) { throw new ExternalServiceException("no"); }',
        'this.Item.Text = BodyOf(Http.Get("u"), "get");',
        GET + 'if (!r.IsSuccess) { Refuse("get", r); } this.Item.Text = r.Body;',
        'BodyOf(Http.Post("u", "", "text/plain"), "stop");',
        # Others.
        GET + 'this.Item.Text = r.IsSuccess ? r.Body : "";',
        GET + "this.Item.IsBad = !r.IsSuccess;",
        GET + "var ok = r.IsSuccess; this.Item.Text = r.Body;",
        GET + "var status = r.StatusCode; if (status == 200) { this.Item.Text = r.Body; }",
        GET + "if (200 == r.StatusCode && r.Body != null) { this.Item.N = 1; }",
        GET + "if (r.IsSuccess && r.Body.Length > 1) { this.Item.N = 1; }",
        GET + "if (!r.IsSuccess || r.Body.Length > 1) { this.Item.N = 1; }",
        GET + "switch (r.StatusCode) { case 200: this.Item.Text = r.Body; break; }",
        GET + "Demand(r); this.Item.Text = r.Body;",
        GET + "if (!Worked(r)) { return; } this.Item.Text = r.Body;",
        GET + "var s = r; if (s.IsSuccess) { this.Item.Text = s.Body; }",
        GET + "if (this.Item.IsBad) { if (!r.IsSuccess) { return; } } else { Demand(r); } this.Item.Text = r.Body;",
        GET + 'if (this.Item.IsBad) { throw new ValidationException("x"); } Demand(r);',
        'HttpResponse r; if (this.Item.IsBad) { r = Http.Get("a"); } else { r = Http.Get("b"); } Demand(r);',
        'HttpResponse? r = null; try { r = Http.Get("a"); } catch (Exception e) { return; } Demand(r!);',
        'HttpResponse? r = null; try { r = Http.Get("a"); Demand(r); } catch (Exception e) { Log.Error(e, "x"); }',
        'var r = this.Item.IsBad ? Http.Get("a") : Http.Get("b"); Demand(r);',
        'for (var n = 0; n < 3; n = n + 1) { var r = Http.Get("u"); if (r.IsSuccess) { break; } }',
        "foreach (var u in new List<string>()) { " + GET + "if (!r.IsSuccess) { continue; } this.Item.Text = r.Body; }",
        'while (true) { var r = Http.Get("u"); if (r.StatusCode == 200) { break; } }',
        'var all = new List<string> { this.Item.Url }.Select(u => BodyOf(Http.Get(u), "get")).ToList();',
        # Where it cannot be followed.
        'var k = new Kept { Answer = Http.Get("u") };',
        'var all = new List<HttpResponse>(); all.Add(Http.Get("u"));',
        "var all = new List<string> { this.Item.Url }.Select(u => Http.Get(u)).ToList();",
        GET + "var all = new List<HttpResponse> { r };",
        GET + "var k = new Kept(); k.Answer = r;",
        # Functions.
        'this.Item.Text = FetchGood("u").Body;',
        'var r = Fetch("u"); Demand(r);',
        'Demand(FetchTwice("u"));',
        'Demand(Noted(Http.Get("u")));',
        'var r = Noted(Http.Get("u")); if (r.IsSuccess) { this.Item.Text = r.Body; }',
        GET + "Demand(r); this.Item.Text = Noted(r).Body;",
        GET + "Demand(r); this.Item.Text = Careless(r);",
        GET + "Tell(r); Demand(r);",
        'Demand(Again("u", 3));',
        'this.Item.Text = new Client { Url = "u" }.Good("x");',
        'new Asking().Take(Http.Get("u"));',
        'IStore s = this.Item.IsBad ? new Asking() : new Reading(); s.Take(Http.Get("u"));',
        'foreach (var line in Http.StreamEvents("u", "b", "t")) { this.Item.Text = line; }',
        'if (Http.Get("u").IsSuccess) { this.Item.N = 1; }',
        'this.Item.N = Http.Get("u").StatusCode;',
    ],
)
def test_asked_r35(body: str) -> None:
    assert marked(body) == []


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (GET + "this.Item.Text = r.Body;", ["Http.Get"]),
        (GET + "var b = r.Bytes; var h = r.Headers;", ["Http.Get"]),
        (GET, ["Http.Get"]),
        (GET + 'Log.Information($"{r.StatusCode}");', ["Http.Get"]),
        (GET + 'Log.Information("{Code}", r.StatusCode);', ["Http.Get"]),
        (GET + "if (r == null) { return; } this.Item.Text = r.Body;", ["Http.Get"]),
        (GET + "if (this.Item.IsBad) { Demand(r); } this.Item.Text = r.Body;", ["Http.Get"]),
        (GET + "if (this.Item.IsBad) { return; } Demand(r);", ["Http.Get"]),
        (GET + "if (this.Item.IsBad && r.IsSuccess) { } this.Item.Text = r.Body;", ["Http.Get"]),
        (GET + "if (r.Body.Length > 1 && r.IsSuccess) { this.Item.N = 1; }", ["Http.Get"]),
        (
            GET + 'if (r.IsSuccess) { this.Item.Text = r.Body; } r = Http.Put("u", "b", "t"); this.Item.Text = r.Body;',
            ["Http.Put"],
        ),
        (GET + 'r = Http.Get("v"); Demand(r);', ["Http.Get"]),
        (
            GET + 'if (this.Item.IsBad) { r = Http.Put("u", "b", "t"); } this.Item.Text = r.Body;',
            ["Http.Get", "Http.Put"],
        ),
        ('Http.Post("u", "b", "t");', ["Http.Post"]),
        ('Http.Delete("u");', ["Http.Delete"]),
        ('this.Item.Text = Http.Get("u").Body;', ["Http.Get"]),
        ('Log.Information($"{Http.Get("u").StatusCode}");', ["Http.Get"]),
        (
            'this.Item.Text = (this.Item.IsBad ? Http.Get("a") : Http.Patch("b", "b", "t")).Body;',
            ["Http.Get", "Http.Patch"],
        ),
        ('for (var n = 0; n < 3; n = n + 1) { var r = Http.Get("u"); this.Item.N = n; }', ["Http.Get"]),
        ('while (this.Item.IsBad) { this.Item.Text = Http.Get("u").Body; }', ["Http.Get"]),
        (GET + 'while (r.StatusCode == 202) { r = Http.Put("u", "b", "t"); this.Item.Text = r.Body; }', ["Http.Put"]),
        ('Careless(Http.Get("u"));', ["Http.Get"]),
        ('CarelessToo(Http.Get("u"));', ["Http.Get"]),
        ('Ignore(Http.Get("u"));', ["Http.Get"]),
        ('Tell(Http.Get("u"));', ["Http.Get"]),
        (GET + "Ignore(r); this.Item.Text = r.Body;", ["Http.Get"]),
        ('this.Item.Text = Fetch("u").Body;', ["Fetch"]),
        ('Fetch("u");', ["Fetch"]),
        ('var r = FetchTwice("u"); this.Item.Text = r.Body;', ["FetchTwice"]),
        ('this.Item.Text = Again("u", 3).Body;', ["Again"]),
        ('this.Item.Text = Noted(Http.Get("u")).Body;', ["Http.Get"]),
        ('var r = Noted(Http.Get("u")); this.Item.Text = r.Body;', ["Http.Get"]),
        ('new Reading().Take(Http.Get("u"));', ["Http.Get"]),
        ('this.Item.Text = new Client { Url = "u" }.Bad("x");', ["Get"]),
        ("var all = new List<string> { this.Item.Url }.Select(u => Http.Get(u).Body).ToList();", ["Http.Get"]),
        ('Action a = () => Http.Delete("u"); a();', ["Http.Delete"]),
    ],
)
def test_not_asked_r35(body: str, found: list[str]) -> None:
    assert marked(body) == found


def test_the_places_are_related() -> None:
    (direct,) = told(GET + "this.Item.Text = r.Body;")
    assert [place.message for place in direct.related] == ["the answer is used here"]
    assert "used (`r.Body`)" in direct.message
    (handed,) = told('this.Item.Text = Fetch("u").Body;')
    assert [place.message for place in handed.related] == [
        "`Fetch` hands on the answer of `Http.Get`",
        "the answer is used here",
    ]
    (careless,) = told('Careless(Http.Get("u"));')
    (place,) = careless.related
    assert (place.path, place.span.text(BASE)) == ("/app/base.osy", "r.Body")


def test_only_what_a_body_reaches_is_looked_at_r35() -> None:
    assert marked("this.Item.N = 1;", 'void Lonely() { Http.Delete("u"); }\n') == []
    assert marked("Lonely();", 'void Lonely() { Http.Delete("u"); }\n') == ["Http.Delete"]
    guarded = 'void Lonely() { try { Http.Delete("u"); } catch (Exception e) { } }\n'
    assert marked("Lonely();", guarded) == ["Http.Delete"]


def test_silenced_on_the_function_r36() -> None:
    text = f'[SuppressWarning("{CODE}")]\nvoid Lonely() {{ Http.Delete("u"); }}\n'
    assert told("Lonely();", text) == []


def test_an_answer_that_goes_in_circles_ends() -> None:
    text = (
        "HttpResponse Ping(HttpResponse r, int n) { return n == 0 ? r : Pong(r, n - 1); }\n"
        "HttpResponse Pong(HttpResponse r, int n) { return Ping(r, n); }\n"
    )
    assert marked('this.Item.Text = Ping(Http.Get("u"), 3).Body;', text) == ["Http.Get"]
    assert marked('Demand(Ping(Http.Get("u"), 3));', text) == []


@pytest.mark.parametrize(
    "body",
    [
        GET + "if (this.Item.IsBad) { " * 2_000 + "Demand(r);" + " }" * 2_000,
        "".join(f'var r{n} = Http.Get("u"); Demand(r{n});\n' for n in range(2_000)),
        GET + "this.Item.Text = " + "r.Body + " * 5_000 + "r.Body;",
        GET + "if (" + "r.StatusCode == 1 || " * 5_000 + "r.IsSuccess) { }",
    ],
    ids=["blocks", "answers", "sum", "or"],
)
def test_much_code_gets_an_answer(body: str) -> None:
    told(body)
