"""The project that is edited: fifty files in two areas, and beside them one of 2,000 lines that uses both."""

from pathlib import Path

from benchmarks.generated import ENTITY, FUNCTIONS, TESTS, WORKFLOW, project_files

FILES, LINES = 50, 6_000
BIG, BIG_LINES = "model/desk.osy", 2_000
SMALL_FILES = (
    "model/area0/worth0.osy",
    "model/area0/flows1.osy",
    "model/area1/cases2.osy",
    "tests/area0/flows0.test.osy",
)
HEAD = """\
namespace Works.Desk;

using Works;
using Works.Area0;
using Osysharp.Http;
using Osysharp.Workflow;

"""


def desk_files() -> dict[str, str]:
    """The files by name, always the same."""
    return {**dict(project_files(FILES, LINES)), BIG: _big()}


def write_desk(root: Path) -> dict[str, str]:
    """Write the project under `root`; what comes back are its files by name."""
    files = desk_files()
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    return files


def _big() -> str:
    text, number = HEAD, 0
    while text.count("\n") < BIG_LINES:
        text += _part(number)
        number += 1
    return text


def _part(number: int) -> str:
    n, before = f"9x{number}", f"9x{max(number - 1, 0)}"
    functions = FUNCTIONS if number else FUNCTIONS.replace(" + Sum{k}(row.Weight, row.Reference.Length)", "")
    return (
        ENTITY.format(n=n)
        + functions.format(n=n, m=n, k=before)
        + WORKFLOW.format(n=n, m=n, k=n, a=0)
        + TESTS.format(n=n, m=n, k=n, w=n)
    )
