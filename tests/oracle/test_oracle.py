"""Engine and model tell the same stories alike: states, slots, next clocks, work lists and audits after every step."""

import json
from collections import Counter
from pathlib import Path

import pytest

from oracle.calendars import ZONES
from oracle.memory import EndlessError
from oracle.model import Model
from oracle.numbering import numbered
from oracle.shrinking import complaints
from oracle.stories import story_of
from oracle.telling import difference, tell_model
from osy_runtime.testing.deep import on_a_large_stack
from osy_runtime.workflow.enums import AUDIT_KIND

KEPT = sorted((Path(__file__).parent / "kept").glob("*.json"))
CHUNK = 20
RARE = (
    "raise: ConflictException",
    "raise: NotAuthorized",
    "raise: RequirementsNotMet",
    "raise: ValidationException",
    "correlate: Deposited",
    "correlate: NoSuchKey",
    "correlate: NoRule",
    "correlate: NotRunning",
    "correlate: Ambiguous",
    "redeem: done",
    "redeem: NotFoundException",
    "redeem: ConflictException",
    "redeem: ValidationException",
    "inbox: done",
    "close: done",
    "mate: done",
)
"""What stories must come to, each at least three times among the first 250."""
OF_CHANCE = frozenset({"workflow-two-retry-budgets", "workflow-within-missing"})
"""What a milestone may lack or have twice by chance, when it inherits: the checker refuses it, the engine copes."""


@pytest.mark.parametrize("first", range(0, 300, CHUNK))
def test_engine_and_model_tell_the_story_alike(first: int) -> None:
    for seed in range(first, first + CHUNK):
        found = difference(story_of(seed))
        assert found is None, f"seed {seed}: {found}"


def test_what_was_once_told_differently_is_told_alike() -> None:
    for path in KEPT:
        found = difference(json.loads(path.read_text(encoding="utf-8")))
        assert found is None, f"{path.stem}: {found}"


def test_the_stories_are_about_everything() -> None:
    seen: Counter[str] = Counter()

    def tell() -> None:
        for seed in range(250):
            story = story_of(seed)
            seen.update(f"hours in {calendar['zone']}" for calendar in story["calendars"])
            seen["workflows"] += len(story["flows"])
            model = Model(numbered(story))
            for step in story["steps"]:
                try:
                    answer = tell_model(model, step)
                except EndlessError:
                    break
                seen[f"{step[0]}: {answer if isinstance(answer, str) else 'done'}"] += 1
            seen.update(entry[0] for audit in model.audits for entry in audit)

    on_a_large_stack(tell)
    assert [member.name for member in AUDIT_KIND.members if seen[member.name] < 10] == []
    assert [told for told in RARE if seen[told] < 3] == []
    assert seen["settle: WorkflowLoopException"] >= 1
    assert [zone for zone in ZONES if seen[f"hours in {zone}"] < 3] == []
    assert seen["workflows"] > 300


def test_the_stories_programs_compile() -> None:
    for seed in range(20):
        assert complaints(story_of(seed)) <= OF_CHANCE, seed
