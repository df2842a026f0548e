"""Stops a test that does not look at the time: one that is busy inside of the library when its limit has passed.

Loops and calls of a program look themselves. What the library does in one go does not, so a watch raises `OverTime` in
the test's thread a little after the limit; Python delivers it at the thread's next step.
"""

import _thread
import ctypes
import threading

from osy_runtime.signals import OverTime

GRACE_S = 0.25
"""How long after its limit a test is stopped from outside: most stop by themselves before."""

AGAIN_S = 0.5
"""How long after that it is stopped once more, if it is still at it: Python drops what is raised while it tidies up."""

STACK_BYTES = 256 * 1024
"""The stack of the thread that waits, which calls next to nothing."""


class Watch:
    """Watches the thread that makes it."""

    def __init__(self, limit_s: float) -> None:
        """Stop this thread's work so long from now, unless `end` is called before."""
        self._thread = threading.get_ident()
        self._lock = threading.Lock()
        self._is_over = False
        self._is_done = threading.Event()
        self._limit_s = limit_s
        before = threading.stack_size(STACK_BYTES)
        try:
            # A `threading.Thread` would be waited for until it runs, on a busy machine longer than most tests take.
            _thread.start_new_thread(self._wait, ())
        finally:
            threading.stack_size(before)

    def _wait(self) -> None:
        wait_s = self._limit_s + GRACE_S
        while not self._is_done.wait(wait_s):
            with self._lock:
                if self._is_over:
                    return
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(OverTime))
            wait_s = AGAIN_S

    def end(self) -> OverTime | None:
        """The work is done; gives what was raised too late to stop it."""
        late: OverTime | None = None
        while True:
            try:
                with self._lock:
                    self._is_over = True
                self._is_done.set()
                for _ in range(100):
                    # What was raised just before is delivered here, and not where nothing expects it.
                    pass
                return late
            except OverTime as raised:
                late = raised
