"""What there is to say about the word under the cursor: a declaration of the project, or a fact of the language."""

import re

from osy_analysis.ide import describe
from osy_analysis.ide.answers import Hover
from osy_analysis.ide.before_dot import type_before
from osy_analysis.ide.name_kinds import KEYWORD_FIELDS
from osy_analysis.ide.open_call import open_call
from osy_analysis.ide.signature import forms_of, generated_form, known_types, substituted
from osy_analysis.ide.subjects import subject_at
from osy_analysis.model import Model
from osy_analysis.project import Project
from osy_analysis.scopes import Scope, scope_of
from osy_analysis.semantics.bind.flows import CORRELATE, RAISE
from osy_analysis.semantics.bind.members import WORKFLOW_RUN
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.offered import offered
from osy_grammar.language import (
    FUNCTIONS,
    Place,
    attribute,
    body,
    clause,
    element,
    platform_type,
    word,
    words_at,
)
from osy_grammar.language.model import BuiltinType
from osy_grammar.nodes.base import Identifier, Node, QualifiedName
from osy_grammar.nodes.declarations import App, Attribute, ClientSetting, SecurityRule, Setting
from osy_grammar.nodes.expressions import Argument, Interpolation, Literal, Member, Name, TextPart, This
from osy_grammar.nodes.types import TypeName
from osy_grammar.nodes.ui import Element
from osy_grammar.nodes.workflow import (
    Body,
    Breach,
    Clause,
    Clock,
    CompleteWhen,
    Milestone,
    Remind,
    RemindArgument,
    Requirement,
    Route,
    State,
    Subscribe,
    Terminal,
)
from osy_grammar.record import replace
from osy_grammar.span import Span
from osy_grammar.tree import Item
from osy_grammar.walk import path_at

_WORD = re.compile(r"[^\W\d]\w*")
GENERATED = {
    RAISE: "Raises the event on the run of a row: its route runs at once, in this transaction.",
    CORRELATE: "Raises the event on the run that its `[CorrelateOn]` finds, and says what became of it.",
}


def hover(project: Project, path: str, offset: int) -> Hover | None:
    """The hover at an offset; None where there is no word, or nothing to say about it."""
    source = project.files.get(path)
    item = source.item_at(offset) if source is not None else None
    if source is None or item is None:
        return None
    span = _word_at(source.text, offset)
    if span is None or _is_in_comment(item, span.start):
        return None
    nodes = path_at(item, span.start)
    text = _Words(Model(project), path, item, nodes, scope_of(item, nodes, span.start), span).text()
    return Hover(span=span, markdown=text) if text else None


def _word_at(text: str, offset: int) -> Span | None:
    start = offset
    while start > 0 and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    found = _WORD.match(text, start)
    return Span(found.start(), found.end()) if found is not None and found.end() >= offset else None


def _is_in_comment(item: Item, offset: int) -> bool:
    at = offset - item.start
    return any(comment.start <= at < comment.end for comment in item.chunk.comments)


