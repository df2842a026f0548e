"""The way in: `main` serves on stdin and stdout.

The client has its answer to `initialize` before the protocol's types are imported, which take most of the start.
"""

import logging
import os
import sys
from typing import TYPE_CHECKING

from osy_server import handshake
from osy_server.front import Front

if TYPE_CHECKING:
    from osy_server.server import OsyServer


def main() -> int:
    """Serve on stdin and stdout until the client ends it; gives the exit code."""
    log_to_stderr()
    # Streams of their own: the interpreter cannot end while a thread waits in `sys.stdin`.
    front = Front(os.fdopen(0, "rb", closefd=False), os.fdopen(os.dup(1), "wb"))
    # Whatever prints by mistake must not speak into the protocol.
    sys.stdout = sys.stderr
    import asyncio

    return asyncio.run(create().serve(front))


def create() -> "OsyServer":
    """A server with everything registered."""
    # Its modules import each other: two threads that begin with different ones at the same time find halves of them.
    import osy_grammar  # noqa: F401
    from osy_server.registration import register
    from osy_server.server import OsyServer

    server = OsyServer(handshake.NAME, handshake.VERSION)
    register(server)
    return server


def log_to_stderr() -> None:
    """Log to stderr: what we do at INFO, or at the level that `OSY_LOG` names; pygls's lines only when they warn."""
    level = os.environ.get("OSY_LOG", "INFO").upper()
    known = logging.getLevelNamesMapping()
    form = "%(levelname)s %(name)s: %(message)s"
    logging.basicConfig(stream=sys.stderr, level=known.get(level, logging.INFO), format=form)
    logging.getLogger("pygls").setLevel(logging.WARNING)
    logging.getLogger("asyncio").setLevel(logging.WARNING)
