"""The library: statics, and the members of texts, numbers, lists, dates …, found by name, imported when asked for."""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from osy_runtime.builtins.static import NativeFunction, Static
    from osy_runtime.values import Value

_PACKAGE = "osy_runtime.builtins."

STATIC_MODULES: dict[str, str] = {
    "Api": "api",
    "App": "platform",
    "Assert": "assert_",
    "bool": "numbers",
    "byte": "numbers",
    "Convert": "numbers",
    "Cost": "cost",
    "Crypto": "crypto",
    "DateOnly": "days",
    "DateTime": "time",
    "DateTimeOffset": "time",
    "Encoding": "encodings",
    "Events": "app_events",
    "File": "files",
    "Imap": "http",
    "Guid": "guids",
    "Http": "http",
    "JsonSerializer": "json_text",
    "LlmClient": "http",
    "Log": "platform",
    "Math": "arithmetic",
    "Mime": "mime",
    "Records": "records",
    "Regex": "patterns",
    "Request": "platform",
    "Restriction": "restriction",
    "Secret": "security",
    "Security": "security",
    "Session": "platform",
    "Task": "platform",
    "Smtp": "http",
    "Text": "encodings",
    "TimeOnly": "days",
    "TimeSpan": "days",
    "UnitOfWork": "units",
    "Uri": "encodings",
    "Visitor": "visits",
    "WebUtility": "encodings",
    "char": "characters",
    "decimal": "numbers",
    "double": "numbers",
    "int": "numbers",
    "long": "numbers",
    "string": "texts",
}
"""Which module holds the static of a name."""

_MEMBER_MODULES: dict[str, str] = {
    "str": "texts",
    "Char": "characters",
    "int": "numbers",
    "Long": "numbers",
    "Decimal": "numbers",
    "float": "numbers",
    "bool": "numbers",
    "list": "lists",
    "Bytes": "lists",
    "ChildRows": "lists",
    "dict": "dictionaries",
    "HashSet": "dictionaries",
    "Pair": "dictionaries",
    "Tuple": "dictionaries",
    "Query": "questions",
    "SortedQuery": "questions",
    "Stream": "questions",
    "Grouping": "questions",
    "DateTime": "time",
    "DateTimeOffset": "time",
    "DateOnly": "days",
    "TimeOnly": "days",
    "TimeSpan": "days",
    "Guid": "guids",
    "EnumValue": "values",
    "Row": "values",
    "TypeValue": "values",
    "Instance": "values",
    "Anonymous": "values",
}


@cache
def find_static(name: str) -> "Static | None":
    """The static of that name; one that nothing runs refuses its members by name."""
    module = STATIC_MODULES.get(name)
    if module is None:
        from osy_runtime.builtins.unsupported import refused_static

        return refused_static(name)
    statics: dict[str, Static] = import_module(_PACKAGE + module).STATICS
    return statics[name]


def find_method(kind: type, name: str) -> "NativeFunction | None":
    """The method that the library gives values of that Python type."""
    return _method(kind.__name__, name)


@cache
def _method(kind: str, name: str) -> "NativeFunction | None":
    methods = _members(kind, "METHODS")
    if methods is None:
        return None
    common: dict[str, NativeFunction] = import_module(_PACKAGE + "values").COMMON
    return methods.get(name) or common.get(name)


def find_property(kind: type, name: str) -> "Callable[[Value], Value] | None":
    """What reads a property of values of that Python type."""
    return _property(kind.__name__, name)


@cache
def _property(kind: str, name: str) -> "Callable[[Value], Value] | None":
    return (_members(kind, "PROPERTIES") or {}).get(name)


def library_names(kind: type) -> list[str]:
    """The names of all members that the library gives values of that Python type."""
    tables = (_members(kind.__name__, table) or {} for table in ("PROPERTIES", "METHODS"))
    return [name for table in tables for name in table]


def _members(kind: str, table: str) -> "dict[str, NativeFunction] | None":
    module = _MEMBER_MODULES.get(kind)
    if module is None:
        return None
    found: dict[type, dict[str, NativeFunction]] = vars(import_module(_PACKAGE + module))[table]
    return next((members for owner, members in found.items() if owner.__name__ == kind), {})
