"""`osy explain CODE`: the page of a diagnostic, or of a construct of the language, in the terminal."""

import argparse
from difflib import get_close_matches
from typing import TextIO

from osy_cli.exits import CommandError, Exit
from osy_cli.pages import known_names, page_of
from osy_cli.render.terminal import terminal_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.description = "Show the page of a diagnostic, or of a construct of the language."
    parser.epilog = "for example: osy explain workflow-goto-in-exit"
    parser.add_argument("code", metavar="CODE", help="the code that a finding ends with, or the id of a reference page")


def run(options: argparse.Namespace, output: TextIO) -> int:
    """Print the page: drawn on a terminal, as Markdown elsewhere."""
    code = str(options.code).strip("[]`")
    page = page_of(code)
    if page is None:
        raise CommandError(_no_such_page(code))
    if output.isatty():
        _draw(page, output)
    else:
        output.write(page if page.endswith("\n") else page + "\n")
    return Exit.OK


def _draw(page: str, output: TextIO) -> None:
    from rich.console import Console
    from rich.markdown import Markdown

    is_colored = terminal_of(output).is_colored
    console = Console(file=output, no_color=not is_colored, highlight=False)
    console.print(Markdown(page, hyperlinks=is_colored), width=min(console.width, 100))


def _no_such_page(code: str) -> str:
    near = get_close_matches(code, known_names(), n=3, cutoff=0.5)
    guess = f"; did you mean {' or '.join(f'`{name}`' for name in near)}?" if near else ""
    return f"there is no page for `{code}`{guess}"
