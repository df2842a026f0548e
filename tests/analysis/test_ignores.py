"""Ignore files, compared with what git itself says of the same rules and paths."""

import subprocess
from itertools import accumulate
from pathlib import Path

import pytest

from osy_analysis.ignores import Ignores, read_rules

RULES = {
    "a name anywhere": "build\n",
    "a folder only": "build/\n",
    "at the top": "/build\n",
    "a path": "sub/build\n",
    "a star": "*.osy\n",
    "a star in a path": "sub/*.osy\n",
    "stars for folders": "**/deep/a.osy\n",
    "stars inside": "sub/**/a.osy\n",
    "stars at the end": "sub/**\n",
    "stars in a name": "su**b/a.osy\n",
    "a question mark": "?.osy\n",
    "a class": "[ab].osy\n",
    "a negated class": "[!a].osy\n",
    "a range": "sub/[a-c].osy\n",
    "a class never fits a slash": "sub[/]a.osy\n",
    "an unclosed class": "[ab.osy\n",
    "taken back": "*.osy\n!a.osy\n",
    "taken back and out again": "*.osy\n!a.osy\n/a.osy\n",
    "inside a folder that is out": "sub/\n!sub/a.osy\n",
    "a comment": "#a.osy\na.osy # no comment\n",
    "an escaped sharp": "\\#a.osy\n",
    "an escaped exclamation mark": "\\!a.osy\n",
    "blanks at the end": "a.osy   \n",
    "an escaped blank": "a.osy\\ \n",
    "nothing behind the backslash": "a.osy\\\n",
    "an escaped star": "\\*.osy\n",
    "carriage returns": "a.osy\r\nbuild/\r\n",
    "slashes at the end": "build//\n",
    "only a slash": "/\n",
    "only an exclamation mark": "!\n",
    "dots": "./a.osy\n",
    "what ends lines elsewhere": "x\u2028a.osy\nx\x0cb.osy\nsub/x\x85d.osy\n",
}
PATHS = (
    "a.osy",
    "b.osy",
    "#a.osy",
    "!a.osy",
    "*.osy",
    "a.osy ",
    "build/a.osy",
    "sub/a.osy",
    "sub/d.osy",
    "sub/build/a.osy",
    "sub/deep/a.osy",
    "sub/deep/deeper/a.osy",
    "deep/a.osy",
)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("ignores")
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    for path in PATHS:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("")
    return root


@pytest.mark.parametrize("text", RULES.values(), ids=RULES)
def test_what_git_leaves_out_we_leave_out(repository: Path, text: str) -> None:
    (repository / ".gitignore").write_bytes(text.encode())
    asked = subprocess.run(
        ["git", "-c", "core.excludesFile=", "check-ignore", "--no-index", "--stdin", "-z"],
        cwd=repository,
        input="\0".join(PATHS).encode(),
        capture_output=True,
        check=False,
    )
    by_git = {path for path in asked.stdout.decode().split("\0") if path}
    ignores = Ignores("/repo", tuple(read_rules(text)))
    assert {path for path in PATHS if is_left_out(ignores, path)} == by_git


def is_left_out(ignores: Ignores, path: str) -> bool:
    """As a walk sees it: folder by folder, and none below one that is out."""
    *folders, last = path.split("/")
    walked = accumulate(folders, lambda above, name: f"{above}/{name}")
    return any(ignores.excludes(f"/repo/{folder}", is_folder=True) for folder in walked) or ignores.excludes(
        f"/repo/{'/'.join((*folders, last))}", is_folder=False
    )


def test_a_deeper_file_decides_first() -> None:
    above = Ignores("/repo", tuple(read_rules("*.osy\n")))
    inner = Ignores("/repo/sub", tuple(read_rules("!a.osy\n")), above)
    assert not inner.excludes("/repo/sub/a.osy", is_folder=False)
    assert inner.excludes("/repo/sub/b.osy", is_folder=False)
