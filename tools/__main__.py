"""The command line of the project's tools."""

import argparse
import sys

from tools import gen, new_rule, tidy


def main() -> int:
    """Run one tool and give its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools", description="Tools for those who work on the project.")
    commands = parser.add_subparsers(dest="command", required=True)
    generate = commands.add_parser("gen", help="write the generated files")
    mode = generate.add_mutually_exclusive_group()
    mode.add_argument("--check", action="store_true", help="write nothing; fail if something is not fresh")
    mode.add_argument("--print", nargs="*", metavar="NAME", help="print the files whose paths end so; write nothing")
    rule = commands.add_parser("new-rule", help="make the stubs of a diagnostic")
    rule.add_argument("code", help="area and what was seen, such as workflow-dead-end")
    commands.add_parser("tidy", help="check what holds for the whole repository")
    arguments = parser.parse_args()
    match arguments.command:
        case "gen" if arguments.print is not None:
            return gen.show(arguments.print)
        case "gen":
            return gen.check() if arguments.check else gen.write()
        case "new-rule":
            return new_rule.make(arguments.code)
        case _:
            return tidy.main()


if __name__ == "__main__":
    sys.exit(main())
