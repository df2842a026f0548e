"""What an element of a mail says and where it leads, and the rows that it makes of a template (R167)."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from html import escape

from osy_grammar.language import element
from osy_grammar.language.elements import STYLE
from osy_grammar.language.signatures import signature_of
from osy_grammar.nodes import expressions as e
from osy_grammar.nodes import ui
from osy_runtime.builtins.sequences import Query, iterated
from osy_runtime.evaluate.compiler import Compiler
from osy_runtime.evaluate.frame import Code, Frame
from osy_runtime.evaluate.literals import mark_spoken
from osy_runtime.evaluate.members import text_in
from osy_runtime.evaluate.scope import Scope, Variable
from osy_runtime.signals import Unsupported
from osy_runtime.values import Value

TEXTS = frozenset({"text", "label", "title", "subtitle", "body", "heading", "footer", "description", "value"})
"""The arguments of an element that people read."""

ADDRESSES = frozenset({"href", "to", "url", "link"})
"""The arguments of an element that say where it leads."""

_ADDRESS = re.compile(r"(?:[a-z][a-z0-9+.-]*://|mailto:|tel:|/)\S*", re.IGNORECASE)


@dataclass(slots=True)
class Page:
    """What has been rendered so far."""

    lines: list[str] = field(default_factory=list)
    html: list[str] = field(default_factory=list)
    slots: list[tuple[Frame, "Draw | None"]] = field(default_factory=list)


Draw = Callable[[Frame, Page], None]


@dataclass(slots=True)
class _Part:
    """An argument: `leads` says whether it is an address, None if its value has to tell."""

    leads: bool | None
    code: Code


def plain(compiler: Compiler, scope: Scope, node: ui.Element, children: Draw | None) -> Draw:
    """An element of the platform or of a kit: the texts that it is given, then its children."""
    parts = _parts(compiler, scope, node)

    def draw(f: Frame, page: Page) -> None:
        _write(page, *_said(f, [(part.leads, part.code(f)) for part in parts]))
        if children is not None:
            children(f, page)

    return draw


def rows(
    compiler: Compiler, scope: Scope, node: ui.Element, variables: list[Variable], row: Draw, put: Callable[..., None]
) -> Draw:
    """An element with `{ row => … }`: its texts, then the children for each item of its one list."""
    parts = _parts(compiler, scope, node)
    others = [compiler.value(scope, value) for value in _unread(node)]
    place, name = scope.place(node), node.name.last.text

    def draw(f: Frame, page: Page) -> None:
        values = [(part.leads, part.code(f)) for part in parts]
        _write(page, *_said(f, values))
        lists = [value for value in (*(v for _, v in values), *(code(f) for code in others)) if _many(value)]
        if len(lists) != 1:
            failure = Unsupported(
                f"a row template of `{name}`, which is given {len(lists) or 'no'} lists, is not supported"
            )
            failure.locate(place)
            raise failure
        for at, item in enumerate(iterated(f.world, lists[0])):
            for variable, value in zip(variables, (item, at), strict=False):
                put(f, variable, value)
            row(f, page)

    return draw


def _many(value: Value) -> bool:
    return isinstance(value, list | Query)


def _parts(compiler: Compiler, scope: Scope, node: ui.Element) -> list[_Part]:
    """The arguments that are read, and whether each leads somewhere, as far as its name says that."""
    names, parts = _parameters(node.name.last.text), []
    for at, argument in enumerate(node.arguments.items if node.arguments is not None else ()):
        if not isinstance(argument.value, e.Expression) or isinstance(argument.value, e.Lambda):
            continue
        name = argument.name.text if argument.name is not None else names[at] if at < len(names) else ""
        if argument.name is None or name in TEXTS | ADDRESSES:
            mark_spoken(compiler, argument.value)
            leads = name in ADDRESSES if name in TEXTS | ADDRESSES else None
            parts.append(_Part(leads, compiler.value(scope, argument.value)))
    return parts


def _unread(node: ui.Element) -> list[e.Expression]:
    """The named arguments that nobody reads, but that may be a list; how an element looks is none."""
    return [
        argument.value
        for argument in (node.arguments.items if node.arguments is not None else ())
        if argument.name is not None and argument.name.text not in TEXTS | ADDRESSES | _styles()
        if isinstance(argument.value, e.Expression) and not isinstance(argument.value, e.Lambda)
    ]


@cache
def _parameters(name: str) -> tuple[str, ...]:
    fact = element(name)
    return tuple(parameter.name for parameter in signature_of(fact).parameters or ()) if fact is not None else ()


@cache
def _styles() -> frozenset[str]:
    return frozenset(parameter.name for parameter in signature_of(STYLE).parameters or ())


def _said(f: Frame, values: list[tuple[bool | None, Value]]) -> tuple[list[str], list[str]]:
    """The words and the addresses; what no name tells is an address if it looks like one."""
    words: list[str] = []
    addresses: list[str] = []
    for told, value in values:
        if value is None or _many(value) or (told is None and not isinstance(value, str)):
            continue
        text = text_in(f.world, value)
        leads = _ADDRESS.fullmatch(text) is not None if told is None else told
        if text:
            (addresses if leads else words).append(text)
    return words, addresses


def _write(page: Page, words: list[str], addresses: list[str]) -> None:
    """A line; in HTML the words lead to the first address, and each other one is shown as it is."""
    if not words and not addresses:
        return
    page.lines.append(" ".join([*words, *addresses]))
    said = " ".join(words)
    shown = [said or addresses[0], *addresses[1:]]
    links = [f'<a href="{escape(address)}">{escape(text)}</a>' for address, text in zip(addresses, shown, strict=False)]
    page.html.append(f"<p>{' '.join(links) or escape(said)}</p>")
