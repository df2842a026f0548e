"""The reference pages: what hovers, links and the generated reference show.

A page is `pages/<id>.md`: lines `key: value` between two `---` lines, then the summary in Markdown. A row may name a
place within a page, `workflow-milestone#enter`: that is the same page with the place in its link.
"""

# pathlib is a fiftieth of a start.
# ruff: noqa: PTH118, PTH120, PTH123, PTH208

import os
from functools import cache

from osy_grammar.language.model import Page
from osy_grammar.record import replace

_FOLDER = os.path.join(os.path.dirname(__file__), "pages")
_ENDING = ".md"
_FENCE = "---\n"
_KEYS = {"id", "title", "url", "ours"}


@cache
def page(page_id: str) -> Page:
    """The page of that id; with `#place`, its link leads to the place. Raises `KeyError` if there is none."""
    base, _, place = page_id.partition("#")
    if base not in page_ids():
        raise KeyError(f"no reference page `{base}`")
    found = _read(base)
    return replace(found, url=f"{found.url.partition('#')[0]}#{place}") if place else found


@cache
def page_ids() -> frozenset[str]:
    """The ids of all pages."""
    return frozenset(name.removesuffix(_ENDING) for name in os.listdir(_FOLDER) if name.endswith(_ENDING))


@cache
def _read(page_id: str) -> Page:
    with open(os.path.join(_FOLDER, page_id + _ENDING), encoding="utf-8") as file:
        return parse_page(file.read())


def parse_page(text: str) -> Page:
    """A page out of its file's text. Raises `ValueError` saying what is wrong with the head."""
    if not text.startswith(_FENCE):
        raise ValueError("a page opens with a line `---`")
    head, fence, summary = text[len(_FENCE) :].partition(_FENCE)
    if not fence:
        raise ValueError("the head of a page ends with a line `---`")
    values = {}
    for line in head.splitlines():
        key, colon, value = line.partition(":")
        if not colon or key not in _KEYS:
            raise ValueError(f"`{line}` is no line of a page's head: {', '.join(sorted(_KEYS))}")
        values[key] = value.strip()
    missing = {"id", "title", "url"} - values.keys()
    if missing:
        raise ValueError(f"the head says nothing of {', '.join(sorted(missing))}")
    return Page(
        id=values["id"],
        title=values["title"],
        url=values["url"],
        summary=summary.strip(),
        ours=values.get("ours") == "true",
    )
