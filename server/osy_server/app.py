"""The way in: `main` serves on stdin and stdout.

The client has its answer to `initialize` before the protocol's types are imported, which take most of the start.
"""

import logging
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

from osy_server import handshake
from osy_server.front import Front

if TYPE_CHECKING:
    from osy_server.server import OsyServer

SHARED = (
    "osy_grammar",
    "osy_grammar.builders",
    "osy_grammar.format",
    "osy_grammar.language",
    "osy_grammar.language.types",
    "osy_grammar.language.words",
    "osy_grammar.nodes",
    "osy_grammar.retag",
    "osy_analysis.graph",
    "osy_analysis.ide.actions",
    "osy_analysis.ide.completion",
    "osy_analysis.semantics.bind",
    "osy_server.convert",
)
"""The packages that import their own modules.

A thread that imports one while another imports one of its modules finds half of it (Python lets neither wait for the
other), so all are there before the first thread.
"""


def main() -> NoReturn:
    """Serve on stdin and stdout until the client ends it, then end the process with the exit code, at once.

    A thread that is still checking must not hold the process, nor be met by an interpreter that is being taken down.
    """
    log_to_stderr()
    # Streams of their own: the interpreter cannot end while a thread waits in `sys.stdin`.
    front = Front(os.fdopen(0, "rb", closefd=False), os.fdopen(os.dup(1), "wb"))
    # Whatever prints by mistake must not speak into the protocol.
    sys.stdout = sys.stderr
    import asyncio

    code = asyncio.run(create().serve(front))
    sys.stderr.flush()
    os._exit(code)


def create() -> "OsyServer":
    """A server with everything registered."""
    for package in SHARED:
        import_module(package)
    from osy_server.garbage import look_seldom
    from osy_server.registration import register
    from osy_server.server import OsyServer

    look_seldom()
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
