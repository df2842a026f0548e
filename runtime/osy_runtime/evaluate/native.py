"""Calling what the library is made of: Python functions that take the world and values of the program."""

from collections.abc import Mapping, Sequence
from functools import cache
from types import FunctionType

from osy_grammar.record import record
from osy_runtime.builtins.static import NativeFunction
from osy_runtime.show import kind
from osy_runtime.signals import BadProgram, Unsupported
from osy_runtime.values import Value
from osy_runtime.world import World

_OPEN_ENDED = 0x04
"""`inspect.CO_VARARGS`: the flag of code that takes `*arguments`; `inspect` itself is slow to import."""


@record()
class _Signature:
    """What a function of the library takes, the world left out."""

    names: tuple[str, ...]
    least: int
    is_open: bool


@cache
def _signature(function: NativeFunction) -> _Signature:
    assert isinstance(function, FunctionType)
    code = function.__code__
    names = code.co_varnames[1 : code.co_argcount]
    return _Signature(names, len(names) - len(function.__defaults__ or ()), bool(code.co_flags & _OPEN_ENDED))


def call_native(
    world: World, function: NativeFunction, what: str, arguments: Sequence[Value], named: Mapping[str, Value]
) -> Value:
    """Call a Python function of the library with values of the program."""
    signature = _signature(function)
    if named:
        arguments = _with_named(signature, what, arguments, named)
    most = len(signature.names)
    if len(arguments) < signature.least or (len(arguments) > most and not signature.is_open):
        raise Unsupported(f"{what} with {_counted(arguments)} is not supported by this runner yet")
    try:
        return function(world, *arguments)
    except (TypeError, AttributeError) as problem:
        shown = ", ".join(kind(a) for a in arguments)
        raise BadProgram(f"{what} does not take these arguments ({shown}): {problem}") from problem


def _with_named(
    signature: _Signature, what: str, arguments: Sequence[Value], named: Mapping[str, Value]
) -> Sequence[Value]:
    """The arguments in order; leaving out a parameter between two that are given is refused."""
    given = [*arguments]
    for name in signature.names[len(given) :]:
        if name not in named:
            break
        given.append(named[name])
    if len(given) != len(arguments) + len(named):
        raise unknown_names(what, named)
    return given


def unknown_names(what: str, named: Mapping[str, Value]) -> Unsupported:
    """The refusal of named arguments that nobody knows."""
    shown = ", ".join(f"`{name}:`" for name in named)
    return Unsupported(f"{what} with the named arguments {shown} is not supported by this runner yet")


def _counted(arguments: Sequence[Value]) -> str:
    return f"{len(arguments)} argument{'' if len(arguments) == 1 else 's'}"
