"""Whether a `try` ends the failure of a call that leaves the process: rulings R33 and R89.

It does if its first fitting `catch` (for `Exception`, `ExternalServiceException`, or a bare one) does not end by
throwing. A `catch` with a filter may let the failure pass, but which ones is not ours to know: it counts as a guard.
"""

from osy_grammar.nodes.statements import Block, If, Statement, Throw, Try

_FAILURES = ("Exception", "ExternalServiceException")


def catches_failure(statement: Try) -> bool:
    """Whether the failure of a call in the `try` block ends there."""
    for catch in statement.catches:
        if catch.type is None or catch.type.name.last.text in _FAILURES:
            return catch.filter is not None or not _ends_by_throwing(catch.body)
    return False


def _ends_by_throwing(statement: Statement) -> bool:
    """Whether each way through the end of the statement throws; iterative, since `else if` chains have any length."""
    ends: list[Statement | None] = [statement]
    while ends:
        end = ends.pop()
        match end:
            case Block():
                ends.append(end.statements[-1] if end.statements else None)
            case If():
                ends.extend((end.then, end.otherwise))
            case Throw():
                pass
            case _:
                return False
    return True
