"""Walks a built site as a reader would.

Every link and anchor leads somewhere, the front page leads to every page, nothing is loaded from another machine.
"""

import posixpath
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

FRONT = "index.html"
MADE_BY_SPHINX = frozenset(("search.html", "genindex.html"))
"""Pages without a document: one searches, one would list the names of a program's code."""
_LOADED = {
    "audio": "src",
    "embed": "src",
    "iframe": "src",
    "img": "src",
    "link": "href",
    "object": "data",
    "script": "src",
    "source": "src",
    "video": "src",
}
"""What a browser fetches by itself, and where its address stands; but a `link` may also only name a page."""
_NAMED = frozenset(
    ("author", "canonical", "contents", "help", "index", "license", "next", "prev", "search", "top", "up")
)


@dataclass(slots=True)
class Page:
    """What one page holds: anchors, links, and addresses of what it loads."""

    anchors: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    loaded: list[str] = field(default_factory=list)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.page = Page()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.page.anchors |= {values[name] for name in ("id", "name") if values.get(name)}
        if tag == "a" and "href" in values:
            self.page.links.append(values["href"])
        address = values.get(_LOADED.get(tag, ""), "")
        is_named = tag == "link" and set(values.get("rel", "").split()) <= _NAMED
        if address and is_named:
            self.page.links.append(address)
        elif address:
            self.page.loaded.append(address)


def read(site: Path) -> dict[str, Page]:
    """Every page of the site by its path in it."""
    found = {}
    for path in sorted(site.rglob("*.html")):
        reader = _Reader()
        reader.feed(path.read_text(encoding="utf-8"))
        found[path.relative_to(site).as_posix()] = reader.page
    return found


def faults(site: Path) -> list[str]:
    """What is wrong, a sentence each; empty if all is well."""
    pages = read(site)
    if FRONT not in pages:
        return [f"{site}: there is no {FRONT}"]
    return [*_broken(site, pages), *_unreached(pages), *_from_elsewhere(site, pages)]


def _broken(site: Path, pages: Mapping[str, Page]) -> Iterator[str]:
    for path, page in pages.items():
        for link in dict.fromkeys(page.links):
            target = _target(path, link)
            if target is None:
                continue
            wanted, anchor = target
            if wanted not in pages and not (site / wanted).is_file():
                yield f"{path}: `{link}` leads to no page"
            elif anchor and wanted in pages and anchor not in pages[wanted].anchors:
                yield f"{path}: `{link}` leads to no place in {wanted}"
        for address in dict.fromkeys(page.loaded):
            target = _target(path, address)
            if target is not None and not (site / target[0]).is_file():
                yield f"{path}: `{address}` is not there to be loaded"


def _unreached(pages: Mapping[str, Page]) -> Iterator[str]:
    reached, waiting = {FRONT}, [FRONT]
    while waiting:
        path = waiting.pop()
        for link in pages[path].links:
            target = _target(path, link)
            if target is not None and target[0] in pages and target[0] not in reached:
                reached.add(target[0])
                waiting.append(target[0])
    yield from (f"{path}: no way leads here from {FRONT}" for path in pages.keys() - reached - MADE_BY_SPHINX)


def _from_elsewhere(site: Path, pages: Mapping[str, Page]) -> Iterator[str]:
    for path, page in pages.items():
        for address in page.loaded:
            parts = urlsplit(address)
            if parts.netloc or parts.scheme not in ("", "data"):
                yield f"{path}: loads `{address}` from another machine"
    for sheet in sorted(site.rglob("*.css")):
        text = sheet.read_text(encoding="utf-8")
        for word in ("url(http", 'url("http', "url('http", "url(//", "@import"):
            if word in text:
                yield f"{sheet.relative_to(site).as_posix()}: `{word}` loads from another machine"


def _target(path: str, link: str) -> tuple[str, str] | None:
    """The page and the anchor in it that a link leads to; None if it leads out of the site."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return None
    if not parts.path:
        return path, unquote(parts.fragment)
    wanted = posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(parts.path)))
    return wanted, unquote(parts.fragment)
