"""However a project came to be what it is, the same is found in it: edits one by one, and all files at once."""

import random

import pytest

from osy_analysis.checker import check
from osy_analysis.model import Model
from osy_analysis.project import Project

HEADS = (
    "",
    "namespace A;",
    "namespace B;",
    "using A;",
    "using B;\nusing A;",
    "namespace A.C;\nusing B;",
    "using Acme.Gone;",
)

POOL = (
    "enum Stage { Open, Done }",
    "enum Stage { Open, Done, Lost }",
    "entity Order { string Title; Stage Stage; Person? Holder; decimal Total; }",
    "entity Order : Thing { string Title; Stage Stage; }",
    "partial entity Order { int Count; }",
    "partial entity Order { string Title; int More; }",
    "entity Thing { string Key; Order? Next; }",
    "entity Thing : Order { string Key; }",
    "[Principal] entity Person { string Name; }",
    "class Line : Row { public decimal Price; public decimal Sum() { return Price; } }",
    "class Row { public string Text; public bool IsLong(int limit) => Text.Length > limit; }",
    "class Row<T> { public T Value; }",
    "interface IFed { bool Eats(); }",
    "class Dog : IFed { public bool Eats() { return true; } }",
    "string Title(Order order) { return order.Title; }",
    "string Title(Person person) => person.Name;",
    "int Count(Order order) { return order.Count + order.More; }",
    "bool Long(Line line) { return line.IsLong(3) && line.Sum() > 2m; }",
    "void Use() { var all = Order.Where(o => o.Stage == Stage.Lost).ToList(); Log.Information(Title(all[0])); }",
    "void Take(Dog dog) { dog.Eats(); dog.Barks(); Missing(dog); }",
    "void Raise(Order order) { Flow.RaiseGo(order, 1); }",
    "void Ask(Row<int> row) { int n = row.Value; string s = row.Value; }",
    'principal Ada => Person.Single(p => p.Name == "Ada");',
    "const int Limit = 3;",
    "int Over(int n) { return n > Limit ? Missing() : Limit; }",
    "int Missing() { return 1; }",
    "workflow Flow { Tracks = Order.Stage; Initial = Open; event Go(int n);\n"
    "  state Open { on Go(int n) { this.Item.Title = actor!.Name; goto Done; } } terminal success Done { } }",
    "workflow Flow { Tracks = Order.Stage; Initial = Open; event Go();\n"
    "  state Open { on Go { goto Lost; } } terminal success Done { } }",
    "policy IsClerk => RoleGrant.Any(g => g.Member == user);",
    "policy IsClerk(Order order) => order.Total > 1m;",
    "entity Safe { Order? Order; security { allow read when IsClerk; } }",
    'client Post { BaseUrl = ""; [Get("/a")] Row Fetch(int id); }',
    'void Send() { var row = Post.Fetch("x"); Log.Information(row.Text); }',
    "component Card(Order order, string tone) { int open; render { Text(order.Title); } }",
    "component Board() { render { foreach (var o in Order.ToList()) { Card(o, tone: Tone()); } } }",
    "string Tone() { return 3; }",
    "T Pick<T>(List<T> all) where T : entity { return all[0]; }",
    "string Best(List<Order> all) { return Pick(all).Title; }",
    "grant Link for Order { Expires = TimeSpan.FromDays(1); }",
    "topic Moved(Guid order) { }",
    'void Tell(Order order) { Moved.For(order.Id); Link.For(order).Row.Title; Http.Get("u"); }',
    "Order Make() { return new Order { Title = Name(), Nope = 1 }; }",
    "string Name(int more = 1) { return Make()?.Holder?.Name; }",
    "A.Thing Far(B.Order order, A.C.Row row) { return A.Thing.Single(t => t.Key == row.Text); }",
    "void Deep(int n) { var Order = n; Ordr = Order; Stge.Open.ToString(); }",
    "entity Broken { int = ; }",
    "int Missing( { }",
)


def _text(chance: random.Random) -> str:
    chosen = chance.sample(POOL, chance.randint(0, 7))
    return "\n".join((chance.choice(HEADS), *chosen)) + "\n"


def _anew(project: Project) -> Project:
    made = Project(root=project.root, is_whole=True)
    for path, file in project.files.items():
        made = made.with_file(path, file.text)
    return made


@pytest.mark.parametrize("seed", range(12))
def test_edits_one_by_one_find_what_a_first_look_finds(seed: int) -> None:
    chance = random.Random(seed)
    paths = [f"/app/{name}.osy" for name in ("a", "b", "c", "d", "e.test")]
    project = Project(root="/app", is_whole=True)
    for step in range(25):
        path = chance.choice(paths)
        if chance.random() < 0.1 and path in project.files:
            project = project.without_file(path)
        else:
            project = project.with_file(path, _text(chance))
        if chance.random() < 0.3:
            check(project, [chance.choice(paths)])
            continue
        assert check(project) == check(_anew(project)), (seed, step)


@pytest.mark.parametrize("seed", range(4))
def test_mentions_are_the_same_as_at_a_first_look(seed: int) -> None:
    chance = random.Random(100 + seed)
    paths = [f"/app/{name}.osy" for name in ("a", "b", "c")]
    project = Project(root="/app", is_whole=True)
    for _ in range(12):
        project = project.with_file(chance.choice(paths), _text(chance))
        check(project)
        fresh = _anew(project)
        for path, file in project.files.items():
            for offset in range(0, len(file.text), 11):
                found = [(place.path, place.span) for place in Model(project).references(path, offset)]
                assert found == [(place.path, place.span) for place in Model(fresh).references(path, offset)]
