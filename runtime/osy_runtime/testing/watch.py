"""Stops a test that does not look at the time: one that is busy inside of the library when its limit has passed.

Loops and calls of a program look themselves. What the library does in one go does not, so a watch raises `OverTime` in
the test's thread a little after the limit; Python delivers it at the thread's next step.
"""

import ctypes
import threading

from osy_runtime.signals import OverTime

GRACE_S = 0.25
"""How long after its limit a test is stopped from outside: most stop by themselves before."""


class Watch:
    """Watches the thread that makes it."""

    def __init__(self, limit_s: float) -> None:
        """Stop this thread's work so long from now, unless `end` is called before."""
        self._thread = threading.get_ident()
        self._lock = threading.Lock()
        self._is_over = False
        self._timer = threading.Timer(limit_s + GRACE_S, self._stop)
        self._timer.daemon = True
        self._timer.start()

    def _stop(self) -> None:
        with self._lock:
            if not self._is_over:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(OverTime))

    def end(self) -> OverTime | None:
        """The work is done; gives what was raised too late to stop it."""
        try:
            with self._lock:
                self._is_over = True
            self._timer.cancel()
            for _ in range(100):
                # What was raised just before is delivered here, and not where nothing expects it.
                pass
        except OverTime as late:
            return late
        return None
