"""The exceptions that have names."""

from osy_grammar.language.model import BuiltinType
from osy_grammar.language.types.rows import constructors, instance

_PAGE = "library-exceptions"


def _kind(name: str, text: str, base: str = "Exception") -> BuiltinType:
    """An exception that adds nothing to its base's members."""
    return BuiltinType(
        name=name,
        page=_PAGE,
        text=text,
        members=(),
        constructors=constructors(_PAGE, (f"{name}(string message)", text)),
        bases=(base,),
    )


TYPES = (
    BuiltinType(
        name="Exception",
        page=_PAGE,
        text="Anything that is thrown.",
        members=instance(_PAGE, ("string Message", "What went wrong.")),
        constructors=constructors(_PAGE, ("Exception(string message)", "One that says what went wrong.")),
        bases=("object",),
    ),
    _kind("ValidationException", "What was given is not right."),
    _kind("NotFoundException", "There is no such thing, or no more."),
    _kind("ConflictException", "It does not go with how things stand now."),
    _kind("NotAuthorized", "This principal may not."),
    _kind("RequirementsNotMet", "A slot's `Requires` does not hold."),
    _kind("ExternalServiceException", "The other machine failed, or could not be reached."),
    _kind("UnstubbedCallException", "Here: a call in a test that no stub answers."),
    _kind("WorkflowLoopException", "Here: a step with more than 100 moves."),
    _kind("ArgumentException", "Here: what was given cannot be."),
    _kind("InvalidCastException", "Here: the value is not of that type."),
    _kind("InvalidOperationException", "Here: it cannot be asked of this."),
    _kind("NullReferenceException", "Here: there is no value to ask."),
    _kind("KeyNotFoundException", "Here: the dictionary has no such key."),
    _kind("IndexOutOfRangeException", "Here: the list has no such place."),
    _kind("FormatException", "Here: the text is none of what it should be."),
    _kind("OverflowException", "Here: the number does not fit its type."),
    _kind("DivideByZeroException", "Here: nothing is divided by zero."),
)
