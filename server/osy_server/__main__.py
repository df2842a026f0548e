"""`python -m osy_server`: the language server on stdin and stdout."""

import gc
import os
import sys


def run() -> None:
    """Serve, then end the process at once: a thread that is still checking must not hold it."""
    # What is imported stays for good: looking for rubbish in it only makes the start slower.
    gc.disable()
    from osy_server.app import main

    gc.freeze()
    gc.enable()
    code = main()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    run()