class _Words:
    """The texts for one word; `nodes` cover it, outermost first."""

    def __init__(
        self, model: Model, path: str, item: Item, nodes: tuple[Node, ...], scope: Scope | None, span: Span
    ) -> None:
        self.model = model
        self.path = path
        self.item = item
        self.nodes = nodes
        self.scope = scope
        self.word = item.chunk.text[span.start - item.start : span.end - item.start]
        self.at = span.start

    def text(self) -> str:
        """The text; empty if there is nothing to say."""
        node = self.nodes[-1] if self.nodes else None
        parent = self.nodes[-2] if len(self.nodes) > 1 else None
        match node:
            case TextPart() | Interpolation() | Literal(kind="string" | "char" | "raw"):
                return ""
            case Identifier() if parent is not None:
                return self._identifier(node, parent) or self._fact()
            case Name():
                return self._name(node) or self._fact()
            case This():
                return _of_word("this")
            case _:
                return self._keyword()

    def _identifier(self, name: Identifier, parent: Node) -> str:
        if any(name is getattr(parent, field, None) for field in KEYWORD_FIELDS):
            return self._keyword_of(parent) or self._keyword()
        match parent:
            case SecurityRule() if any(name is verb for verb in parent.verbs):
                return self._keyword()
            case App():
                return "\n\n".join(text for text in (self.item.chunk.doc_comment(parent), _of_word("app")) if text)
            case Clause() | RemindArgument() | Setting() | ClientSetting():
                return self._clause(name.text, parent) or self._symbol()
            case Member():
                return self._generated(name) or self._symbol() or self._member(parent)
            case Argument():
                return self._symbol() or self._argument(name)
            case QualifiedName():
                return self._qualified(name)
            case Route() if self.scope is not None:
                fact = body(f"on {name.text}", self._owner_place())
                return self._symbol() or (describe.of_body(fact) if fact is not None else "")
            case _:
                return self._symbol()

    def _qualified(self, name: Identifier) -> str:
        holder = self.nodes[-3] if len(self.nodes) > 2 else None
        if isinstance(holder, Attribute):
            row = attribute(name.text)
            return describe.of_attribute(row) if row is not None else ""
        if isinstance(holder, Element):
            return self._symbol() or self._element(name.text)
        if isinstance(holder, TypeName):
            return self._symbol() or self._type(name.text) or self._keyword()
        return self._symbol()

    def _name(self, node: Name) -> str:
        if self.scope is not None and node.text in self.scope.slot_names:
            return "\n\n---\n\n".join(text for text in (self._symbol(), _of_word("slot")) if text)
        found = self._symbol()
        if found:
            return found
        if self.scope is not None and self.scope.body is not None and node.text == "actor":
            return _of_word("actor")
        function = next((fact for fact in FUNCTIONS if fact.name == node.text), None)
        if function is not None:
            return describe.of_member("", function)
        return self._type(node.text) or (self._keyword() if (row := word(node.text)) and row.reserved else "")

    def _type(self, name: str) -> str:
        row = platform_type(name)
        return describe.of_type(row) if row is not None else ""

    def _element(self, name: str) -> str:
        declared = next((symbol for symbol in self.model.declared(name)), None)
        if declared is not None:
            return describe.of_symbol(self.model, declared)
        row = element(name)
        return describe.of_element(row) if row is not None else ""

    def _symbol(self) -> str:
        symbol = self.model.symbol_at(self.path, self.at)
        return describe.of_symbol(self.model, symbol) if symbol is not None else ""

    def _fact(self) -> str:
        """About what of the platform the name means, where nothing around it says more."""
        fact = self.model.meaning_at(self.path, self.at).fact
        if isinstance(fact, BuiltinType):
            return describe.of_type(fact)
        return describe.of_member("", fact) if fact is not None else ""

    def _generated(self, name: Identifier) -> str:
        """About `RaiseX` and `CorrelateX`, which no program declares."""
        subject = subject_at(self.model, self.path, self.at)
        if subject is None or not subject.prefix or not isinstance(subject.target, Definition):
            return ""
        symbol = self.model.symbol_of(subject.target)
        told = describe.of_symbol(self.model, symbol) if symbol is not None else ""
        _, _, rest = told.partition("\n```\n\n")
        head = f"```osy\n{generated_form(subject.target, name.text).label}\n```"
        return "\n\n".join((head, GENERATED[subject.prefix], rest)).strip()

    def _argument(self, name: Identifier) -> str:
        """About a named argument of what the platform has: the parameter that it gives a value."""
        source = self.model.project.files[self.path]
        call = open_call(source, self.item.start + name.start)
        for form in forms_of(self.model, self.path, call) if call is not None else ():
            if name.text in form.names:
                parameter = form.parameters[form.names.index(name.text)].text(form.label)
                return f"```osy\n(parameter) {parameter}\n```\n\nA parameter of `{call.name if call else ''}`."
        return ""

    # ── Members ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def _member(self, node: Member) -> str:
        """About a member that the platform has."""
        name = node.name.text
        if isinstance(node.target, This) and self.scope is not None and name == "Item":
            return _of_word("this")
        type_ = type_before(self.model, self.path, self.item, self.nodes, self.item.start + node.name.start)
        offers = [offer for offer in offered(self.model.semantics.table, type_) if offer.fact and offer.name == name]
        if not offers:
            return ""
        row, known = offers[0].row, known_types(type_)
        facts = [
            replace(offer.fact, signature=substituted(offer.fact.signature, known))
            for offer in offers
            if offer.fact is not None and offer.row == row
        ]
        return describe.of_member("" if row == WORKFLOW_RUN else row, *facts)

    # ── Keywords ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def _owner_place(self) -> Place:
        return Place.STATE if self.scope is not None and self.scope.state is not None else Place.WORKFLOW

    def _keyword_of(self, parent: Node) -> str:
        """About the word that opens a construct of workflows."""
        match parent:
            case Body() | Breach() | Remind():
                fact = body(parent.keyword.text, self._outer_place())
                return describe.of_body(fact) if fact is not None else ""
            case CompleteWhen():
                fact = body("complete when", Place.STATE)
                return describe.of_body(fact) if fact is not None else ""
            case Terminal() | State() | Subscribe() | Milestone() | Clock() | Route():
                return _of_word(self.word)
            case _:
                return ""

    def _outer_place(self) -> Place:
        """The place that the construct under the cursor stands in."""
        return self.scope.place if self.scope is not None else Place.FILE

    def _clause(self, name: str, parent: Node) -> str:
        place = self._outer_place()
        if isinstance(parent, RemindArgument):
            place = Place.REMIND
        elif isinstance(parent, ClientSetting):
            place = Place.CLIENT
        elif any(isinstance(node, Requirement) for node in self.nodes):
            place = Place.REQUIREMENT
        row = clause(name, place)
        return describe.of_clause(row) if row is not None else ""

    def _keyword(self) -> str:
        """About a word that no node names: a keyword, by what the place knows before what the language knows."""
        place = self._outer_place()
        row = next((row for row in words_at(place) if row.text == self.word), None) or word(self.word)
        return describe.of_word(row) if row is not None else ""


def _of_word(text: str) -> str:
    row = word(text)
    return describe.of_word(row) if row is not None else ""
