"""`python -m benchmarks [--quick] [NAME…]`: every benchmark beside this file, each in a process of its own.

A benchmark is a module that measures and prints when it is run; with `--quick` it takes few samples and only shows that
it works. Goals are printed beside the figures; only a benchmark that cannot run ends with a status other than 0.
"""

import argparse
import subprocess
import sys
from pathlib import Path

from benchmarks import compiling_environment

FOLDER = Path(__file__).parent


def names() -> list[str]:
    """The benchmarks there are: the modules that can be run."""
    files = (file for file in FOLDER.glob("*.py") if not file.stem.startswith("_"))
    return sorted(file.stem for file in files if '__name__ == "__main__"' in file.read_text(encoding="utf-8"))


def main() -> int:
    """Run those that were asked for, all if none was; the status is 1 if one of them failed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Run the benchmarks.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(names())} (default: all)")
    parser.add_argument("--quick", action="store_true", help="few samples: shows that they work, not how fast it is")
    options = parser.parse_args()
    unknown = set(options.names) - set(names())
    if unknown:
        parser.error(f"no benchmark {', '.join(sorted(unknown))}; there are {', '.join(names())}")
    failed = []
    for name in options.names or names():
        print(f"== {name}", flush=True)
        command = [sys.executable, "-m", f"benchmarks.{name}", *(["--quick"] if options.quick else [])]
        if subprocess.run(command, cwd=FOLDER.parent, env=compiling_environment(), check=False).returncode != 0:
            failed.append(name)
    if failed:
        print(f"failed: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
