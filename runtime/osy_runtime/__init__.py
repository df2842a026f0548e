"""The runtime: runs the tests of Osy# projects on a virtual clock, in memory, with nothing leaving the process.

`discover` and `run_tests` are its face; what a run tells is in `events`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from osy_runtime.testing.discover import discover
    from osy_runtime.testing.runs import run_tests

__all__ = ["discover", "run_tests"]


def __getattr__(name: str) -> object:
    # Loaded when asked for: who reads events only, as the language server does, pays for nothing else.
    if name == "discover":
        from osy_runtime.testing.discover import discover

        return discover
    if name == "run_tests":
        from osy_runtime.testing.runs import run_tests

        return run_tests
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
