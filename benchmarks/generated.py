"""A project as big as they get: 500 files and 150,000 lines, made up anew for each measurement.

Areas of 25 files, each a namespace: entities and enums with rules and invariants, workflows with slots and clocks,
functions that query, loop and call functions of other files and areas, providers behind interfaces that call out,
components, and tests with fixtures. There is no mistake in it. The same size always gives the same text.
"""

from collections.abc import Iterator
from pathlib import Path

FILES_OF_AREA = 25
LINES_OF_FILE = 300

APP = """\
app Works {
  use Osysharp.Ui;
  use Osysharp.Http;
  use Osysharp.Workflow;
  model "model/**/*.osy";
  tests "tests/**/*.test.osy";
}
"""
PEOPLE = """\
namespace Works;

/// Whoever works here.
[Principal]
entity Person {
  [Required, MaxLength(120)] string Email;
  [MaxLength(120)] string Name;
  bool IsLead;
  security { allow read, create, update when IsStaff; }
}

policy IsStaff => true;
"""
HEAD = "namespace Works.Area{a};\n\nusing Works;\n{usings}using Osysharp.Http;\nusing Osysharp.Workflow;\n\n"
ENTITY = """\
/// How far a case of kind {n} has come.
enum Stage{n} {{ Open, Waiting, Checked, Done, Refused }}

/// A case of kind {n}; its lines say what it is about.
[Title("Case {n}")]
entity Case{n} {{
  [Required, MaxLength(60)] string Reference;
  [MaxLength(400)] string? Note;
  [Required] Person Owner;
  Stage{n} Stage;
  [Range(0, 100)] int Weight = 10;
  decimal Total = 0m;
  DateTime? DueAt;
  bool IsUrgent;
  [ForeignKey(Case)] Line{n}[] Lines;
  invariant Weight >= 0 && Weight <= 100 message "The weight is a share.";
  security {{
    allow read, create when IsStaff;
    allow update when IsStaff where Owner == user;
    deny read Note when !IsStaff;
  }}
}}

entity Line{n} {{
  [Required] Case{n} Case;
  [Required, MaxLength(80)] string Text;
  int Count = 1;
  decimal Price = 0m;
  security {{ allow read, create, update when IsStaff; }}
}}

/// What others are shown of a case.
public class Card{n} {{
  public string Reference {{ get; set; }} = "";
  public string Owner {{ get; set; }} = "";
  public decimal Total {{ get; set; }}
  public List<string> Texts = [];
}}

"""
FUNCTIONS = """\
/// The worth of a case, its urgency counted in.
public decimal Worth{n}(Case{m} row, decimal factor = 1m) {{
  var total = 0m;
  foreach (var line in row.Lines.Where(l => l.Count > 0)) {{
    total = total + line.Price * line.Count;
  }}
  if (row.IsUrgent) {{
    total = total * 2m;
  }}
  return total * factor + Sum{k}(row.Weight, row.Reference.Length);
}}

public int Sum{n}(int left, int right) {{
  var sum = left;
  for (var i = 0; i < right; i++) {{
    sum = sum + i % 3;
  }}
  return sum > 100 ? 100 : sum;
}}

Card{m} CardOf{n}(Case{m} row) {{
  var card = new Card{m} {{ Reference = row.Reference, Owner = row.Owner.Email, Total = Worth{n}(row) }};
  foreach (var line in row.Lines.OrderBy(l => l.Text).Take(20)) {{
    card.Texts.Add($"{{line.Count}} x {{line.Text}}: {{line.Price}}");
  }}
  return card;
}}

string Describe{n}(Case{m} row) {{
  if (row.Reference == "") {{
    return "nothing";
  }}
  var open = Case{m}.Where(c => c.Owner == row.Owner && c.Stage == Stage{m}.Open).Count();
  return $"case {{row.Reference}} of {{row.Owner.Email}}, one of {{open}}, worth {{Worth{n}(row, 1.5m)}}";
}}

"""
WORKFLOW = """\
workflow Flow{n} {{
  Tracks    = Case{m}.Stage;
  Autostart = true;
  Initial   = Open;

  [Authorize(p => p.Email != "")]
  event Take{n}(int weight);
  event Leave{n}(string reason);
  event Close{n}();

  Finished {{ Within = TimeSpan.FromDays(9); Unfinished(Slot late) {{ late.Release(); }} }}

  state Open {{
    enter {{ this.Item.Note = Describe{k}(this.Item); }}
    subscribe Take{n}(int weight) as Taken {{
      Candidates = u => u.Email != "";
      Assigned {{
        Within = TimeSpan.FromHours(4);
        Unassigned {{
          var lead = Person.Single(u => slot.Candidates(u) && u.IsLead);
          slot.Assign(lead);
        }}
      }}
    }}
    on Take{n}(int weight) {{
      this.Item.Weight = weight;
      if (weight > 50) {{ goto Checked; }}
      goto Waiting;
    }}
  }}
  state Waiting {{
    enter {{
      try {{ Tell{a}(this.Item.Reference, "waiting"); }}
      catch (Exception e) {{ Log.Error(e, "case {{Reference}} was not told", this.Item.Reference); }}
    }}
    Expire {{ Within = TimeSpan.FromDays(2); Accrues = false; }}
    subscribe Leave{n}(string reason);
    on Expire {{ goto Checked; }}
    on Leave{n}(string reason) {{ this.Item.Note = reason; goto Open; }}
  }}
  state Checked {{
    subscribe Close{n}();
    on Close{n} {{
      this.Item.Total = Worth{k}(this.Item);
      goto Done;
    }}
    subscribe Leave{n}(string reason);
    on Leave{n}(string reason) {{ goto Refused; }}
  }}
  terminal success Done {{ enter {{ this.Item.DueAt = null; }} }}
  terminal cancel Refused {{ }}
}}

"""
PROVIDER = """\
public class Answer{n} {{
  public string Id {{ get; set; }} = "";
  public bool IsTaken {{ get; set; }}
}}

public interface ICarrier{n} {{
  string Name {{ get; }}
  Answer{n} Send(string reference, string words);
}}

public class Carrier{n} : ICarrier{n} {{
  public string Key = "";
  public string Name {{ get; }} = "carrier {n}";

  public Answer{n} Send(string reference, string words) {{
    var answer = Post("/send", $"{{reference}}: {{words}}");
    return JsonSerializer.Deserialize<Answer{n}>(answer);
  }}

  string Post(string path, string body) {{
    var headers = new Dictionary<string, string> {{ {{ "Authorization", "Bearer " + Key }} }};
    var r = Http.Post("https://carrier{n}.example" + path, body, "text/plain", headers);
    if (!r.IsSuccess) {{
      throw new ExternalServiceException($"carrier {n} answered {{r.StatusCode}}");
    }}
    return r.Body;
  }}
}}

"""
TELL = """\
public void Tell{a}(string reference, string words) {{
  var carrier = new Carrier{n} {{ Key = "k" }};
  var answer = carrier.Send(reference, words);
  Log.Information("told {{Id}}", answer.Id);
}}

"""
TESTS = """\
[TestFixture]
void World{n}() {{
  var ada = new Person {{ Email = "ada{n}@works.test", Name = "Ada", IsLead = true }};
  var row = new Case{m} {{ Reference = "R-{n}", Owner = ada, Weight = 5 }};
  new Line{m} {{ Case = row, Text = "paint", Count = 2, Price = 12.50m }};
}}

principal Ada{n} => Person.Single(p => p.Email == "ada{n}@works.test");

[Test(World{n})]
[runas(Ada{n})]
void case_{n}_is_taken_and_waits() {{
  Http.Post.Stub((url, body, type, headers) => new HttpResponse {{ StatusCode = 200, Body = "{{}}" }});
  var row = Case{m}.Single();
  Flow{k}.RaiseTake{k}(row, 12);
  Assert.Equal(Stage{m}.Waiting, row.Stage);
}}

[Test(World{n})]
[runas(Ada{n})]
void case_{n}_is_worth_its_lines() {{
  var row = Case{m}.Single();
  Assert.Equal(true, Worth{w}(row) >= 25m);
  Assert.Contains("R-{n}", Describe{w}(row));
}}

"""


