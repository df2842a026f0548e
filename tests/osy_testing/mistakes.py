"""Programs with one planted mistake each, and what `osy test` says of it.

`PYTHONPATH=tests python -m osy_testing.mistakes` writes the texts anew. A person reads them before they are committed:
the cause has to be in the first ten lines.
"""

import contextlib
import io
import re
from pathlib import Path

from osy_cli.main import main

FOLDER = Path(__file__).parent.parent / "cli" / "mistakes"
MISTAKES = tuple(file.name.removesuffix(".test.osy") for file in sorted(FOLDER.glob("*.test.osy")))
_TIME = re.compile(r" in \d+\.\d+ s$", re.MULTILINE)


def told(name: str) -> str:
    """What a person reads when the test of that mistake has run, without how long it took."""
    output = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with contextlib.chdir(FOLDER), contextlib.redirect_stdout(output):
        main(["test", "--file", f"{name}.test.osy"])
    output.seek(0)
    return _TIME.sub("", output.read())


if __name__ == "__main__":
    for each in MISTAKES:
        (FOLDER / f"{each}.txt").write_text(told(each), encoding="utf-8")
