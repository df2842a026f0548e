"""Whether a name that means nothing is surely wrong.

A kit, or a part of the platform, that is out of view may declare whatever begins with a capital, so such a name is told
of where all is in view, or where no kit is missing and a name that is close to it is in view. A name in small letters
is a local, a parameter or a field; it is told of where no kit is missing, or where a local is close to it. A policy may
rest on one that only the app declares, which uses the package; the code of a component sees names of the platform's
own. In both only slips are told, and no types of a component's. So it is before a `.`: whether the platform has a
service of that name nobody can be sure of. What C# calls so may be there.
"""

from collections.abc import Sequence
from itertools import islice

from osy_analysis.problems.names import UnknownName, UnknownType
from osy_analysis.semantics.bind.context import MOST_UNKNOWN, Binder
from osy_analysis.semantics.groups import near_key
from osy_analysis.wording import nearest
from osy_grammar.language.types.csharp import TYPE_NAMES, WORDS
from osy_grammar.nodes.expressions import Name
from osy_grammar.nodes.types import TypeName

MOST_LOCALS = 500
"""Among so many locals a near name is looked for."""

CLOSE = 2
"""A slip changes so many letters at most."""


def tell_name(binder: Binder, name: Name, *, is_called: bool, is_receiver: bool = False) -> None:
    """Tell of a bare name that nothing in view has, if that is sure."""
    text = name.text
    if not text or text in TYPE_NAMES or text in WORDS or text in binder.spared or _is_crowded(binder):
        return
    known = _told_capital(binder, text, is_receiver) if text[0].isupper() else _told_small(binder, text)
    if known is not None:
        binder.tell(UnknownName(name=name, known=tuple(dict.fromkeys(known)), is_called=is_called))


def _told_capital(binder: Binder, text: str, is_receiver: bool) -> Sequence[str] | None:
    """What a name with a capital may have been meant for; None where it may be there."""
    if binder.tells_slips or _has_open_owner(binder):
        return None
    inner = (*_locals(binder), *binder.own_members())
    binder.used.add(near_key(text))
    near = binder.meanings.slips.near(binder.path, text)
    if binder.is_policy or is_receiver or binder.table.missing(binder.path):
        of_all = (*inner, near) if near is not None else inner
        if misses_kits(binder) or nearest(text, of_all, CLOSE) is None:
            return None
    return (*inner, near) if near is not None else inner


def _told_small(binder: Binder, text: str) -> Sequence[str] | None:
    """Likewise for a name in small letters."""
    inner = _locals(binder)
    if nearest(text, inner, CLOSE) is not None:
        return inner
    if _has_open_owner(binder):
        return None
    inner = (*inner, *binder.own_members())
    is_sure = not binder.tells_slips and not misses_kits(binder)
    return inner if is_sure or nearest(text, inner, CLOSE) is not None else None


def _locals(binder: Binder) -> tuple[str, ...]:
    return tuple([name for name, meaning in islice(binder.names.items(), MOST_LOCALS) if meaning is not None])


def _has_open_owner(binder: Binder) -> bool:
    """Whether the type around the code may have members that are out of view."""
    return binder.owner is not None and binder.meanings.has_more(binder.owner, binder.used)


def tell_type(binder: Binder, node: TypeName) -> None:
    """Tell of a type's name that nothing in view has, if that is sure."""
    last = node.name.last
    if not last.text or last.text in TYPE_NAMES or binder.tells_slips or _is_crowded(binder):
        return
    table = binder.table
    if len(node.name.parts) > 1:
        namespace = node.name.text.rpartition(".")[0]
        binder.used.add(f"{namespace}.")
        if namespace not in table.namespaces:
            return
    binder.used.add(near_key(last.text))
    near = binder.meanings.slips.near(binder.path, last.text, types_only=True)
    known = () if near is None else (near,)
    if table.missing(binder.path) and (misses_kits(binder) or nearest(last.text, known, CLOSE) is None):
        return
    binder.tell(UnknownType(name=last, known=known))


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
    binder.doubts += 1
    return binder.doubts > MOST_UNKNOWN
