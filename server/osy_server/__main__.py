"""`python -m osy_server`: the language server on stdin and stdout."""

import os
import sys

from osy_server.app import main


def run() -> None:
    """Serve, then end the process at once: a thread that is still checking must not hold it."""
    code = main()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    run()
