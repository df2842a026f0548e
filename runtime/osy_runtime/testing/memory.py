"""A bound on what a run may take of the machine's memory: a test that asks for more fails, and the machine does not.

It bounds address space, which only Unix does; elsewhere it bounds nothing.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from osy_runtime.testing.deep import STACK_BYTES

LIMIT_MIB = 1024
"""How much more a test may take than the process had before, unless the caller or `osy.toml` says otherwise."""


@contextmanager
def memory_limit(mebibytes: int) -> Iterator[None]:
    """Within the context the process may take that much more memory than it has now; 0 is without a bound."""
    if mebibytes <= 0 or sys.platform == "win32":
        yield
        return
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    # The stack of the thread that tests run in is address space too, though hardly any of it is ever used.
    wanted = _taken() + mebibytes * 1024 * 1024 + 2 * STACK_BYTES
    is_lower = before[0] == resource.RLIM_INFINITY or wanted < before[0]
    if is_lower:
        resource.setrlimit(resource.RLIMIT_AS, (wanted, before[1]))
    try:
        yield
    finally:
        if is_lower:
            resource.setrlimit(resource.RLIMIT_AS, before)


def _taken() -> int:
    """The address space that the process has, in bytes; 0 where the machine does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 -- not a file of a project
            pages = int(file.read().split()[0])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def collect_rarely() -> None:
    """Look for garbage that refers to itself after every 50,000 new objects, and seldom among the old ones.

    A world is nearly all alive until its test ends; by default Python would go through it again and again.
    """
    import gc

    gc.set_threshold(50_000, 20, 100)
