"""How a command ends: the exit statuses that scripts rely on, the ways in which it can fail to run, and complaints."""

import sys
from enum import IntEnum

from osy_cli.render.terminal import printable


class Exit(IntEnum):
    """The exit status of `osy`."""

    OK = 0
    FOUND = 1
    FAILED = 2
    NO_TESTS = 5
    INTERRUPTED = 130
    BROKEN_PIPE = 141


class CommandError(Exception):
    """The command cannot run as it was asked to; the text says why and what to do."""


class InternalError(Exception):
    """The tool itself failed, while it was busy with the file or folder `path`; `__cause__` is what happened."""

    def __init__(self, path: str) -> None:
        """Remember what the tool was busy with."""
        super().__init__(path)
        self.path = path


def complain(message: str) -> None:
    """Say what is wrong, where nobody who reads the results takes it for one."""
    if sys.stderr is not None:
        # A path in it may hold characters that a terminal would obey.
        shown = "\n".join(map(printable, message.split("\n")))
        sys.stderr.write(f"osy: {shown}\n")
