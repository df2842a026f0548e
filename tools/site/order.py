"""The order of the site's pages, as the lists of pages that Sphinx wants below some of them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from tools.site.places import FRONT


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the site's order: its title, and its pages in order; a glob stands for those not named before."""

    title: str
    pages: tuple[str, ...]


SECTIONS = (
    Section("Start", ("start/install", "start/vscode", "start/neovim", "start/*", "contents")),
    Section("Guides", ("guide/testing", "guide/checking", "guide/formatting", "guide/*")),
    Section("Editors", ("editors/vscode", "editors/neovim", "editors/*")),
    Section(
        "Reference",
        (
            "reference/commands",
            "reference/settings",
            "reference/findings",
            "reference/support",
            "reference/index",
            "language/*",
        ),
    ),
    Section("The project", ("development/architecture", "development/contributing", "development/*")),
)
TITLES = {"reference/index": "Reference", "reference/findings": "Findings"}
ABOVE = {"reference/language-*": "reference/index", "diagnostics/*": "reference/findings"}
ABOVE |= dict.fromkeys(
    ("reference/http*", "reference/library-*", "reference/test-*", "reference/workflow*"), "reference/index"
)
"""The many pages of one kind, which the list of all pages leaves out, and the page that lists them."""


def head(page: str) -> str:
    """What stands above a page that the list of all pages leaves out: the way back. No text for the others."""
    above = _above(page.removesuffix(".md"))
    return f"---\norphan: true\n---\n\n[↑ {above[1]}](/{above[0]}.md)\n\n" if above else ""


def lists(page: str, pages: Iterable[str]) -> str:
    """The list of all pages, part by part, that stands below the front page; no text for the others."""
    names = [path.removesuffix(".md") for path in pages]
    listed = [name for name in names if _above(name) is None]
    return "".join(_list(section.title, _of(section.pages, listed)) for section in SECTIONS) if page == FRONT else ""


def _above(name: str) -> tuple[str, str] | None:
    found = next((above for glob, above in ABOVE.items() if fnmatchcase(name, glob)), None)
    return (found, TITLES[found]) if found else None


def _of(wanted: Sequence[str], names: Sequence[str]) -> Iterator[str]:
    """The pages that fit, each once: in the order of what is wanted, those of one glob by their names."""
    named = {name for section in SECTIONS for name in section.pages}
    given = set[str]()
    for glob in wanted:
        fitting = [name for name in sorted(names) if fnmatchcase(name, glob) and name not in given]
        chosen = [name for name in fitting if glob == name or name not in named]
        given |= set(chosen)
        yield from chosen


def _list(title: str, names: Iterable[str]) -> str:
    return f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n" + "".join(f"/{name}\n" for name in names) + "```\n"
