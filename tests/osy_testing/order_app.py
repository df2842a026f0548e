"""A small app with holes: tests put a piece of code, often half-typed, where it belongs."""

from osy_analysis.project import Project
from osy_testing.cursor import cut

PATH = "/app/order.test.osy"

APP = """\
using Osysharp.Workflow;
using Osysharp.Http;

enum Decision   { Approve, Reject }
enum OrderState { Review, Parked, Done }

[Principal]
entity Person {
  [Required, MaxLength(200)] string Email;
  bool IsLead;
}

/// What a customer wants.
entity Order {
  [Required, MaxLength(60)] string Reference;
  [Required] Person Requester;
  OrderState Status;
  «entity»
}

/// Counts the letters.
int Letters(string text) => text.Length;

/// How an order is reviewed.
workflow ReviewFlow {
  Tracks    = Order.Status;
  Autostart = true;
  Initial   = «initial»;

  /// Somebody has decided.
  event Approve(Decision decision);
  [CorrelateOn(this.Item.Reference == reference)]
  event Paid(string reference);
  «workflow»

  state Review {
    subscribe Approve(Decision decision) as Legal {
      Candidates = u => «candidates»;
      Assigned {
        Within = TimeSpan.FromHours(4);
        Unassigned(Slot desk) { «arm» }
        «assigned»
      }
    }
    on Approve(Decision decision) { «route» }
    «state»
  }
  state Parked {
    on Paid { goto Done; }
  }
  terminal success Done { }
}
«file»
[TestFixture]
void World() { new Person { Email = "ole@yard.test" }; }

[Test(World)]
void an_order_is_reviewed() { «test» }
"""

DEFAULTS = {"initial": "Review", "candidates": "u.IsLead"}
HOLES = ("entity", "initial", "workflow", "candidates", "arm", "assigned", "route", "state", "file", "test")


def program(hole: str = "", text: str = "") -> str:
    """The app with `text` in one hole, and the others as they should be."""
    found = APP
    for each in HOLES:
        found = found.replace(f"«{each}»", text if each == hole else DEFAULTS.get(each, ""))
    return found


def project(hole: str, marked: str) -> tuple[Project, int]:
    """The app as a project, and the offset of the cursor in the piece."""
    text, offset = cut(program(hole, marked))
    return Project(root="/app").with_file(PATH, text), offset
