"""The entry of `osy`: finds the command, runs it, and turns every way of failing into a line and a status.

A command's module is imported only when that command is asked for, and only its own argument parser is built: most runs
start from a cold process and should be over at once.
"""

import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, TextIO

from osy_cli.exits import CommandError, Exit, InternalError, complain
from osy_cli.plain import parse_plain
from osy_cli.render.terminal import open_output
from osy_grammar.driver import collector_off
from osy_grammar.record import record

if TYPE_CHECKING:
    import argparse


@record(kw_only=True)
class Command:
    """A command as `osy --help` lists it; it lives in `osy_cli.commands.<module>`.

    Nearly all that it makes stays until it ends if it `keeps_all`: then nothing looks for garbage in it.
    """

    module: str
    usage: str
    summary: str
    keeps_all: bool = True


class CommandModule(Protocol):
    """What the module of a command offers."""

    def add_arguments(self, parser: "argparse.ArgumentParser") -> None:
        """Declare the options."""

    def run(self, options: "argparse.Namespace", output: TextIO) -> int:
        """Do it; what comes back is the exit status."""


COMMANDS = {
    "check": Command(module="check", usage="check [PATH…]", summary="report what makes the program wrong"),
    "lint": Command(module="lint", usage="lint [PATH…]", summary="report errors, warnings and hints"),
    "fmt": Command(module="fmt", usage="fmt [PATH…]", summary="format programs in place", keeps_all=False),
    "test": Command(module="test", usage="test [PATH…]", summary="run the tests, on a virtual clock"),
    "graph": Command(module="graph", usage="graph WORKFLOW [PATH…]", summary="show a workflow's state machine"),
    "explain": Command(module="explain", usage="explain CODE", summary="show the page of a finding or a construct"),
    "lsp": Command(module="lsp", usage="lsp", summary="serve an editor on stdin and stdout", keeps_all=False),
}

HELP = """\
usage: osy COMMAND [OPTION…] [PATH…]

Check, lint, format and test Osy# programs.

commands:
{commands}

options:
  -h, --help            show this and exit; `osy COMMAND --help` shows a command's options
  --version             show the version and exit

A PATH is an .osy file, a folder, or a document with fenced `osy` blocks; without one it is the
working directory. A folder without programs stands for the documents in it. The project around a
file is found by itself. Results go to stdout, all else to stderr.

exit status:
  0  nothing wrong      1  something found, or a test failed
  2  could not run      5  no test to run
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `osy` with these arguments (those of the process if None); what comes back is the exit status."""
    output = open_output()
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        status = _dispatch(given, output)
        output.flush()
    except BrokenPipeError:
        _abandon_output()
        return Exit.BROKEN_PIPE
    except KeyboardInterrupt:
        complain("interrupted")
        return Exit.INTERRUPTED
    except CommandError as error:
        complain(str(error))
        return Exit.FAILED
    except OSError as error:
        _abandon_output()
        complain(f"the operating system refused: {error}")
        return _failed(error, given)
    except InternalError as fault:
        complain(f"internal error while working on {fault.path}: {_cause(fault)}")
        return _failed(fault, given)
    except Exception as error:
        complain(f"internal error: {type(error).__name__}: {error}")
        return _failed(error, given)
    return status


def _dispatch(given: list[str], output: TextIO) -> int:
    if not given:
        sys.stderr.write(_help())
        return Exit.FAILED
    name, *rest = given
    if name in {"-h", "--help", "help"}:
        output.write(_help())
        return Exit.OK
    if name == "--version":
        from osy_cli.version import version

        output.write(f"osy {version()}\n")
        return Exit.OK
    command = COMMANDS.get(name)
    if command is None:
        raise CommandError(_no_such_command(name))
    return _run(name, command, rest, output)


def _run(name: str, command: Command, rest: list[str], output: TextIO) -> int:
    module = _load(command)
    options = parse_plain(module, rest)
    if options is None:
        from osy_cli.parser import parse

        try:
            options = parse(name, module, rest)
        except SystemExit as stop:
            return int(stop.code or 0)
    if not (command.keeps_all or gc.isenabled()):
        # It was off from the start of the process, and what is there by now is there to stay.
        gc.freeze()
        gc.enable()
    return module.run(options, output)


def _load(command: Command) -> CommandModule:
    # What is imported stays: looking for garbage in it takes a twentieth of a cold start and finds none.
    with collector_off():
        module: CommandModule = import_module(f"osy_cli.commands.{command.module}")
    return module


def _abandon_output() -> None:
    # What is still buffered has nowhere to go, and Python would try again at exit and complain about it.
    if sys.stdout is sys.__stdout__:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _cause(fault: BaseException) -> str:
    cause = fault.__cause__ or fault
    return f"{type(cause).__name__}: {cause}".splitlines()[0]


def _failed(error: BaseException, given: list[str]) -> int:
    if "--debug" in given:
        import traceback

        traceback.print_exception(error)
    elif not isinstance(error, OSError):
        complain("this is a fault of the tool, not of your program; `--debug` shows where")
    return Exit.FAILED


def _help() -> str:
    lines = [f"  {command.usage:<23} {command.summary}" for command in COMMANDS.values()]
    return HELP.format(commands="\n".join(lines))


def _no_such_command(name: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, COMMANDS, n=1)
    if name.startswith("-"):
        return f"unknown option `{name}`; `osy --help` lists what there is"
    guess = f"; did you mean `{near[0]}`?" if near else ""
    return f"there is no command `{name}`{guess}\n     `osy --help` lists the commands"
