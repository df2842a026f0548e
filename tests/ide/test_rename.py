"""Another name for a thing: everywhere it is mentioned, or a sentence that says why not."""

import pytest

from osy_analysis.checker import check
from osy_analysis.ide.rename import Refusal, Renamable, apply, prepare_rename, rename
from osy_analysis.project import Project
from osy_testing.shop import CASES, MODEL, SHOP, TEST, marked, shop


def renamed(project: Project, path: str, offset: int, name: str) -> dict[str, str]:
    """The texts after it, by path."""
    edits = rename(project, path, offset, name)
    assert not isinstance(edits, Refusal), edits.reason
    found = {one: file.text for one, file in project.files.items()}
    for changed in {edit.path for edit in edits}:
        found[changed] = apply(found[changed], [edit for edit in edits if edit.path == changed])
    return found


@pytest.mark.parametrize(
    ("piece", "count"),
    [
        ("var s$0um", 2),
        ("Doubled(int b$0y)", 2),
        ("ea$0ch => each.Weight", 2),
        ("u =$0> u", 0),
        ("$0u => u.IsLead", 2),
        ("string Co$0de", 5),
        ("int Wei$0ght", 4),
        ("Order.St$0age", 3),
        ("entity Or$0der {", 8),
        ("partial entity Ord$0er", 8),
        ("class Po$0st", 3),
        ("Po$0st(string town)", 3),
        ("post.Se$0nd", 3),
        ("interface Carr$0ier", 3),
        ("int Tot$0al", 2),
        ("enum St$0age", 3),
        ("enum Stage { Open, Pa$0id", 4),
        ("goto Pa$0id", 4),
        ("terminal success Pa$0id", 4),
        ("Stage.Pa$0id", 4),
        ("event Pa$0y", 5),
        ("RaisePa$0y", 5),
        ("CorrelateP$0ay", 5),
        ("as De$0sk", 2),
        ("For(row).De$0sk", 2),
        ("event Canc$0el", 5),
        ("For(row).Can$0cel", 5),
        ("event Pay(string refer$0ence)", 3),
        ("on Pay(string refer$0ence)", 2),
        ("Slot la$0te", 2),
        ("World()$0", 0),
        ("Test(Wor$0ld)", 2),
        ("principal A$0nn", 2),
        ("workflow Sa$0le", 6),
        ("policy Le$0ads", 1),
    ],
)
def test_r147_there_and_back(piece: str, count: int) -> None:
    project, path, offset = marked(piece)
    if count == 0:
        assert isinstance(prepare_rename(project, path, offset), Refusal)
        return
    edits = rename(project, path, offset, "Renamed")
    assert not isinstance(edits, Refusal), edits.reason
    assert len(edits) == count
    after = renamed(project, path, offset, "Renamed")
    there = shop(after[MODEL], after[TEST])
    assert check(there) == ()
    at = next(edit for edit in edits if edit.path == path and edit.span.start <= offset <= edit.span.end)
    before = sum(len("Renamed") - (e.span.end - e.span.start) for e in edits if e.path == path and e.span < at.span)
    old = project.files[path].text[at.span.start : at.span.end]
    back = renamed(there, path, at.span.start + before, old)
    assert back == {MODEL: SHOP, TEST: CASES}


@pytest.mark.parametrize(
    ("piece", "name", "reason"),
    [
        ("var s$0um", "", "is empty"),
        ("var s$0um", " ", "is empty"),
        ("var s$0um", "1st", "is no name"),
        ("var s$0um", "a b", "is no name"),
        ("var s$0um", "return", "word of the language"),
        ("var s$0um", "by", "another local"),
        ("var s$0um", "Weight", "captured"),
        ("string Co$0de", "Weight", ""),
        ("enum Stage { Op$0en", "Gone", ""),
        ("event Pa$0y", "Cancel", ""),
        ("class Po$0st", "Carrier", ""),
        ("late.Rele$0ase", "Drop", "platform"),
        ("List<Or$0der>", "List", ""),
        ("slo$0t.Release", "x", "word of the language"),
        ("With$0in", "x", "no name here"),
        ('"Os$0lo"', "x", "no name here"),
        ("TimeS$0pan", "x", "platform"),
    ],
)
def test_r148_refused(piece: str, name: str, reason: str) -> None:
    project, path, offset = marked(piece)
    refusal = rename(project, path, offset, name)
    assert isinstance(refusal, Refusal)
    assert reason in refusal.reason


def test_what_would_be_renamed() -> None:
    project, path, offset = marked("Sale.RaiseP$0ay")
    found = prepare_rename(project, path, offset)
    assert isinstance(found, Renamable)
    assert found.name == "Pay"
    assert found.span.text(project.files[path].text) == "Pay"


def test_a_broken_file_that_mentions_the_name() -> None:
    project = shop().with_file("/app/model/late.osy", "int Late(Order o) { return o.Code.Length +; }\n")
    refusal = rename(project, MODEL, SHOP.index("Code;"), "Number")
    assert isinstance(refusal, Refusal)
    assert "/app/model/late.osy" in refusal.reason
    assert "line 1" in refusal.reason
    assert not isinstance(rename(project, MODEL, SHOP.index("Buyer"), "Client"), Refusal)


def test_what_a_kit_declares() -> None:
    kit = "/kit/person.osy"
    project = Project(root="/app", is_whole=True, kit_paths=frozenset((kit,)))
    project = project.with_file(kit, "entity Person { string Email; }").with_file(MODEL, "int F(Person p) => 1;")
    refusal = prepare_rename(project, MODEL, len("int F(P"))
    assert isinstance(refusal, Refusal)
    assert kit in refusal.reason


def test_the_same_name_changes_nothing() -> None:
    project, path, offset = marked("var s$0um")
    assert rename(project, path, offset, "sum") == ()
