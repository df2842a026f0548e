"""What the table of language facts tells of and this runner does not do: refused by name where it is reached.

Nothing here is a list: what has no implementation and has a row is refused, so a new row needs no word here.
"""

from osy_grammar.language import FUNCTIONS, members_of, platform_type, tells_of
from osy_runtime.builtins.static import Static
from osy_runtime.signals import NeedsBrowser, Unsupported
from osy_runtime.values import Value
from osy_runtime.world import World

TABLE_NAMES: dict[str, str] = {
    "Bytes": "Array",
    "Char": "char",
    "ChildRows": "Array",
    "DateOnly": "DateOnly",
    "DateTime": "DateTime",
    "DateTimeOffset": "DateTimeOffset",
    "Decimal": "decimal",
    "EnumValue": "EnumValue",
    "Guid": "Guid",
    "HashSet": "HashSet",
    "Long": "long",
    "Pair": "KeyValuePair",
    "Query": "EntityQuery",
    "Row": "Row",
    "SortedQuery": "EntityQuery",
    "Stream": "stream",
    "TimeOnly": "TimeOnly",
    "TimeSpan": "TimeSpan",
    "TypeValue": "EntityQuery",
    "bool": "bool",
    "dict": "Dictionary",
    "float": "double",
    "int": "int",
    "list": "List",
    "str": "string",
}
"""The type of the table that values of a Python type have."""


def refused_static(name: str) -> Static | None:
    """A static that refuses each of its members; None for a name that the table has no such type for."""
    row = platform_type(name)
    if row is None or row.is_enum or not any(fact.is_static for fact in members_of(name)):
        return None

    def refuse(world: World, member: str) -> Value:
        raise _refusal(name, member)

    return Static(name, dynamic=refuse)


def refused_member(owner: str, member: str) -> Unsupported | None:
    """The refusal of a member that the type has and nothing runs; None if nothing tells of such a member."""
    return _refusal(owner, member) if tells_of(owner, member) else None


def refused_member_of(value: Value, member: str) -> Unsupported | None:
    """The same for a member of a value."""
    owner = TABLE_NAMES.get(type(value).__name__)
    return refused_member(owner, member) if owner is not None else None


def is_refused_name(name: str) -> bool:
    """Whether a bare name is the platform's: a function or a type."""
    return platform_type(name) is not None or any(fact.name == name for fact in FUNCTIONS)


def _refusal(owner: str, member: str) -> Unsupported:
    if any(fact.name == member and fact.page == _PAGE_OF_BROWSERS for fact in members_of(owner)):
        return NeedsBrowser(f"{owner}.{member}")
    return Unsupported(f"`{owner}.{member}` is not supported by this runner yet")


_PAGE_OF_BROWSERS = "test-ui"
"""The page of what only a browser does: of `Ui`, and of what `Assert` asks of pages."""
