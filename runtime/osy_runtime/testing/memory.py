"""A bound on what a run may take of the machine's memory: a test that asks for more fails, and the machine does not.

It bounds address space, which only Unix does; elsewhere it bounds nothing.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from mmap import mmap

from osy_runtime.testing.deep import STACK_BYTES, is_on_a_large_stack

LIMIT_MIB = 1024
"""How much more a test may take than the process had before, unless the caller or `osy.toml` says otherwise."""


SPARE_BYTES = 16 * 1024 * 1024
"""What the runner itself may need beside a test: a watch, another thread's stack, what it loads late."""

_ARENA_MAX = -8


def share_one_heap() -> None:
    """Let all threads take their memory from one heap: a heap of its own costs each 128 MiB of address space."""
    import ctypes

    try:
        ctypes.CDLL(None).mallopt(_ARENA_MAX, 1)
    except (AttributeError, OSError, TypeError):
        # Another C library than glibc, which has one heap or counts them otherwise.
        return


def reserved() -> mmap:
    """Memory that is kept free: to give it back takes none, and even to say that there is none left takes some."""
    return mmap(-1, 4 * 1024 * 1024)


def make_room() -> None:
    """Lift the bound: a test ran into it, and telling so takes memory as well."""
    if sys.platform == "win32":
        return
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


@contextmanager
def memory_limit(mebibytes: int) -> Iterator[None]:
    """Within the context the process may take that much more memory than it has now; 0 is without a bound."""
    if mebibytes <= 0 or sys.platform == "win32":
        yield
        return
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    # The stack of the thread that tests run in is address space too, though hardly any of it is ever used.
    stack_bytes = 0 if is_on_a_large_stack() else STACK_BYTES
    wanted = _taken() + mebibytes * 1024 * 1024 + stack_bytes + SPARE_BYTES
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
