"""What could stand at the cursor: one file a situation, put together here.

The text before the cursor says which situation it is (after a dot, after `goto`, after `Initial =`, at the start of an
item …), the tree says where that is: in which construct, which body, with which names. Both hold in half-typed code.
"""

from osy_analysis.ide.answers import CompletionItem
from osy_analysis.ide.completion import attributes, items, markup, members, names, values
from osy_analysis.ide.completion.context import Context, Situation, context_at
from osy_analysis.ide.completion.documentation import documentation
from osy_analysis.project import Project
from osy_grammar.language import Place

__all__ = ["complete", "documentation"]

STRONG = frozenset((Situation.STATE_NAME, Situation.EVENT_NAME, Situation.ROUTE_NAME, Situation.VALUE))
"""What is worth proposing although only a blank was typed."""


def complete(project: Project, path: str, offset: int, trigger: str = "") -> tuple[CompletionItem, ...]:
    """The proposals at an offset, the likeliest first; `trigger` is the character that asked, if one did."""
    if path not in project.files:
        return ()
    context = context_at(project, path, offset)
    if context is None or (trigger == " " and context.situation not in STRONG):
        return ()
    first: dict[str, CompletionItem] = {}
    for item in _proposals(context):
        first.setdefault(item.label, item)
    return tuple(first.values())


def _proposals(context: Context) -> list[CompletionItem]:
    match context.situation:
        case Situation.MEMBER:
            return members.of_receiver(context)
        case Situation.STATE_NAME:
            return names.goto_targets(context)
        case Situation.EVENT_NAME:
            return names.events(context)
        case Situation.ROUTE_NAME:
            return markup.triggers(context) if context.place is Place.COMPONENT else names.routes(context)
        case Situation.VALUE:
            return values.of_clause(context)
        case Situation.ATTRIBUTE:
            return attributes.fitting(context)
        case Situation.TYPE:
            return names.types(context)
        case Situation.EXPRESSION:
            return [*(markup.parameters(context) if context.is_markup else ()), *names.in_expression(context)]
        case Situation.STATEMENT:
            return [*names.statement_words(context), *names.in_expression(context)]
        case Situation.ITEM:
            return [*items.at_place(context), *(markup.elements(context) if context.place is Place.MARKUP else ())]
