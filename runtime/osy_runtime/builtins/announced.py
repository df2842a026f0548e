"""`AnnouncedSettings()`: the settings pages that who asks is shown (R161).

A class that is an `ISettingsProvider` gives links itself. An entity marked `[Settings("Words", Route = "/path")]` is
announced by its attribute, to whoever its `Authorize` holds for.
"""

from collections.abc import Iterator

from osy_grammar.nodes import declarations as d
from osy_grammar.nodes import expressions as e
from osy_runtime.builtins.platform import implementations
from osy_runtime.builtins.sequences import items_of
from osy_runtime.evaluate.creation import construct
from osy_runtime.evaluate.frame import Frame
from osy_runtime.evaluate.members import call_member, read_member
from osy_runtime.link import attribute, bare_name, first_argument, literal_number, literal_text
from osy_runtime.model import ClassInfo, EntityInfo, Shape
from osy_runtime.security.conditions import condition
from osy_runtime.translations import translated
from osy_runtime.values import EnumValue, TypeValue, Value
from osy_runtime.world import World


def announced_settings(world: World) -> Value:
    """The links that are shown to who asks, by group and order."""
    links = [*_provided(world), *_marked(world)]
    return sorted(
        (link for link in links if read_member(world, link, "Shown") is not False), key=lambda x: _order(world, x)
    )


def _order(world: World, link: Value) -> tuple[str, int]:
    group, place = read_member(world, link, "Group"), read_member(world, link, "Order")
    return (group.name if isinstance(group, EnumValue) else str(group or "")), place if isinstance(place, int) else 0


def _provided(world: World) -> Iterator[Value]:
    info = world.program.find_platform_type("ISettingsProvider")
    for provider in items_of(world, implementations(world, (TypeValue(Shape("ISettingsProvider", info)),))):
        yield from items_of(world, call_member(world, provider, "Sections", [], {}))


def _marked(world: World) -> Iterator[Value]:
    info = world.program.find_platform_type("SettingsLink")
    assert isinstance(info, ClassInfo)
    for entity in world.program.entities:
        mark = attribute(entity.attributes, "Settings")
        label = literal_text(first_argument(mark))
        if mark is None or label is None or not _is_shown(world, entity, mark):
            continue
        link = construct(world, info, [], {})
        link.fields.update(
            Label=translated(world, label),
            To=_text(mark, "Route"),
            Group=_text(mark, "Group"),
            Order=literal_number(_named(mark, "Order")) or 0,
            Hint=_text(mark, "Hint"),
        )
        yield link


def _is_shown(world: World, entity: EntityInfo, mark: d.Attribute) -> bool:
    asked = _named(mark, "Authorize")
    if asked is None:
        return True
    scope = world.compiler.scope(entity.site, entity.name, None, asked)
    holds = condition(world.compiler, scope, asked)
    with world.deciding():
        return holds(Frame(world, None, [None] * scope.size)) is True


def _named(mark: d.Attribute, name: str) -> e.Expression | None:
    found = next((a for a in mark.arguments if a.name is not None and a.name.text == name), None)
    return found.value if found is not None else None


def _text(mark: d.Attribute, name: str) -> str:
    return literal_text(_named(mark, name)) or bare_name(_named(mark, name))
