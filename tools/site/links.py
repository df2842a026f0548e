"""Leads the links of a document to the places that their targets have in the site.

A link to a file of the repository that is no page, a test for example, leads nowhere in a site: its words stay, and say
in a tooltip what is meant. One whose target is not there is a fault.
"""

import html
import posixpath
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from tools.site.places import ROOT

_FENCED = r"^(?P<fence>[ ]*(?:`{3,}|~{3,}))[^\n]*\n(?s:.*?)^(?P=fence)[`~]*[ ]*$"
_CODE = r"(?P<tick>`+)(?!`)(?s:.+?)(?<!`)(?P=tick)(?!`)"
_LINK = r"(?P<shown>!?\[(?P<text>(?:[^\[\]]|\[[^\[\]]*\])*)\])\((?P<target>[^()\s]+)(?:\s+\"(?P<title>[^\"]*)\")?\)"
_PIECE = re.compile(f"{_FENCED}|{_CODE}|{_LINK}", re.MULTILINE)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)


class LinkError(Exception):
    """A link whose target is not in the repository."""


def targets(text: str) -> Iterator[str]:
    """The targets of a document's links, code left out."""
    return (found["target"] for found in _PIECE.finditer(text) if found["target"])


def placed(document: str, text: str, places: Mapping[str, str]) -> str:
    """The document's text with links as the site needs them. `places` says where what is in the site stands.

    Raises `LinkError`.
    """

    def lead(found: re.Match[str]) -> str:
        target = found["target"]
        if target is None or _SCHEME.match(target) or target.startswith("#"):
            return found[0]
        path, mark, place = target.partition("#")
        wanted = posixpath.normpath(posixpath.join(posixpath.dirname(document), path))
        if wanted not in places and not (ROOT / wanted).exists():
            raise LinkError(f"{document}: there is no `{wanted}`, which `{target}` leads to")
        if wanted not in places:
            return _named(found, wanted)
        here = posixpath.dirname(places[document])
        return found[0].replace(f"]({target}", f"]({posixpath.relpath(places[wanted], here or '.')}{mark}{place}")

    return _PIECE.sub(lead, text)


def _named(found: re.Match[str], wanted: str) -> str:
    title = f"{wanted}: {found['title']}" if found["title"] else wanted
    return f'<span class="file" title="{html.escape(title)}">{found["text"]}</span>'


def text_of(document: str) -> str:
    """The document as it lies in the repository."""
    return Path(ROOT / document).read_text(encoding="utf-8")
