"""Each test of the programs beside this file ends as the comment above it says."""

from pathlib import Path

import pytest

from osy_testing.osy_programs import Case, cases, check

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.test.osy"))
CASES = [case for path in PROGRAMS for case in cases(path)]


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_program(case: Case) -> None:
    check(case)


def test_there_are_programs_and_no_two_cases_are_alike() -> None:
    assert len(PROGRAMS) >= 10
    assert len({case.name for case in CASES}) == len(CASES)
