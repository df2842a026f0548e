"""Quick fixes for what is declared twice: take the second one away if it says the same, or let it add to the first."""

from functools import lru_cache

from osy_analysis.diagnostic import Fix
from osy_analysis.edits import removal
from osy_analysis.problems.base import Place
from osy_analysis.rule import Context
from osy_grammar.nodes.base import Identifier, Node, QualifiedName
from osy_grammar.nodes.declarations import Entity, EnumMember, Field
from osy_grammar.nodes.declarations import Parameter as DeclaredParameter
from osy_grammar.span import Span
from osy_grammar.tree import Item
from osy_grammar.walk import children, walk


def repairs(ctx: Context, name: Identifier, first: Identifier | Place) -> tuple[Fix, ...]:
    """The fixes that fit; none where the two say different things, since which one is meant is not ours to know."""
    place = first if isinstance(first, Place) else Place(ctx.path, ctx.item, first)
    offered = (_removed(ctx, name, place), _partial(ctx, place))
    return tuple(fix for fix in offered if fix is not None)


def _removed(ctx: Context, name: Identifier, first: Place) -> Fix | None:
    """Cut the second of two that are the same word for word."""
    later, earlier = _declaring(ctx.item, name), _declaring(first.item, first.node)
    # A call passes as many arguments as there are parameters.
    if later is None or earlier is None or isinstance(later, DeclaredParameter):
        return None
    if _words(ctx.item, later) != _words(first.item, earlier):
        return None
    span, text = ctx.span(later), ctx.file.text
    if isinstance(later, EnumMember):
        begin = text.rfind(",", ctx.item.start, span.start)
        cut = Span(begin, span.end) if begin >= 0 else span
    else:
        cut = removal(text, span)
    return Fix(f"Remove the second `{name.text}`", (ctx.edit(cut, ""),))


def _partial(ctx: Context, first: Place) -> Fix | None:
    """Make the second entity a part of the first, where nothing speaks against that."""
    later, earlier = ctx.item.node, first.item.node
    if not isinstance(later, Entity) or not isinstance(earlier, Entity) or first.item is ctx.item:
        return None
    fields = {member.name.text for member in earlier.members if isinstance(member, Field)}
    repeated = any(isinstance(member, Field) and member.name.text in fields for member in later.members)
    if later.base is not None or repeated:
        return None
    at = ctx.item.chunk.text.rfind("entity", 0, later.name.start)
    where = Span(ctx.item.start + at, ctx.item.start + at)
    return Fix(f"Make it a part of the first `{later.name.last.text}`", (ctx.edit(where, "partial "),))


def _declaring(item: Item, name: Node) -> Node | None:
    """The node whose name it is."""
    above = _above(item)
    owner = above.get(id(name))
    return above.get(id(owner)) if isinstance(owner, QualifiedName) else owner


@lru_cache(maxsize=2)
def _above(item: Item) -> dict[int, Node]:
    """What stands right above each node, by its identity: thousands of doubles of one item are looked up in it."""
    return {id(below): node for node in walk(item.node) for below in children(node)}


def _words(item: Item, node: Node) -> list[str]:
    return item.chunk.text[node.start : node.end].split()
