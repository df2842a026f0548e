"""Each check of tidiness finds what it is for."""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tools import tidy

LONG_FUNCTION = '"""X."""\n\n\ndef f() -> None:\n' + "    print()\n" * 70


@pytest.mark.parametrize(
    ("check", "path", "text"),
    [
        (tidy.loose_files, "server/util.py", '"""X."""\n'),
        (tidy.big_files, "cli/osy_cli/big.py", '"""X."""\n' + "x = 1\n" * 600),
        (tidy.big_functions, "cli/osy_cli/big.py", LONG_FUNCTION),
        (tidy.modules_without_docstring, "cli/osy_cli/bare.py", "x = 1\n"),
        (
            tidy.words_typed_twice,
            "cli/osy_cli/words.py",
            '"""X."""\n\nX = ("if", "else", "for", "while", "return", "goto")\n',
        ),
        (tidy.words_typed_twice, "cli/osy_cli/words.py", '"""X."""\n\nX = "if else for while return goto".split()\n'),
        (
            tidy.words_typed_twice,
            "cli/osy_cli/words.py",
            '"""X."""\n\nX = {"if": 1, "else": 2, "for": 3, "while": 4, "return": 5, "goto": 6}\n',
        ),
        (tidy.words_of_one_machine, "docs/x.md", "see /" + "home/me/project\n"),
        (tidy.words_of_one_machine, "docs/x.md", "from https://pypi." + "org/simple\n"),
        (
            tidy.rules_without_page,
            "analysis/osy_analysis/rules/x.py",
            '"""X."""\n\nR = Rule(page="workflow-nothing")\n',
        ),
    ],
    ids=lambda value: value.__name__ if callable(value) else None,
)
def test_a_fault_is_found(
    check: Callable[[], Iterator[str]],
    path: str,
    text: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    file = tmp_path / path
    file.parent.mkdir(parents=True)
    file.write_text(text, "utf-8")
    monkeypatch.setattr(tidy, "ROOT", tmp_path)
    faults = list(check())
    assert len(faults) == 1
    assert faults[0].startswith(path)


def test_a_tidy_repository_has_no_faults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    file = tmp_path / "cli" / "osy_cli" / "good.py"
    file.parent.mkdir(parents=True)
    file.write_text('"""A module."""\n\nX = ("if", "you", "return", "early")\n', "utf-8")
    made = '"""Made by `python -m tools gen`; do not edit."""\n\nX = "if else for while return goto".split()\n'
    (file.parent / "made.py").write_text(made, "utf-8")
    monkeypatch.setattr(tidy, "ROOT", tmp_path)
    for check in tidy.CHECKS:
        if check not in {tidy.broken_pages, tidy.facts_without_page}:
            assert not list(check())
