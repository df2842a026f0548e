"""`osy fmt`: programs in the style of published Osy#, written in place."""

# Paths are strings throughout, as everywhere in a project: with lone surrogates, in any form that was given.
# ruff: noqa: PTH100, PTH116, PTH123

import argparse
import errno
import os
import stat
import sys
from dataclasses import dataclass
from difflib import unified_diff
from typing import TextIO

from osy_analysis.diagnostic import Level
from osy_analysis.files import EXTENSION
from osy_analysis.paths import shown_path
from osy_analysis.survey import Surveyor
from osy_cli.exits import CommandError, Exit, InternalError
from osy_cli.format_paths import files_of
from osy_cli.formatting import Formatted, format_program
from osy_cli.options import add_paths
from osy_cli.render.terminal import Style, printable, terminal_of, use_utf8
from osy_cli.writing import write_over

STDIN = "-"
_LEAST_WIDTH, _MOST_WIDTH = 20, 1000
_HEAD_LINES = 2
"""The lines of a diff that name the file."""
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
        "A folder stands for the programs below it, or for its documents if there are none. What git ignores and\n"
        "what `[project] exclude` of osy.toml names is no part of it, and stays as it is behind --stdin-path.\n"
        "Of a document only the fenced `osy` blocks are formatted. `-` formats stdin to stdout.\n"
        "exit status: 0 formatted, or nothing to do; 1 something would change (--check, --diff); 2 could not run"
    )
    add_paths(parser)
    parser.add_argument("--check", action="store_true", help="write nothing; name the files that would change")
    parser.add_argument("--diff", action="store_true", help="write nothing; show what would change")
    parser.add_argument(
        "--width", type=_width, metavar="N", help="no longer lines than this (default: osy.toml, else 120)"
    )
    help_text = "leave excluded files alone, even those named here, as pre-commit names them"
    parser.add_argument("--force-exclude", action="store_true", help=help_text)
    help_text = "the path that stdin stands for: for its settings, whether it is excluded, and to tell a document"
    parser.add_argument("--stdin-path", metavar="PATH", help=help_text)


def run(options: argparse.Namespace, output: TextIO) -> int:
    """Format what the paths name."""
    if STDIN in options.paths:
        if options.paths != [STDIN]:
            raise CommandError("`-` stands for stdin and goes with no other path")
        return _format_stdin(options, output)
    if options.stdin_path is not None:
        raise CommandError("`--stdin-path` says what stdin stands for, and goes with `-`")
    if options.diff:
        use_utf8(output)
    surveyor = Surveyor({}, {})
    tally = Tally()
    files = [*files_of(surveyor, options.paths or ["."], heeds_exclusion=options.force_exclude)]
    for path in files:
        settings = surveyor.settings_around(path)
        if surveyor.has_wrong_settings(path):
            # What they exclude is not known, nor how wide a line may be.
            tally.failed += 1
            continue
        _format_file(path, options.width or settings.format_width, options, output, tally)
    is_wrong = _tell_of_problems(surveyor)
    _summarise(tally, is_dry=options.check or options.diff)
    if tally.failed or is_wrong:
        return Exit.FAILED
    return Exit.FOUND if tally.changed and (options.check or options.diff) else Exit.OK


# ── Files ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _format_file(path: str, width: int, options: argparse.Namespace, output: TextIO, tally: Tally) -> None:
    shown = _shown(path)
    is_dry = options.check or options.diff
    try:
        text = _text(path)
        formatted = _formatted(path, text, width)
        is_changed = formatted.text != text
        if is_changed and not is_dry:
            write_over(path, formatted.text.encode("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        tally.failed += 1
        _warn(f"`{shown}` was left as it is: {_reason(error)}")
        return
    # What is told stands outside: whoever reads it may be gone, which says nothing about the file.
    _tell_of_faults(shown, path, formatted)
    tally.changed += is_changed
    tally.unchanged += not is_changed
    if is_changed and options.diff:
        _show_diff(shown, text, formatted.text, output)
    elif is_changed:
        output.write(f"{'would format' if is_dry else 'formatted'} {shown}\n")


def _text(path: str) -> str:
    # Opening a pipe or a device could wait for ever.
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise OSError(errno.EINVAL, "it is not a regular file", path)
    with open(path, "rb") as stream:
        return stream.read().decode("utf-8")


def _reason(error: OSError | UnicodeDecodeError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8"
    return error.strerror or str(error)


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
    if sys.stdin is None:
        raise CommandError("stdin is closed")
    try:
        text = sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError:
        raise CommandError("stdin is not UTF-8") from None
    surveyor = Surveyor({}, {})
    settings = surveyor.settings_around(path)
    if _tell_of_problems(surveyor):
        raise CommandError("stdin was not formatted: its settings are wrong")
    shown = printable(options.stdin_path or "stdin")
    formatted = text
    if options.stdin_path is None or not surveyor.is_left_out(path):
        result = _formatted(path, text, options.width or settings.format_width)
        formatted = result.text
        _tell_of_faults(shown, path, result)
    use_utf8(output)
    if options.diff:
        _show_diff(shown, text, formatted, output)
    elif not options.check:
        output.write(formatted)
        return Exit.OK
    return Exit.FOUND if formatted != text else Exit.OK


def _tell_of_faults(shown: str, path: str, formatted: Formatted) -> None:
    if formatted.broken:
        is_program = path.endswith(EXTENSION)
        left = _count(formatted.broken, "declaration" if is_program else "block")
        _warn(f"`{shown}`: {left} with faults left as they are" + ("; see `osy check`" if is_program else ""))


def _tell_of_problems(surveyor: Surveyor) -> bool:
    """Tell what is wrong with folders and settings; whether there was anything."""
    told = list(surveyor.disk.diagnostics.values())
    for one in told:
        _warn(f"{_shown(one.path)}: {printable(one.message)}")
    return any(one.level is Level.ERROR for one in told)


# ── Words ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _show_diff(shown: str, before: str, after: str, output: TextIO) -> None:
    terminal = terminal_of(output)
    lines = unified_diff(_lines(before), _lines(after), f"a/{shown}", f"b/{shown}")
    for number, line in enumerate(lines):
        bare = line.removesuffix("\n")
        text = printable(bare) if output.isatty() else bare
        colour = Style.BOLD if number < _HEAD_LINES else _COLOURS.get(line[:1])
        output.write((terminal.paint(text, colour) if colour else text) + "\n")
        if bare == line:
            output.write("\\ No newline at end of file\n")


def _lines(text: str) -> list[str]:
    """The lines as a diff shows them, with their line feeds; other line ends stay in them."""
    *whole, rest = text.split("\n")
    return [f"{line}\n" for line in whole] + ([rest] if rest else [])


def _summarise(tally: Tally, *, is_dry: bool) -> None:
    verb = "would be formatted" if is_dry else "formatted"
    parts = [f"{_count(tally.changed, 'file')} {verb}", f"{tally.unchanged} left unchanged"]
    if tally.failed:
        parts.append(f"{tally.failed} could not be formatted")
    _warn(", ".join(parts))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _shown(path: str) -> str:
    """A path as a terminal may show it."""
    return printable(shown_path(path))


def _warn(message: str) -> None:
    if sys.stderr is not None:
        sys.stderr.write(f"osy: {message}\n")


def _width(text: str) -> int:
    if not text.isdecimal() or not _LEAST_WIDTH <= int(text[:9]) <= _MOST_WIDTH:
        # Of a ValueError argparse would say the name of this function.
        raise argparse.ArgumentTypeError(f"a line has {_LEAST_WIDTH} to {_MOST_WIDTH} columns, not `{text}`")
    return int(text)
