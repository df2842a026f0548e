"""At the start of an item: the clauses, bodies and words that the place takes and does not have yet."""

import re

from osy_analysis.ide.answers import CompletionItem
from osy_analysis.ide.completion.context import REMINDER, Context
from osy_analysis.ide.completion.names import types
from osy_grammar.language import Clause, Place, Word, bodies_of, clause, clauses_of, words_at
from osy_grammar.language.model import BodyFact, Next, WordKind
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.workflow import Body, Breach, Clock, CompleteWhen, Milestone, Requirement, Requires, Route
from osy_grammar.nodes.workflow import Clause as ClauseNode

TYPED_PLACES = frozenset((Place.FILE, Place.ENTITY, Place.CLASS, Place.INTERFACE, Place.CLIENT, Place.COMPONENT))
"""Where an item may also begin with a type: a field, a method, a function."""

MANIFEST_PLACES = frozenset((Place.APP, Place.PACKAGE, Place.USE))
"""Whose words are plain names to the grammar."""

_GIVEN = re.compile(r"(\w+)\s*=")
_ONCE = (Body, Breach, Milestone, Clock, Requires, CompleteWhen)


def at_place(context: Context) -> list[CompletionItem]:
    """What may stand here and is missing: clauses, then bodies and words, then types where the place takes them."""
    place = context.place
    present = _present(context)
    clauses = [
        _clause(context, row)
        for row in clauses_of(place)
        if row.many or row.name not in present or row.name == context.prefix
    ]
    bodies = {row.name: row for row in bodies_of(place)}
    named = [_word(context, row, bodies.get(row.text)) for row in words_at(place) if _is_free(row, present, context)]
    if place is Place.ROUTE:
        named.append(
            CompletionItem(
                label="when", kind="keyword", span=context.span, snippet="when ($1) {\n\t$0\n}", detail="a guarded arm"
            )
        )
    return [*clauses, *named, *(types(context) if place in TYPED_PLACES else ())]


def _is_free(row: Word, present: set[str], context: Context) -> bool:
    # `when` follows `complete`, and `success` follows `terminal`: no item starts with either.
    is_inner = (context.place is Place.TERMINAL and row.kind is WordKind.MODIFIER) or (
        context.place is Place.STATE and Next.EXPRESSION in row.before
    )
    is_item = row.is_terminal or context.place in MANIFEST_PLACES
    return is_item and not row.is_inner and not is_inner and (row.text not in present or row.text == context.prefix)


def _clause(context: Context, row: Clause) -> CompletionItem:
    end = "" if context.place is Place.REMIND else ";"
    return CompletionItem(
        label=row.name,
        kind="clause",
        span=context.span,
        detail=row.type + (" (required)" if row.required else ""),
        insert=f"{row.name} = ",
        snippet=f"{row.name} = $0{end}",
        subject=f"clause:{row.name}@{context.place.value}",
    )


def _word(context: Context, row: Word, fact: BodyFact | None) -> CompletionItem:
    kind = "body" if fact is not None and Next.BRACE in row.before else "keyword"
    opens = row.before == (Next.BRACE,) or (Next.BRACE in row.before and fact is not None)
    subject = f"body:{fact.name}@{context.place.value}" if fact is not None else f"word:{row.text}"
    return CompletionItem(
        label=row.text,
        kind=kind,
        span=context.span,
        detail=f"runs {fact.runs}" if fact is not None else row.text_help,
        snippet=_snippet(row, context.place) if opens else None,
        subject=subject,
    )


def _snippet(row: Word, place: Place) -> str:
    """A word with its braces; a milestone and a clock with the `Within` that they cannot do without."""
    try:
        inside = Place(row.text)
    except ValueError:
        inside = place
    if inside is not place and clause("Within", inside) is not None:
        return f"{row.text} {{\n\tWithin = ${{1:TimeSpan.FromHours(4)}};\n\t$0\n}}"
    return f"{row.text} {{\n\t$0\n}}"


def _present(context: Context) -> set[str]:
    """The words of what stands in the construct already and may stand there once only."""
    found: set[str] = set()
    if context.place is Place.REMIND:
        given = REMINDER.search(context.source.text[: context.span.start])
        found.update(_GIVEN.findall(given["arguments"]) if given is not None else ())
    for node in _siblings(context):
        if context.item is not None and node.start <= context.span.start - context.item.start < node.end:
            continue
        if isinstance(node, ClauseNode):
            found.add(node.name.text)
        elif isinstance(node, CompleteWhen):
            found.add("complete")
        elif isinstance(node, _ONCE):
            found.add(node.keyword.text)
        elif type(node).__name__ in ("Setting", "RemindArgument", "ClientSetting"):
            found.add(node.name.text)  # type: ignore[attr-defined]  # all three have a name
    return found


def _siblings(context: Context) -> tuple[Node, ...]:
    scope = context.scope
    if context.place is Place.REQUIREMENT:
        found = next((node for node in reversed(context.nodes) if isinstance(node, Requirement)), None)
        return found.settings.items if found is not None else ()
    if context.place is Place.REMIND:
        return ()
    if scope is None:
        return tuple(getattr(context.nodes[0], "members", None) or ()) if context.nodes else ()
    if scope.clock is not None:
        return scope.clock.settings.items
    if scope.milestone is not None:
        return scope.milestone.items
    if scope.slot is not None:
        return scope.slot.items or ()
    if isinstance(next(iter(context.nodes[::-1]), None), Route):
        return ()
    return scope.state.items if scope.state is not None else scope.workflow.items
