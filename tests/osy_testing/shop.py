"""A small shop in two files, a model and its tests, for questions that cross files."""

from osy_analysis.project import Project
from osy_testing.cursor import cut

MODEL = "/app/model/order.osy"
TEST = "/app/tests/order.test.osy"

SHOP = """\
namespace Shop;
enum Stage { Open, Paid, Gone }
entity Person { string Email; bool IsLead; }
partial entity Order { int Weight; }
entity Order {
  string Code;
  Stage Stage;
  Person? Buyer;
  int Doubled(int by) { var sum = Weight * by; return sum; }
}
interface Carrier { string Send(Order order); }
class Post : Carrier {
  string Town = "";
  Post(string town) { Town = town; }
  string Send(Order order) { return order.Code; }
}
[Fast]
class Unread { }
int Total(List<Order> orders) => orders.Sum(each => each.Weight);
policy Leads(Person who) => who.IsLead;
workflow Sale {
  Tracks = Order.Stage;
  Initial = Open;
  [CorrelateOn(this.Item.Code == reference)]
  event Pay(string reference);
  event Cancel();
  state Open {
    subscribe Pay(string reference) as Desk {
      Candidates = u => u.IsLead;
      Assigned {
        Within = TimeSpan.FromHours(4);
        Unassigned(Slot late) { late.Release(); slot.Release(); goto Gone; }
      }
    }
    subscribe Cancel();
    on Pay(string reference) { this.Item.Code = reference; goto Paid; }
    on Cancel { goto Gone; }
  }
  terminal success Paid { }
  terminal cancel Gone { }
}
"""

CASES = """\
using Shop;
principal Ann => Person.Single(p => p.Email == "ann@shop.test");
[TestFixture]
void World() { new Person { Email = "ann@shop.test", IsLead = true }; new Order { Code = "a", Weight = 2 }; }
[Test(World)]
void it_is_paid() {
  var row = Order.Single();
  Carrier post = new Post("Oslo");
  post.Send(row);
  runas (Ann) { Sale.RaisePay(row, reference: "x"); }
  Assert.Equal(Stage.Paid, row.Stage);
  Assert.False(Sale.For(row).Desk.IsUnassigned);
  Assert.Equal(4, row.Doubled(2) + Total([row]));
  Sale.RaiseCancel(row);
  Assert.True(Sale.For(row).Cancel.IsUnassigned && Sale.CorrelatePay("x") != null);
}
"""


def shop(model: str = SHOP, cases: str = CASES) -> Project:
    """The shop and its tests."""
    return Project(root="/app", is_whole=True).with_file(MODEL, model).with_file(TEST, cases)


def marked(piece: str) -> tuple[Project, str, int]:
    """The shop with a cursor where `piece` has its mark."""
    plain, skip = cut(piece)
    for path, text in ((MODEL, SHOP), (TEST, CASES)):
        if plain in text:
            return shop(), path, text.index(plain) + skip
    raise AssertionError(f"{plain} is nowhere")
