"""Whether a name that means nothing is surely wrong.

A kit, or a part of the platform, that is out of view may declare whatever begins with a capital, so such a name is told
of where all is in view, or where no kit is missing and a name that is close to it is in view. A name in small letters
is a local, a parameter or a field; it is told of where no kit is missing, or where a local is close to it. A policy may
rest on one that only the app declares, which uses the package. What C# calls so may be there.
"""

from collections.abc import Sequence

from osy_analysis.problems.names import UnknownName, UnknownType
from osy_analysis.semantics.bind.context import MOST_UNKNOWN, Binder
from osy_analysis.semantics.groups import TYPE_KINDS
from osy_analysis.wording import nearest
from osy_grammar.language.types.csharp import TYPE_NAMES
from osy_grammar.nodes.base import Identifier
from osy_grammar.nodes.expressions import Name
from osy_grammar.nodes.types import TypeName

CLOSE = 2
"""A slip changes so many letters at most."""


def tell_name(binder: Binder, name: Name, *, is_called: bool) -> None:
    """Tell of a bare name that nothing in view has, if that is sure."""
    text = name.text
    if not text or text in TYPE_NAMES or _is_crowded(binder):
        return
    inner = (*(key for key, meaning in binder.names.items() if meaning is not None), *binder.own_members())
    if binder.owner is not None and binder.meanings.has_more(binder.owner, binder.used):
        return
    if text[0].isupper():
        known = (*inner, *binder.table.in_view(binder.path))
        is_sure = not binder.is_policy and not binder.table.missing(binder.path)
        is_sure = is_sure or (not misses_kits(binder) and _is_slip(binder, text, known))
    else:
        known = inner
        is_sure = not misses_kits(binder) or _is_slip(binder, text, known)
    if is_sure:
        binder.tell(UnknownName(name=name, known=tuple(dict.fromkeys(known)), is_called=is_called))


def tell_type(binder: Binder, node: TypeName) -> None:
    """Tell of a type's name that nothing in view has, if that is sure."""
    last = node.name.last
    if not last.text or last.text in TYPE_NAMES or _is_crowded(binder):
        return
    table = binder.table
    if len(node.name.parts) > 1:
        namespace = node.name.text.rpartition(".")[0]
        if namespace not in table.namespaces:
            return
    missing = table.missing(binder.path)
    known = tuple(_types_in_view(binder)) if not missing or not misses_kits(binder) else ()
    if not missing or (known and _is_slip(binder, last.text, known)):
        binder.tell(UnknownType(name=last, known=known))


def _is_slip(binder: Binder, text: str, known: Sequence[str]) -> bool:
    """Whether a name in view is close, on which the answer then rests."""
    near = nearest(text, known, CLOSE)
    if near is not None:
        binder.used.add(near)
    return near is not None


def _types_in_view(binder: Binder) -> list[str]:
    table = binder.table
    names = table.in_view(binder.path)
    return [name for name in names if any(one.kind in TYPE_KINDS for one in table.names.get(name, ()))]


def misses_kits(binder: Binder) -> bool:
    """Whether a kit that the file's names may come from is out of view; parts of the platform do not count."""
    table = binder.table
    missing = table.missing(binder.path)
    if not missing:
        return False
    unit = table.units.get(binder.path)
    of_platform: tuple[str, ...] = () if unit is None else tuple(unit.capabilities)
    return not all(name in of_platform for name in missing)


def _is_crowded(binder: Binder) -> bool:
    count = 0
    for problem in binder.problems:
        count += isinstance(problem, UnknownName | UnknownType)
    return count >= MOST_UNKNOWN


def identifier_of(name: Name) -> Identifier:
    """The name as an identifier of its own place."""
    return Identifier(name.start, name.start + len(name.text), name.text)
