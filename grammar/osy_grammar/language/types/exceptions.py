"""The exceptions that have names."""

from osy_grammar.language.model import BuiltinType
from osy_grammar.language.types.rows import instance

_PAGE = "library-exceptions"


def _kind(name: str, text: str) -> BuiltinType:
    return BuiltinType(name=name, page=_PAGE, text=text, members=(), bases=("Exception",))


TYPES = (
    BuiltinType(
        name="Exception",
        page=_PAGE,
        text="Anything that is thrown.",
        members=instance(_PAGE, ("string Message", "What went wrong.")),
    ),
    _kind("ValidationException", "What was given is not right."),
    _kind("NotFoundException", "There is no such thing, or no more."),
    _kind("ConflictException", "It does not go with how things stand now."),
    _kind("NotAuthorized", "This principal may not."),
    _kind("RequirementsNotMet", "A slot's `Requires` does not hold."),
    _kind("ExternalServiceException", "The other machine failed, or could not be reached."),
    _kind("UnstubbedCallException", "Here: a call in a test that no stub answers."),
    _kind("WorkflowLoopException", "Here: a step with more than 100 moves."),
)
