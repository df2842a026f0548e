"""Loads what a run of tests needs while there is nothing else to do."""

from collections.abc import Callable
from importlib import import_module

MODULES = (
    "osy_runtime.testing.discover",
    "osy_runtime.testing.selection",
    "osy_runtime.testing.runs",
    "osy_runtime.evaluate.compiler",
    "osy_runtime.testing.pool",
    "osy_runtime.workflow.engine",
    "osy_runtime.workflow.compile",
    "osy_runtime.builtins.assert_",
    "osy_runtime.builtins.workflow",
    "osy_runtime.builtins.test_clock",
    "osy_runtime.security.guard",
    "osy_runtime.tracking",
)
"""In the order in which a run asks for them; the last ones only for tests of workflows and of what persons may do."""


def warm_up(is_time_left: Callable[[], bool]) -> None:
    """Load one after the other, as long as there is time."""
    for name in MODULES:
        if not is_time_left():
            return
        import_module(name)
