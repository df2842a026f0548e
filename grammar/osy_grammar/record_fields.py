"""The fields of a record, read from its class; what a record cannot do is refused here."""

import re
from collections.abc import Mapping
from dataclasses import KW_ONLY, MISSING, Field, InitVar
from inspect import get_annotations
from typing import Any, ClassVar, get_origin

_OURS = "_record_"
"""How the names begin that generated code needs beside those of the fields."""


def inherited_fields(cls: type) -> dict[str, tuple[bool, object]]:
    """The fields that bases have."""
    inherited: dict[str, tuple[bool, object]] = {}
    for base in reversed(cls.__mro__[1:-1]):
        fields = base.__dict__.get("__record_fields__")
        foreign = fields is None and "__dataclass_fields__" in base.__dict__
        refuse_if(foreign, f"`{cls.__name__}` is a record, and its base `{base.__name__}` another data class")
        inherited.update(fields or {})
    return inherited


def own_fields(cls: type, namespace: dict[str, Any], kw_only: bool) -> dict[str, tuple[bool, object]]:
    """The fields that the class writes: whether each is given by name, and its default; they leave the namespace."""
    own: dict[str, tuple[bool, object]] = {}
    for name, type_ in get_annotations(cls).items():
        if _is(type_, ClassVar, "ClassVar"):
            continue
        unknown = _is(type_, InitVar, "InitVar") or _is(type_, KW_ONLY, "KW_ONLY")
        refuse_if(unknown, f"a record knows no `InitVar` and no `KW_ONLY`, which `{name}` is")
        refuse_if(name.startswith(_OURS), f"`{name}` begins as the names do that a record makes itself")
        default = namespace.pop(name, MISSING)
        is_named, value = kw_only, default
        if isinstance(default, Field):
            shown = default.repr and default.compare and default.hash is None
            refuse_if(not shown, f"a record compares and shows all of its fields, `{name}` as well")
            is_named = kw_only if default.kw_only is MISSING else default.kw_only
            value = default.default
        shared = value.__class__.__hash__ is None
        refuse_if(shared, f"all would share the default of `{name}`: give it a `default_factory`")
        own[name] = (is_named, default)
    return own


def _is(type_: object, word: object, name: str) -> bool:
    """Whether the annotation is of that kind, be it an object or a text."""
    if isinstance(type_, str):
        return re.match(rf"(?:\w+\s*\.\s*)*{name}\b", type_) is not None
    return type_ is word or get_origin(type_) is word or type(type_) is word


def check_order(cls: type, fields: Mapping[str, tuple[bool, object]]) -> None:
    """No field that needs a value follows one that does not, among those that are given by their places."""
    before = ""
    for name, (is_named, default) in fields.items():
        if is_named or not is_given(default):
            continue
        needed = default is MISSING or (
            isinstance(default, Field) and default.default is MISSING and default.default_factory is MISSING
        )
        refuse_if(bool(needed and before), f"`{name}` of `{cls.__name__}` needs a value, and follows `{before}`")
        before = before if needed else name


def is_given(default: object) -> bool:
    """Whether the constructor takes the field."""
    return not isinstance(default, Field) or bool(default.init)


def refuse_if(condition: bool, sentence: str) -> None:
    """What cannot be is told when the class is declared."""
    if condition:
        raise TypeError(sentence)
