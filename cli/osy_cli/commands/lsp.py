"""`osy lsp`: the language server on stdin and stdout."""

import argparse
from typing import NoReturn, TextIO


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.description = "Serve an editor: the Language Server Protocol on stdin and stdout."
    parser.add_argument("--stdio", action="store_true", help="the only way to speak, and the default")


def run(options: argparse.Namespace, output: TextIO) -> NoReturn:
    """Serve until the editor says `exit`."""
    from osy_server.app import main

    main()
