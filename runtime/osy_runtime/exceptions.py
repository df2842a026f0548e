"""The exception classes that every program has."""

from osy_grammar.language.types.exceptions import TYPES
from osy_runtime.model import ClassInfo
from osy_runtime.signals import BadProgram, OsyThrow
from osy_runtime.values import Instance

EXCEPTION = ClassInfo("Exception")

EXCEPTIONS: dict[str, ClassInfo] = {EXCEPTION.name: EXCEPTION} | {
    row.name: ClassInfo(row.name, bases=[EXCEPTION]) for row in TYPES if row.name != EXCEPTION.name
}


def throw(name: str, message: str) -> OsyThrow:
    """An exception of the built-in class `name`, ready to be raised."""
    return OsyThrow(Instance(EXCEPTIONS[name], {"Message": message}))


def thrown(value: object) -> OsyThrow:
    """What `throw value` raises; null and what is no exception are complaints of their own."""
    if value is None:
        return throw("NullReferenceException", "what is thrown is null")
    if not isinstance(value, Instance) or not is_exception(value.cls):
        raise BadProgram("only an exception can be thrown")
    return OsyThrow(value)


def is_exception(info: ClassInfo) -> bool:
    """Whether instances of the class can be thrown."""
    return EXCEPTION in info.lineage
