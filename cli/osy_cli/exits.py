"""How a command ends: the exit statuses that scripts rely on, and the two ways in which a command can fail to run."""

from enum import IntEnum


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