def write_project(root: Path, files: int = 500, lines: int = 150_000) -> int:
    """Write a project of about that size under `root`; how many lines it has."""
    written = 0
    for name, text in project_files(files, lines):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        written += text.count("\n")
    return written


def project_files(files: int, lines: int) -> Iterator[tuple[str, str]]:
    """The files of a project by name."""
    yield "app.osy", APP
    yield "model/people.osy", PEOPLE
    length = lines // files
    areas = max(files // FILES_OF_AREA, 1)
    for area in range(areas):
        yield from _area(area, areas, length)


def _area(a: int, areas: int, length: int) -> Iterator[tuple[str, str]]:
    # Each area's functions are used by the next one's, so that a change is felt elsewhere.
    usings = f"using Works.Area{(a + 1) % areas};\n" if areas > 1 else ""
    head = HEAD.format(a=a, usings=usings)
    folder = f"model/area{a}"
    cases = _count(ENTITY, length)
    functions = _count(FUNCTIONS, length)
    flows = _count(WORKFLOW, length)
    carriers = _count(PROVIDER, length)
    tests = _count(TESTS, length)
    for file in range(5):
        numbers = range(file * cases, (file + 1) * cases)
        yield f"{folder}/cases{file}.osy", head + "".join(ENTITY.format(n=f"{a}x{n}") for n in numbers)
    for file in range(9):
        numbers = range(file * functions, (file + 1) * functions)
        parts = (
            FUNCTIONS.format(n=f"{a}x{n}", m=f"{a}x{n % (5 * cases)}", k=_other(a, areas, n, functions * 9))
            for n in numbers
        )
        yield f"{folder}/worth{file}.osy", head + "".join(parts)
    for file in range(4):
        numbers = range(file * flows, (file + 1) * flows)
        parts = (
            WORKFLOW.format(n=f"{a}x{n}", m=f"{a}x{n}", k=f"{a}x{n}", a=a)
            for n in numbers
            if n < min(5 * cases, 9 * functions)
        )
        yield f"{folder}/flows{file}.osy", head + "".join(parts)
    for file in range(2):
        numbers = range(file * carriers, (file + 1) * carriers)
        text = head + "".join(PROVIDER.format(n=f"{a}x{n}") for n in numbers)
        yield f"{folder}/carriers{file}.osy", text + (TELL.format(a=a, n=f"{a}x0") if file == 0 else "")
    for file in range(5):
        numbers = range(file * tests, (file + 1) * tests)
        parts = (
            TESTS.format(
                n=f"{a}x{n}", m=f"{a}x{n % (4 * flows)}", k=f"{a}x{n % (4 * flows)}", w=f"{a}x{n % (4 * flows)}"
            )
            for n in numbers
        )
        yield f"tests/area{a}/flows{file}.test.osy", head + "".join(parts)


def _count(part: str, length: int) -> int:
    """How many of the part make a file."""
    return max((length - HEAD.count("\n")) // part.count("\n"), 1)


def _other(a: int, areas: int, n: int, functions: int) -> str:
    """A function further on in this area, or every fourth time one of the next; never in a circle."""
    if n % 4 == 0 and a + 1 < areas:
        return f"{a + 1}x{n % functions}"
    return f"{a}x{min(n + 7, functions - 1)}"
