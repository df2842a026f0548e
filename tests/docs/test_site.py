"""The documentation as a site: it builds without a warning, nothing in it leads nowhere, and all of it is found."""

from pathlib import Path

import pytest

from tools.site import links, order, places
from tools.site.build import SiteError, assemble, build
from tools.site.walk import faults

MOST_BYTES = 100_000
"""Of a picture: a reader of the README waits for it."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site."""
    found = tmp_path_factory.mktemp("docs") / "site"
    build(found)
    return found


def test_every_link_leads_somewhere_and_the_front_page_to_every_page(site: Path) -> None:
    assert faults(site) == []


def test_every_document_is_a_page(site: Path) -> None:
    for document, page in places.pages().items():
        assert (site / page).with_suffix(".html").is_file(), document


def test_every_picture_is_shown_and_small(site: Path) -> None:
    shown = "".join(page.read_text(encoding="utf-8") for page in site.rglob("*.html"))
    for picture in sorted((places.ROOT / "docs" / "pictures").iterdir()):
        assert f"/{picture.name}" in shown, picture.name
        assert picture.stat().st_size < MOST_BYTES, picture.name


def test_programs_are_coloured(site: Path) -> None:
    text = (site / "guide" / "testing.html").read_text(encoding="utf-8")
    assert '<span class="k">workflow</span>' in text
    assert '<span class="kp">Within</span>' in text


def test_it_can_be_searched_without_a_server(site: Path) -> None:
    assert "Search.setIndex(" in (site / "searchindex.js").read_text(encoding="utf-8")


def test_a_document_that_leads_nowhere_is_not_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "text_of", lambda document: f"# {document}\n\n[gone](gone.md)\n")
    with pytest.raises(SiteError, match=r"README\.md: there is no `gone\.md`"):
        assemble(tmp_path / "source")


def test_two_builds_are_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    documents = ("docs/guide/testing.md", "docs/guide/coverage.md")
    few = {"README.md": "index.md", **{path: path.removeprefix("docs/") for path in documents}}
    monkeypatch.setattr(places, "pages", lambda: few)
    monkeypatch.setattr(order, "SECTIONS", (order.Section("All", ("guide/*",)),))
    built = []
    for seed in ("1", "2"):
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        build(tmp_path / seed)
        below = sorted(path for path in (tmp_path / seed).rglob("*") if path.is_file())
        built.append({path.relative_to(tmp_path / seed): path.read_bytes() for path in below})
    assert built[0].keys() == built[1].keys()
    assert [str(path) for path, content in built[0].items() if built[1][path] != content] == []


def test_what_sphinx_warns_of_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "pages", lambda: {"README.md": "index.md"})
    monkeypatch.setattr(order, "SECTIONS", ())
    monkeypatch.setattr(links, "text_of", lambda document: "# One\n\n[no such place](#two)\n")
    with pytest.raises(SiteError, match="two"):
        build(tmp_path / "site")


PLACES = {"docs/guide/a.md": "guide/a.md", "README.md": "index.md", "docs/b.md": "b.md"}


@pytest.mark.parametrize(
    ("written", "placed"),
    [
        ("[b](../b.md)", "[b](../b.md)"),
        ("[all](../../README.md#install)", "[all](../index.md#install)"),
        ("[here](#there)", "[here](#there)"),
        ("[out](https://example.com/x.md)", "[out](https://example.com/x.md)"),
        ("`[no](gone.md)` link", "`[no](gone.md)` link"),
        ("```text\n[no](gone.md)\n```\n", "```text\n[no](gone.md)\n```\n"),
        ('[Y](../../dev "a test")', '<span class="file" title="dev: a test">Y</span>'),
        ("[the `code`](../b.md)", "[the `code`](../b.md)"),
    ],
)
def test_a_link_leads_to_the_place_in_the_site(written: str, placed: str) -> None:
    assert links.placed("docs/guide/a.md", written, PLACES) == placed


@pytest.mark.parametrize(
    ("pages", "told"),
    [
        ({"index.html": '<a href="b.html">', "b.html": ""}, []),
        ({"index.html": '<a href="c.html">'}, ["index.html: `c.html` leads to no page"]),
        ({"index.html": "", "b.html": ""}, ["b.html: no way leads here from index.html"]),
        ({"index.html": '<a href="#x">'}, ["index.html: `#x` leads to no place in index.html"]),
        ({"index.html": '<a href="#x"><p id="x">'}, []),
        ({"index.html": '<a href="https://example.com/">'}, []),
        (
            {"index.html": '<script src="https://example.com/x.js"></script>'},
            ["index.html: loads `https://example.com/x.js` from another machine"],
        ),
        (
            {"index.html": '<link rel="stylesheet" href="//example.com/x.css">'},
            ["index.html: loads `//example.com/x.css` from another machine"],
        ),
        ({"index.html": '<img src="x.png">'}, ["index.html: `x.png` is not there to be loaded"]),
        ({"b.html": ""}, ["there is no index.html"]),
    ],
)
def test_what_is_wrong_with_a_site_is_told(pages: dict[str, str], told: list[str], tmp_path: Path) -> None:
    for name, text in pages.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert [fault.removeprefix(f"{tmp_path}: ") for fault in faults(tmp_path)] == told


def test_a_style_that_loads_from_elsewhere_is_told(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("", encoding="utf-8")
    (tmp_path / "x.css").write_text("p { background: url(https://example.com/x.png) }", encoding="utf-8")
    assert faults(tmp_path) == ["x.css: `url(http` loads from another machine"]
