"""What could stand at the cursor: one file a situation, put together here.

The text before the cursor says which situation it is (after a dot, after `goto`, after `Initial =`, at the start of an
item …), the tree says where that is: in which construct, which body, with which names. Both hold in half-typed code.
"""

from osy_analysis.ide.answers import CompletionItem
from osy_analysis.ide.completion import arguments, attributes, items, markup, members, names, templates, values, wanted
from osy_analysis.ide.completion.context import Context, Situation, context_at
from osy_analysis.ide.completion.continuing import continuing
from osy_analysis.ide.completion.documentation import documentation
from osy_analysis.project import Project
from osy_grammar.language import Place

__all__ = ["complete", "documentation", "is_cut", "propose"]

_NAMING = frozenset((Situation.TYPE, Situation.EXPRESSION, Situation.STATEMENT, Situation.ITEM, Situation.VALUE))
STRONG = frozenset((Situation.STATE_NAME, Situation.EVENT_NAME, Situation.ROUTE_NAME, Situation.VALUE))
"""What is worth proposing although only a blank was typed."""


def complete(project: Project, path: str, offset: int, trigger: str = "") -> tuple[CompletionItem, ...]:
    """The proposals at an offset, the likeliest first; `trigger` is the character that asked, if one did."""
    return propose(project, path, offset, trigger)[0]


def is_cut(project: Project, path: str, offset: int) -> bool:
    """Whether more may be proposed once more is typed: of very many names only some are told."""
    context = context_at(project, path, offset) if path in project.files else None
    return context is not None and _is_cut(context)


def propose(project: Project, path: str, offset: int, trigger: str = "") -> tuple[tuple[CompletionItem, ...], bool]:
    """What `complete` and `is_cut` answer."""
    context = context_at(project, path, offset) if path in project.files else None
    if context is None:
        return (), False
    if trigger == " " and context.situation not in STRONG and not _is_given(context):
        return (), _is_cut(context)
    first: dict[str, CompletionItem] = {}
    for item in _proposals(context):
        first.setdefault(item.label, item)
    return tuple(first.values()), _is_cut(context)


def _is_cut(context: Context) -> bool:
    return context.situation in _NAMING and names.is_cut(context)


def _is_given(context: Context) -> bool:
    """Whether a value is wanted after the blank: one is expected there."""
    return context.before.rstrip().endswith(("=", "==", "!=", "return")) and context.situation is Situation.EXPRESSION


def _proposals(context: Context) -> list[CompletionItem]:
    initialiser = arguments.initialiser_at(context) if context.situation is not Situation.MEMBER else None
    if initialiser is not None:
        return arguments.missing_members(context, initialiser)
    call = arguments.attribute_at(context) if context.situation is not Situation.MEMBER else None
    if call is not None:
        return [*arguments.of_attribute(context, call), *_values(context)]
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
            words = continuing(context)
            return words if context.place is Place.SECURITY else [*words, *names.types(context)]
        case Situation.EXPRESSION:
            found = markup.parameters(context) if context.is_markup else []
            return [*found, *_values(context), *continuing(context)]
        case Situation.STATEMENT:
            found = names.in_code(context, names.statement_words(context))
            return [*found, *continuing(context, is_start=True), *templates.at_place(context)]
        case Situation.ITEM:
            elements = markup.elements(context) if context.place is Place.MARKUP else ()
            # What workflows are made of is known place by place.
            words = continuing(context, is_start=True) if context.scope is None else []
            return [*items.at_place(context), *elements, *words, *templates.at_place(context)]
        case Situation.CONTINUATION:
            return continuing(context)


def _values(context: Context) -> list[CompletionItem]:
    """What fits the type that is wanted, then what is nearest; arguments by name come after the locals."""
    name = wanted.wanted_type(context)
    call = arguments.call_at(context)
    given = arguments.named(context, call) if call is not None and not context.is_markup else []
    found = names.in_code(context, given, name)
    return [*wanted.fitting(context, name), *found] if name else found
