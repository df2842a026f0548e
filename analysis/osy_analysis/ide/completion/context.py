"""Where the cursor is: the word being typed, the situation, and what surrounds it.

The situation comes from the few tokens before the cursor, because a half-typed line has no tree of its own yet; what
encloses the line has one, and gives the place.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from osy_analysis.model import Model
from osy_analysis.project import Project
from osy_analysis.scopes import Scope, scope_of
from osy_grammar.language import WORDS, Place, WordKind
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.declarations import (
    App,
    Class,
    Client,
    Entity,
    Interface,
    Package,
    Security,
)
from osy_grammar.nodes.expressions import ErrorExpression, Expression, Hole, Interpolation, Literal, TextPart
from osy_grammar.nodes.statements import Block
from osy_grammar.nodes.ui import Animation, Component, Control, Markup, Template
from osy_grammar.nodes.workflow import Clause, Requirement, Requires, Route, When
from osy_grammar.span import Span
from osy_grammar.tree import Item, SourceFile
from osy_grammar.walk import path_at

_WORD = re.compile(r"[^\W\d]\w*\Z")
_BEFORE = re.compile(r"(?P<clause>[^\W\d]\w*)\s*=\s*\Z|(?P<word>[^\W\d]\w*)\s*\Z|(?P<mark>\W)\s*\Z")
_LINE_END = re.compile(r"[\r\n]")
_ITEM_START = "{};"
_EXPRESSION_START = "=(,+-*/%<>!&|?:"
_LOOK_BACK = 400
_BEFORE_EXPRESSION = frozenset(("return", "throw", "in", "out", "when"))
_BEFORE_STATEMENT = frozenset(("else", "do", "try", "finally"))
_BEFORE_TYPE = frozenset(("new", "is", "as", "for"))
_MODIFIERS = frozenset(word.text for word in WORDS if word.reserved and word.kind is WordKind.MODIFIER)

_COMMENT_AT_END = re.compile(r"(?:(?:^|(?<=[\s;{}),]))//[^\r\n]*(?:\r\n|\r|\n)|/\*(?:[^*]|\*(?!/))*\*/)\s*\Z")
_ATTRIBUTES_BEFORE = re.compile(r"\[\s*(?:[^\W\d][\w.]*\s*(?:\((?:[^()]|\([^()]*\))*\))?\s*,\s*)+\Z")
"""Attributes in brackets up to a comma: another one follows."""

REMINDER = re.compile(r"\bRemind\s+\w+\s*\((?P<arguments>(?:[^(){}]|\([^()]*\))*)\Z")
"""The arguments of a reminder up to the cursor, which recovery skips while they are half-typed."""


_CALL = re.compile(r"(?P<name>[^\W\d]\w*)\s*\((?P<arguments>(?:[^(){};]|\([^()]*\)|\{[^{}]*\})*)\Z")
"""The call whose brackets are open at the end of a text; what stands in brackets of its own inside is passed over."""


class Situation(StrEnum):
    """What kind of thing can stand at the cursor."""

    MEMBER = "after a dot"
    STATE_NAME = "a state of the workflow"
    EVENT_NAME = "an event of the workflow"
    ROUTE_NAME = "what a route listens to"
    VALUE = "the value of a clause"
    ATTRIBUTE = "an attribute"
    TYPE = "a type"
    EXPRESSION = "an expression"
    STATEMENT = "a statement"
    ITEM = "an item of a construct"
    CONTINUATION = "what goes on with a construct"


_WAITS = {"subscribe": Situation.EVENT_NAME, "on": Situation.ROUTE_NAME}


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """All that a situation needs. `nodes` cover the start of the word, outermost first; `clause` is set for a value."""

    model: Model
    path: str
    source: SourceFile
    offset: int
    span: Span
    prefix: str
    situation: Situation
    place: Place
    item: Item | None
    nodes: tuple[Node, ...]
    scope: Scope | None
    clause: str = ""

    @property
    def before(self) -> str:
        """The text before the word, as far as it matters."""
        return self.source.text[max(0, self.span.start - _LOOK_BACK) : self.span.start]

    @property
    def is_markup(self) -> bool:
        """Whether the cursor is in what a component renders."""
        return any(isinstance(node, Markup) for node in self.nodes)


def call_before(before: str) -> tuple[str, str] | None:
    """The name and the arguments so far of the call whose brackets are open at the end of a text."""
    found = _CALL.search(before)
    return (found["name"], found["arguments"]) if found is not None else None


def context_at(project: Project, path: str, offset: int) -> Context | None:
    """The context; None where nothing can be proposed: in comments, in strings, in numbers."""
    source = project.files[path]
    offset = min(max(offset, 0), len(source.text))
    before = source.text[max(0, offset - _LOOK_BACK) : offset]
    word = _WORD.search(before)
    prefix = word.group() if word else ""
    start = offset - len(prefix)
    item, at = _settled(source, start)
    nodes = path_at(item, at) if item is not None else ()
    if _is_in_comment(source, item, start) or _is_in_text(item, nodes, start) or _is_in_number(before, prefix):
        return None
    scope = scope_of(item, nodes, at) if item is not None else None
    lead = _without_comments(before[: len(before) - len(prefix)])
    is_reminder = scope is not None and scope.milestone is not None and REMINDER.search(lead) is not None
    place = Place.REMIND if is_reminder else _place(item, nodes, scope, at)
    found = (Situation.ITEM, "") if is_reminder and lead.rstrip()[-1:] in "(," else _situation(lead, place)
    situation, clause = found or (Situation.CONTINUATION, "")
    return Context(
        model=Model(project),
        path=path,
        source=source,
        offset=offset,
        span=Span(start, offset),
        prefix=prefix,
        situation=situation,
        place=place,
        item=item,
        nodes=nodes,
        scope=scope,
        clause=clause,
    )


def _settled(source: SourceFile, offset: int) -> tuple[Item | None, int]:
    """The item and the offset; in the blanks behind an unfinished declaration, that declaration and its end."""
    item = source.item_at(offset)
    near = item or (source.items[-1] if source.items else None)
    if near is None:
        return None, offset
    if item is not None and item.start and not source.text[item.start : offset].strip():
        near = source.item_at(item.start - 1) or near
    written = near.chunk.text.rstrip()
    end = near.start + len(written)
    is_open = bool(near.chunk.problems) and not written.endswith("}")
    if is_open and offset > end and not source.text[end:offset].strip():
        return near, end
    return item, offset


def _without_comments(before: str) -> str:
    """The text without the comments at its end, which say nothing of what can follow."""
    while (found := _COMMENT_AT_END.search(before)) is not None:
        before = before[: found.start()]
    return before


# ── The situation ────────────────────────────────────────────────────────────────────────────────────────────────────


def _situation(before: str, place: Place) -> tuple[Situation, str] | None:
    found = _BEFORE.search(before)
    if found is None:
        return Situation.ITEM, ""
    if (clause := found["clause"]) is not None:
        return _after_equals(clause, place)
    if (word := found["word"]) is not None:
        return _after_word(word, before[: found.start("word")], place)
    return _after_mark(found["mark"], before[: found.start("mark")], place)


def _after_equals(name: str, place: Place) -> tuple[Situation, str]:
    if place in (Place.STATEMENT, Place.EXPRESSION):
        return Situation.EXPRESSION, ""
    return Situation.VALUE, name


def _after_word(word: str, before: str, place: Place) -> tuple[Situation, str] | None:
    if before.rstrip().endswith("."):
        return None
    if word == "goto":
        return Situation.STATE_NAME, ""
    if place not in (Place.STATEMENT, Place.EXPRESSION):
        if word in _WAITS:
            return (_WAITS[word], "") if place in (Place.WORKFLOW, Place.STATE, Place.COMPONENT) else None
        if word == "as":
            return None
        if word in _MODIFIERS:
            return Situation.ITEM, ""
    is_condition = word == "invariant" or (word == "where" and place is Place.SECURITY)
    if word in _BEFORE_EXPRESSION or is_condition:
        return Situation.EXPRESSION, ""
    if word in _BEFORE_STATEMENT:
        return (Situation.ITEM if place is Place.MARKUP else Situation.STATEMENT), ""
    return (Situation.TYPE, "") if word in _BEFORE_TYPE else None


def _after_mark(mark: str, before: str, place: Place) -> tuple[Situation, str] | None:
    is_code = place in (Place.STATEMENT, Place.EXPRESSION)
    if mark == ".":
        return None if before[-1:].isdigit() and not re.search(r"[^\W\d]\w*\Z", before) else (Situation.MEMBER, "")
    if mark == "," and not is_code and _ATTRIBUTES_BEFORE.search(f"{before},"):
        return Situation.ATTRIBUTE, ""
    if mark == ":" and place is Place.FILE:
        return Situation.TYPE, ""
    if mark == "[":
        return (Situation.EXPRESSION if is_code else Situation.ATTRIBUTE), ""
    if mark in _ITEM_START:
        return (Situation.STATEMENT if is_code else Situation.ITEM), ""
    if mark == "]" and not is_code:
        return Situation.ITEM, ""
    if mark == ")":
        return (Situation.STATEMENT, "") if is_code else None
    if mark == ">" and place is Place.MARKUP and before.endswith("=") and call_before(before) is None:
        return Situation.ITEM, ""
    if mark in _EXPRESSION_START:
        is_value = is_code or place is Place.MARKUP or mark not in "(,"
        return (Situation.EXPRESSION if is_value else Situation.TYPE), ""
    return None


# ── The place ────────────────────────────────────────────────────────────────────────────────────────────────────────

_PLACES: dict[type[Node], Place] = {
    Entity: Place.ENTITY,
    Class: Place.CLASS,
    Interface: Place.INTERFACE,
    Client: Place.CLIENT,
    App: Place.APP,
    Package: Place.PACKAGE,
    Component: Place.COMPONENT,
    Control: Place.CONTROL,
    Animation: Place.ANIMATION,
}
_MANIFESTS = (Place.APP, Place.PACKAGE)


def _place(item: Item | None, nodes: tuple[Node, ...], scope: Scope | None, offset: int) -> Place:
    if item is None or not nodes:
        return Place.FILE
    at = offset - item.start
    for node in reversed(nodes):
        match node:
            case Block() if node.start < at:
                return Place.STATEMENT
            case Clause() if at > node.name.end:
                is_begun = node.value.start < at and not isinstance(node.value, ErrorExpression)
                return Place.EXPRESSION if is_begun else _of_scope(scope)
            case When() if node.condition.start <= at:
                return Place.EXPRESSION
            case Requirement() if node.settings.start < at:
                return Place.REQUIREMENT
            case Requires():
                return _of_scope(scope)
            case Route() if at > node.body.start:
                return Place.ROUTE
            case Security() if at > node.start:
                return Place.SECURITY
            case _ if isinstance(node, Expression) and node.start < at:
                return Place.EXPRESSION
            case Markup() | Template() if node.start < at:
                return Place.MARKUP
            case _:
                pass
    if scope is not None:
        return Place.EXPRESSION if scope.body is not None else _of_scope(scope)
    place = _PLACES.get(type(nodes[0]))
    opening = item.chunk.text.find("{", nodes[0].start)
    if place is None or not 0 <= opening < at:
        return Place.FILE
    inside = item.chunk.text[opening + 1 : at]
    is_inner = place in _MANIFESTS and inside.count("{") > inside.count("}")
    return Place.USE if is_inner else place


def _of_scope(scope: Scope | None) -> Place:
    return scope.place if scope is not None else Place.FILE


# ── Where nothing is proposed ────────────────────────────────────────────────────────────────────────────────────────


def _is_in_comment(source: SourceFile, item: Item | None, offset: int) -> bool:
    if item is None:
        line = source.text.rfind("\n", 0, offset) + 1
        return "//" in source.text[line:offset]
    at = offset - item.start
    text = item.chunk.text
    return any(
        comment.start < at and (at < comment.end or (at == comment.end and text.startswith("//", comment.start)))
        for comment in item.chunk.comments
    )


def _is_in_text(item: Item | None, nodes: tuple[Node, ...], offset: int) -> bool:
    if item is None or not nodes:
        return False
    at, node = offset - item.start, nodes[-1]
    if any(fault.is_unclosed and _opens_text(item, fault.start, at) for fault in item.chunk.problems):
        return True
    match node:
        case Literal(kind="string" | "char" | "raw"):
            return node.start < at < node.end or (at == node.end and not node.text.endswith(('"', "'")))
        case Hole():
            return node.format is not None and ":" in item.chunk.text[node.expression.end : at]
        case _:
            return isinstance(node, Interpolation | TextPart) and node.start < at


def _opens_text(item: Item, start: int, at: int) -> bool:
    """Whether what is never closed is a plain text and `at` stands in it: on its line, unless it is a raw text."""
    opening, text = item.chunk.text[start : start + 3], item.chunk.text
    if opening == '"""':
        return start < at
    return opening[:1] in ("'", '"') and start < at and not _LINE_END.search(text, start, at)


def _is_in_number(before: str, prefix: str) -> bool:
    is_suffix = bool(prefix) and before[: len(before) - len(prefix)][-1:].isdigit()
    return is_suffix or re.search(r"(?<!\w)\d[\w.]*\Z", before) is not None
