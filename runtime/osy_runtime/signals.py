"""What unwinds a running program: a `goto`, an exception of the program, a failed assertion, a refusal to run.

`return`, `break` and `continue` are no exceptions: a statement answers them as a `Flow`.
A failure collects one `CodeFrame` for each call that it leaves, innermost first: the statement that runs adds the frame
(`locate`), and the call's boundary asks for the next one (`leave_call`).
"""

from enum import Enum

from osy_grammar.record import record
from osy_runtime.values import Instance


class Flow(Enum):
    """How a statement ended when it did not just end."""

    BREAK = "break"
    CONTINUE = "continue"
    RETURN = "return"


@record()
class CodeFrame:
    """A place in a function of the program; `offset` counts characters in the file."""

    function: str
    path: str
    offset: int


class Goto(Exception):  # noqa: N818 -- it is no error
    """A `goto` of a workflow body; the program cannot catch it."""

    def __init__(self, state: str) -> None:
        super().__init__(state)
        self.state = state


class Failure(Exception):  # noqa: N818 -- the families below say what failed
    """Something that ends a test if nothing stops it. `message` is for people."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
        self.frames: list[CodeFrame] = []
        self.is_located = False

    def locate(self, frame: CodeFrame) -> None:
        """Remember where the running function stood; only the innermost statement's place counts."""
        if not self.is_located:
            self.frames.append(frame)
            self.is_located = True

    def leave_call(self) -> None:
        """The function that was running is left: its caller's place comes next."""
        self.is_located = False


class OsyThrow(Failure):
    """The program threw; `value` is its exception, an instance of a class that derives from `Exception`."""

    def __init__(self, value: Instance) -> None:
        message = value.fields.get("Message")
        super().__init__(message if isinstance(message, str) else "")
        self.value = value
        self.taker: tuple[object, object] | None = None
        """The `try` and its clause that will catch it, where that was asked for before a `finally` ran."""


class AssertionFailed(Failure):
    """An assertion did not hold. The program cannot catch it, so that no test passes by swallowing one."""

    def __init__(self, message: str, expected: str | None = None, actual: str | None = None) -> None:
        super().__init__(message)
        self.expected = expected
        self.actual = actual


class Unsupported(Failure):
    """The program uses something that this runner does not do; the message names it."""


class NeedsBrowser(Unsupported):
    """A test that drives a browser: `used` is what it needs it for, as `Ui.Click`."""

    def __init__(self, used: str) -> None:
        super().__init__(f"`{used}` needs a browser, and this runner has none")


class BadProgram(Failure):
    """The program cannot be run as written: a name that nothing declares, a value of the wrong kind."""


class LimitPassed(Failure):
    """The test ran too long or too deep."""


class OverTime(LimitPassed):
    """The test was stopped from outside: it was busy inside of the library when its time had passed."""

    def __init__(self) -> None:
        super().__init__("the test ran too long and was stopped")


def over_time(limit_s: float) -> str:
    """What is told of a test that ran too long."""
    return f"the test ran longer than {limit_s:g} s and was stopped"
