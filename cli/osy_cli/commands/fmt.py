"""`osy fmt`: programs in the style of published Osy#, written in place."""

# Paths are strings throughout, as everywhere in a project: with lone surrogates, in any form that was given.
# ruff: noqa: PTH100, PTH110, PTH112, PTH118, PTH120, PTH123

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from typing import TextIO

from osy_analysis.files import EXTENSION
from osy_analysis.globs import excludes
from osy_analysis.paths import shown_path
from osy_analysis.survey import Surveyor
from osy_cli.exits import CommandError, Exit, InternalError
from osy_cli.formatting import Formatted, format_program
from osy_cli.inputs import DOCUMENT_ENDINGS
from osy_cli.options import add_paths
from osy_cli.render.terminal import Style, printable, terminal_of, use_utf8
from osy_cli.writing import write_over

STDIN = "-"
_LEAST_WIDTH = 20
_COLOURS = {"+": Style.GREEN, "-": Style.RED, "@": Style.CYAN}


@dataclass(slots=True)
class Tally:
    """What became of the files."""

    changed: int = 0
    unchanged: int = 0
    failed: int = 0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.description = "Format programs in place. Declarations with faults of syntax are left as they are."
    parser.epilog = (
        "Of a document only the fenced `osy` blocks are formatted. `-` formats stdin to stdout.\n"
        "exit status: 0 formatted, or nothing to do; 1 something would change (--check, --diff); 2 could not run"
    )
    add_paths(parser)
    parser.add_argument("--check", action="store_true", help="write nothing; name the files that would change")
    parser.add_argument("--diff", action="store_true", help="write nothing; show what would change")
    parser.add_argument(
        "--width", type=_width, metavar="N", help="no longer lines than this (default: osy.toml, else 120)"
    )
    help_text = "the path that stdin stands for: for its settings, and to tell a document"
    parser.add_argument("--stdin-path", metavar="PATH", help=help_text)


def run(options: argparse.Namespace, output: TextIO) -> int:
    """Format what the paths name."""
    if STDIN in options.paths:
        if options.paths != [STDIN]:
            raise CommandError("`-` stands for stdin and goes with no other path")
        return _format_stdin(options, output)
    surveyor = Surveyor({}, {})
    tally = Tally()
    for path in dict.fromkeys(_files(surveyor, options.paths or ["."])):
        try:
            _format_file(path, _settings_width(surveyor, path, options.width), options, output, tally)
        except (OSError, UnicodeDecodeError, ValueError) as error:
            tally.failed += 1
            reason = getattr(error, "strerror", None) or ("it is not UTF-8" if isinstance(error, ValueError) else error)
            _warn(f"`{shown_path(path)}` was left as it is: {reason}")
    for told in surveyor.disk.diagnostics.values():
        _warn(f"{shown_path(told.path)}: {told.message}")
    _summarise(tally, is_dry=options.check or options.diff)
    if tally.failed:
        return Exit.FAILED
    return Exit.FOUND if tally.changed and (options.check or options.diff) else Exit.OK


# ── Files ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _files(surveyor: Surveyor, paths: Sequence[str]) -> Iterator[str]:
    """The files that the paths name: a file itself, of a folder the programs, or its documents if it has none."""
    for given in paths:
        path = os.path.abspath(given)
        if not given or not os.path.exists(path):
            raise CommandError(f"there is no file or folder `{given}`")
        if not os.path.isdir(path):
            if not path.endswith((EXTENSION, *DOCUMENT_ENDINGS)):
                raise CommandError(f"`{given}` is neither an .osy file nor a document")
            yield path
            continue
        programs = surveyor.disk.osy_files(path)
        yield from (program for program in programs if not _is_excluded(surveyor, program))
        if not programs:
            yield from _documents(path)


def _documents(path: str) -> Iterator[str]:
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name != "node_modules")
        yield from (os.path.join(folder, name) for name in sorted(names) if name.endswith(DOCUMENT_ENDINGS))


def _root(surveyor: Surveyor, path: str) -> str:
    return os.path.dirname(surveyor.territory.manifest_above(path) or path)


def _is_excluded(surveyor: Surveyor, path: str) -> bool:
    root = _root(surveyor, path)
    globs = surveyor.settings_of(root).exclude
    return bool(globs) and excludes(globs, os.path.relpath(path, root).replace(os.sep, "/"))


def _settings_width(surveyor: Surveyor, path: str, asked: int | None) -> int:
    return asked if asked is not None else surveyor.settings_of(_root(surveyor, path)).format_width


def _format_file(path: str, width: int, options: argparse.Namespace, output: TextIO, tally: Tally) -> None:
    with open(path, "rb") as stream:
        data = stream.read()
    text = data.decode("utf-8")
    formatted = _formatted(path, text, width)
    shown = shown_path(path)
    if formatted.broken and path.endswith(EXTENSION):
        _warn(f"`{shown}`: {_count(formatted.broken, 'declaration')} with faults left as they are; see `osy check`")
    if formatted.text == text:
        tally.unchanged += 1
        return
    if options.diff:
        _show_diff(shown, text, formatted.text, output)
    elif options.check:
        output.write(f"would format {shown}\n")
    else:
        write_over(path, formatted.text.encode("utf-8"))
        output.write(f"formatted {shown}\n")
    tally.changed += 1


def _formatted(path: str, text: str, width: int) -> Formatted:
    try:
        if path.endswith(EXTENSION):
            return format_program(text, width)
        # Reading Markdown takes longer to import than most files take to format.
        from osy_cli.fences import format_document

        return format_document(text, width)
    except Exception as error:
        raise InternalError(shown_path(path)) from error


def _format_stdin(options: argparse.Namespace, output: TextIO) -> int:
    """Format what comes in to what goes out."""
    path = os.path.abspath(options.stdin_path or f"stdin{EXTENSION}")
    try:
        text = sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError:
        raise CommandError("stdin is not UTF-8") from None
    formatted = _formatted(path, text, _settings_width(Surveyor({}, {}), path, options.width)).text
    use_utf8(output)
    if options.diff:
        _show_diff(options.stdin_path or "stdin", text, formatted, output)
    elif not options.check:
        output.write(formatted)
        return Exit.OK
    return Exit.FOUND if formatted != text else Exit.OK


# ── Words ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _show_diff(shown: str, before: str, after: str, output: TextIO) -> None:
    terminal = terminal_of(output)
    for line in unified_diff(_lines(before), _lines(after), f"a/{shown}", f"b/{shown}", lineterm=""):
        text = line if output.isatty() is False else printable(line)
        is_head = line.startswith(("---", "+++"))
        colour = Style.BOLD if is_head else _COLOURS.get(line[:1])
        output.write((terminal.paint(text, colour) if colour else text) + "\n")


def _lines(text: str) -> list[str]:
    """The lines as a diff shows them; other line ends than a line feed stay in them."""
    return text.removesuffix("\n").split("\n") if text else []


def _summarise(tally: Tally, *, is_dry: bool) -> None:
    verb = "would be formatted" if is_dry else "formatted"
    parts = [f"{_count(tally.changed, 'file')} {verb}", f"{tally.unchanged} left unchanged"]
    if tally.failed:
        parts.append(f"{tally.failed} could not be formatted")
    _warn(", ".join(parts))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _warn(message: str) -> None:
    if sys.stderr is not None:
        sys.stderr.write(f"osy: {message}\n")


def _width(text: str) -> int:
    width = int(text)
    if width < _LEAST_WIDTH:
        raise argparse.ArgumentTypeError(f"a line has at least {_LEAST_WIDTH} columns")
    return width
