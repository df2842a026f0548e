"""The table of promises is complete: every ruling is in it, and every test that it names is there."""

import re
import tomllib
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent.parent
RULINGS = TESTS.parent / "docs" / "language" / "rulings.md"
TABLE = tomllib.loads((Path(__file__).parent / "promises.toml").read_text(encoding="utf-8"))
FOUNDING = {f"R{number}" for number in range(1, 54)}


PAGES = {"milestone": "workflow-milestone", "enter-exit": "workflow-enter-exit", "work-by-item": "Workflow.WorkByItem"}
"""What the pages of the reference are called in the table, and how each begins to be told from the others."""
SAYS_NOTHING = {"summary", "signature", "description", "examples", "see-also"}
"""Sections that every page has; what they promise may stand under another one."""


def sections_of(text: str) -> set[str]:
    """The sections of a page: by their anchors, or where these were lost by their headings."""
    anchors = re.findall(r"\{#([a-z-]+)\}", text)
    headings = re.findall(r"^(.+)#$", text, re.MULTILINE)
    return set(anchors) or {re.sub(r"[^a-z0-9-]", "", heading.lower().replace(" ", "-")) for heading in headings}


@cache
def _there() -> frozenset[str]:
    """The names of all tests, of the language and of Python."""
    found: set[str] = set()
    for path in TESTS.rglob("*"):
        if path.suffix == ".osy":
            found.update(re.findall(r"\bvoid (\w+)\s*\(", path.read_text(encoding="utf-8")))
        elif path.suffix == ".py":
            found.update(re.findall(r"^(?:async )?def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE))
    return frozenset(found)


def numbers_of(name: str) -> list[str]:
    """The rulings that a test's name bears, at its beginning or its end."""
    return [f"R{number}" for number in re.findall(r"(?:^|_)[Rr](\d+)(?=_|$)", name)]


def test_every_ruling_is_in_the_table() -> None:
    known = FOUNDING | set(re.findall(r"\*\*(R\d+)\b", RULINGS.read_text(encoding="utf-8")))
    listed = set(TABLE["rulings"]) | set(TABLE["elsewhere"])
    assert listed == known
    of_workflows = {ruling for ruling in known if 54 <= int(ruling[1:]) <= 67 or 139 <= int(ruling[1:]) <= 146}
    assert of_workflows <= set(TABLE["rulings"])


def test_no_ruling_is_listed_twice() -> None:
    assert not set(TABLE["rulings"]) & set(TABLE["elsewhere"])


def test_every_test_that_the_table_names_is_there() -> None:
    named = [name for tests in TABLE["rulings"].values() for name in tests]
    named.extend(name for promise in TABLE["promises"] for name in promise["tests"])
    assert [name for name in named if name not in _there()] == []
    assert all(TABLE["rulings"].values())
    assert all(promise["tests"] for promise in TABLE["promises"])


def test_every_workflow_test_that_bears_a_ruling_stands_under_it() -> None:
    missing = [
        name
        for path in (TESTS / "runtime" / "workflow").rglob("*.osy")
        for name in re.findall(r"\bvoid (\w+)\s*\(", path.read_text(encoding="utf-8"))
        for ruling in numbers_of(name)
        if name not in TABLE["rulings"].get(ruling, ())
    ]
    assert missing == []


def test_every_ruling_has_a_test_of_its_number_or_a_reason() -> None:
    bare = {ruling for ruling, names in TABLE["rulings"].items() if not any(ruling in numbers_of(n) for n in names)}
    assert bare == set()


def test_what_is_proven_elsewhere_is_there() -> None:
    gone = []
    for places in TABLE["elsewhere"].values():
        for place in places:
            path, _, name = place.partition("::")
            file = TESTS.parent / path
            text = file.read_text(encoding="utf-8") if file.is_file() else ""
            if not re.search(
                rf"^(\[Test[^\]\n]*\] *)?(async def|async function|function|def|void) {name}\(", text, re.MULTILINE
            ):
                gone.append(place)
    assert gone == []
    assert all(TABLE["elsewhere"].values())


def test_promises_have_names_of_their_own() -> None:
    ids = [promise["id"] for promise in TABLE["promises"]]
    assert len(set(ids)) == len(ids)
    assert all(promise["says"] for promise in TABLE["promises"])


def test_every_section_of_the_pages_has_a_promise(specification: Path) -> None:
    seeds = [path.read_text(encoding="utf-8") for path in sorted((specification / "seeds").iterdir())]
    promised: dict[str, set[str]] = {}
    for promise in TABLE["promises"]:
        page, _, section = promise["at"].partition("#")
        promised.setdefault(page, set()).add(section)
    assert promised.keys() == PAGES.keys()
    for page, mark in PAGES.items():
        text = next(seed for seed in seeds if mark in seed[:900])
        assert sections_of(text) - SAYS_NOTHING <= promised[page], page
        assert promised[page] <= sections_of(text), page
