"""Planted faults are found on their line, whatever the code, and hardly anything else is said."""

from functools import cache
from pathlib import Path

import pytest

from mutants.mutant import Mutant
from mutants.plant import sample, verdicts
from osy_analysis.checker import check
from osy_analysis.disk import load
from osy_analysis.project import Project

TESTS = Path(__file__).parents[1]
FOLDERS = (TESTS / "mutants/program", TESTS.parent / "examples/approvals")
PER_CODE = 8


@cache
def projects() -> tuple[Project, ...]:
    return tuple(project for folder in FOLDERS for project in load([str(folder)]).projects)


@cache
def planted() -> dict[str, list[tuple[Project, Mutant]]]:
    by_code: dict[str, list[tuple[Project, Mutant]]] = {}
    for project in projects():
        for mutant in sample(project, PER_CODE):
            by_code.setdefault(mutant.code, []).append((project, mutant))
    return by_code


def told(project: Project, mutant: Mutant) -> str:
    text = " + ".join(repr(edit.text) for edit in mutant.edits)
    return f"{mutant.code} {mutant.path}:{mutant.line(project) + 1} {text}"


def test_the_programs_are_valid() -> None:
    assert [finding for project in projects() for finding in check(project)] == []


@pytest.mark.parametrize("code", sorted(planted()))
def test_each_fault_is_found_on_its_line(code: str) -> None:
    missed = [
        told(project, verdict.mutant)
        for project, mutant in planted()[code]
        for verdict in verdicts(project, [mutant])
        if not verdict.is_found
    ]
    assert missed == []


def test_hardly_anything_else_is_said() -> None:
    pairs = [pair for code in planted().values() for pair in code]
    noisy = [
        f"{told(project, verdict.mutant)}: {[other.message for other in verdict.others]}"
        for project, mutant in pairs
        for verdict in verdicts(project, [mutant])
        if verdict.others
    ]
    assert len(noisy) <= len(pairs) / 100, noisy
