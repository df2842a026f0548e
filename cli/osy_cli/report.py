"""What `check` and `lint` share: check the paths and print the findings."""

from typing import TYPE_CHECKING, TextIO

from osy_analysis.diagnostic import Diagnostic, Level
from osy_cli.exits import Exit
from osy_cli.inputs import Checked, check_paths
from osy_cli.options import chosen_format
from osy_cli.render.terminal import Terminal, terminal_of, use_utf8

if TYPE_CHECKING:
    import argparse

MISSING_KIT = "project-kit-unresolved"
WEIGHT = {Level.HINT: 0, Level.WARNING: 1, Level.ERROR: 2}


def check_and_report(options: "argparse.Namespace", output: TextIO, lowest: Level, fail_on: Level) -> Exit:
    """Print the findings of at least `lowest` in the format asked for; one of `fail_on` or above decides the status."""
    form = chosen_format(options, FORMATS)
    checked = check_paths(options.paths, uses_cache=options.uses_cache)
    shown = [diagnostic for diagnostic in checked.diagnostics if WEIGHT[diagnostic.level] >= WEIGHT[lowest]]
    WRITERS[form](shown, checked, output)
    if checked.unread:
        return Exit.FAILED
    return Exit.FOUND if any(WEIGHT[diagnostic.level] >= WEIGHT[fail_on] for diagnostic in shown) else Exit.OK


def write_json(shown: list[Diagnostic], checked: Checked, output: TextIO) -> None:
    """Print the findings as one JSON object."""
    from osy_cli.render.json import diagnostics_json, dump

    use_utf8(output)
    output.write(dump(diagnostics_json(shown, checked.sources, checked.files)))


def write_text(shown: list[Diagnostic], checked: Checked, output: TextIO) -> None:
    """Print the findings for people, a blank line after each, and how many there were.

    A kit that is missing in many manifests is told once, with the other places behind it.
    """
    from osy_cli.render.text import diagnostic_text, others_text, summary_text

    terminal = terminal_of(output)
    places: dict[tuple[str, str], list[Diagnostic]] = {}
    for diagnostic in shown:
        if diagnostic.code == MISSING_KIT:
            places.setdefault((diagnostic.code, diagnostic.message), []).append(diagnostic)
    for diagnostic in shown:
        first, *others = places.get((diagnostic.code, diagnostic.message), [diagnostic])
        if first is diagnostic:
            text = diagnostic_text(diagnostic, checked.sources, terminal)
            output.write(text + others_text(others, checked.sources, terminal) + "\n")
    output.write(summary_text(shown, checked.files, checked.left_out, terminal))


def write_sarif(shown: list[Diagnostic], checked: Checked, output: TextIO) -> None:
    """Print the findings as a SARIF log."""
    from osy_cli.render.json import dump
    from osy_cli.render.sarif import sarif_log
    from osy_cli.version import version

    use_utf8(output)
    output.write(dump(sarif_log(shown, checked.sources, version())))


def write_github(shown: list[Diagnostic], checked: Checked, output: TextIO) -> None:
    """Print the findings as annotations, and how many there were."""
    from osy_cli.render.github import annotations, left_out
    from osy_cli.render.text import counted, summary_text

    use_utf8(output)
    output.write(annotations(shown, checked.sources))
    output.write(summary_text(shown, checked.files, checked.left_out, Terminal()))
    hidden = left_out(shown)
    if hidden:
        output.write(
            f"GitHub shows ten of each level beside the code: {counted(hidden, 'finding')} only in this log.\n"
        )


WRITERS = {"text": write_text, "json": write_json, "sarif": write_sarif, "github": write_github}
FORMATS = tuple(WRITERS)
