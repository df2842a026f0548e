"""`osy` as a process: from its first moment to its last, with nothing done that only a longer life would need.

What a start loads stays until the end, so looking for garbage in it, and taking it to pieces at the end, are both for
nothing: together an eighth of a short run.
"""

import gc
import os
import sys
from typing import NoReturn

from osy_cli.loading import load_quickly


def start() -> NoReturn:
    """Run `osy` with the arguments of the process, and end the process with its status."""
    # `main` puts the collector to work for a command that makes much garbage.
    gc.disable()
    load_quickly()
    from osy_cli.main import main

    leave(main())


def leave(status: int) -> NoReturn:
    """End the process at once, unless somebody watches it or works in it who is to be asked first."""
    if not _may_end_at_once():
        raise SystemExit(status)
    import atexit

    # What a tool that measures this process wants done at its end.
    atexit._run_exitfuncs()
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except (OSError, ValueError):
        # Python has words for that, and a status.
        raise SystemExit(status) from None
    os._exit(status)


def _may_end_at_once() -> bool:
    threads = sys.modules.get("threading")
    is_watched = sys.gettrace() is not None or sys.getprofile() is not None
    return not is_watched and not sys.flags.inspect and (threads is None or threads.active_count() == 1)
