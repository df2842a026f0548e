"""The constructor of a record: one that reads its fields for the first few, and the compiled one for all that follow.

To compile one takes as long as to make a hundred values without it, and of most records a start makes a handful.
"""

from collections.abc import Callable, Mapping
from typing import Any

from osy_grammar.record_fields import MISSING, default_of, is_given

Fields = Mapping[str, tuple[bool, object]]

FEW = 12
"""So many are made before the constructor is compiled."""


def constructor(made: Callable[[], Any], fields: Fields, frozen: bool) -> Callable[..., None]:
    """What makes the first values of the class, then puts the compiled constructor in its place."""
    count = 0

    def first(_record_self: object, /, *values: object, **named: object) -> None:
        nonlocal count
        count += 1
        cls = made()
        filled = _filled(fields, values, named) if count <= FEW else None
        if filled is None:
            # It is compiled as well for arguments that do not fit: the complaint is Python's own.
            cls.__init__ = real = _compiled(cls, fields, frozen)
            real(_record_self, *values, **named)
            return
        for name, value in filled.items():
            if frozen:
                getattr(cls, name).__set__(_record_self, value)
            else:
                setattr(_record_self, name, value)
        if hasattr(cls, "__post_init__"):
            _record_self.__post_init__()  # type: ignore[attr-defined]  # it was looked for

    return first


def _filled(fields: Fields, values: tuple[object, ...], named: dict[str, object]) -> dict[str, object] | None:
    """The values of the fields; None if these are not the arguments that they ask for."""
    filled: dict[str, object] = {}
    place, by_name = 0, 0
    for name, (is_named, default) in fields.items():
        if is_given(default):
            if not is_named and place < len(values):
                filled[name] = values[place]
                place += 1
                continue
            if name in named:
                filled[name] = named[name]
                by_name += 1
                continue
        value, make = default_of(default)
        if make is not None:
            filled[name] = make()
        elif value is not MISSING:
            filled[name] = value
        elif is_given(default):
            return None
    return filled if place == len(values) and by_name == len(named) else None


def _compiled(made: Any, fields: Fields, frozen: bool) -> Callable[..., None]:
    """Slots are filled by their setters, since assignment to a frozen one is refused."""
    scope: dict[str, Any] = {"_record_missing": MISSING}
    positional, named, body = ["_record_self"], ["*"], []
    for name, (is_named, default) in fields.items():
        given, value = name, name
        plain, make = default_of(default)
        if make is not None:
            scope[f"_record_default_{name}"] = make
            made_anew = f"_record_default_{name}()"
            given, value = f"{name}=_record_missing", f"{made_anew} if {name} is _record_missing else {name}"
            value = value if is_given(default) else made_anew
        else:
            if plain is not MISSING:
                scope[f"_record_default_{name}"] = plain
                given = f"{name}=_record_default_{name}"
            if not is_given(default):
                if plain is MISSING:
                    # Whoever made it fills it in.
                    continue
                value = f"_record_default_{name}"
        if is_given(default):
            (named if is_named else positional).append(given)
        if frozen:
            scope[f"_record_set_{name}"] = getattr(made, name).__set__
        body.append(f"_record_set_{name}(_record_self, {value})" if frozen else f"_record_self.{name} = {value}")
    if hasattr(made, "__post_init__"):
        body.append("_record_self.__post_init__()")
    parameters = ", ".join([*positional, *(named if len(named) > 1 else [])])
    exec(f"def __init__({parameters}): {'; '.join(body) or 'pass'}", scope)
    real: Callable[..., None] = scope["__init__"]
    real.__qualname__ = f"{made.__qualname__}.__init__"
    return real
