"""The fields of a record, read from its class; what a record cannot do is refused here.

`dataclasses` brings `inspect` along, which is a twentieth of a start: it is asked only where somebody else loaded it.
"""

import sys
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, get_origin

_OURS = "_record_"
"""How the names begin that generated code needs beside those of the fields."""


class _Missing:
    """What stands where no default was given."""


MISSING: Final = _Missing()


class Field:
    """What is said of a field beside its name and its type."""

    __slots__ = ("default", "default_factory", "init", "kw_only", "repr")

    def __init__(self, default: object, default_factory: object, init: bool, kw_only: object, is_shown: bool) -> None:
        """`MISSING` stands for what was not said."""
        self.default = default
        self.default_factory: Any = default_factory
        self.init = init
        self.kw_only = kw_only
        self.repr = is_shown


def field(
    *,
    default: object = MISSING,
    default_factory: object = MISSING,
    init: bool = True,
    kw_only: object = MISSING,
    repr: bool = True,  # noqa: A002  # the word of `dataclasses.field`
) -> Any:
    """Say more of a field than its default; the words are those of `dataclasses.field`, which may be used as well."""
    refuse_if(default is not MISSING and default_factory is not MISSING, "a field has a default or one that is made")
    return Field(default, default_factory, init, kw_only, repr)


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
    library = sys.modules.get("dataclasses")
    for name, type_ in cls.__annotations__.items():
        if _is(type_, ClassVar, "ClassVar"):
            continue
        unknown = _is(type_, getattr(library, "InitVar", MISSING), "InitVar")
        unknown = unknown or _is(type_, getattr(library, "KW_ONLY", MISSING), "KW_ONLY")
        refuse_if(unknown, f"a record knows no `InitVar` and no `KW_ONLY`, which `{name}` is")
        refuse_if(name.startswith(_OURS), f"`{name}` begins as the names do that a record makes itself")
        default = namespace.pop(name, MISSING)
        if library is not None and isinstance(default, library.Field):
            default = _taken_over(default, name, library.MISSING)
        is_named, value = kw_only, default
        if isinstance(default, Field):
            is_named = kw_only if default.kw_only is MISSING else bool(default.kw_only)
            value = default.default
        shared = value.__class__.__hash__ is None
        refuse_if(shared, f"all would share the default of `{name}`: give it a `default_factory`")
        own[name] = (is_named, default)
    return own


def _taken_over(theirs: Any, name: str, missing: object) -> Field:
    """A field of the standard library as one of ours."""
    compared = theirs.compare and theirs.hash is None
    refuse_if(not compared, f"a record compares all of its fields, `{name}` as well")
    given = [theirs.default, theirs.default_factory, theirs.kw_only]
    default, factory, kw_only = (MISSING if one is missing else one for one in given)
    return Field(default, factory, theirs.init, kw_only, theirs.repr)


def _is(type_: object, word: object, name: str) -> bool:
    """Whether the annotation is of that kind, be it an object or a text."""
    if type_.__class__ is type:
        return type_ is word
    if isinstance(type_, str):
        if name not in type_:
            return False
        import re

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
        if needed and before:
            raise TypeError(f"`{name}` of `{cls.__name__}` needs a value, and follows `{before}`")
        before = before if needed else name


def is_given(default: object) -> bool:
    """Whether the constructor takes the field."""
    return not isinstance(default, Field) or default.init


def default_of(default: object) -> tuple[object, Callable[[], object] | None]:
    """The default as a value (`MISSING` if there is none), and what makes one anew if it is made."""
    if isinstance(default, Field):
        return default.default, None if default.default_factory is MISSING else default.default_factory
    return default, None


def refuse_if(condition: bool, sentence: str) -> None:
    """What cannot be is told when the class is declared."""
    if condition:
        raise TypeError(sentence)
