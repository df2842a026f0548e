"""Laws of the engine over random stories: how time is cut, what hashes do, and how clocks and undone steps end."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from oracle.engine_side import EngineTelling
from oracle.happenings import Step
from oracle.memory import Data
from oracle.stories import story_of
from oracle.telling import ends
from osy_runtime.testing.deep import on_a_large_stack
from osy_testing.thorough import some

TESTS = Path(__file__).parent.parent
DAY = [17, 60, 5, 240]
DIGEST = """
import hashlib
from oracle.test_laws import told
print(hashlib.sha256("".join(told(seed) for seed in range(12)).encode()).hexdigest())
"""


def told(seed: int) -> str:
    """All that the story of a seed leaves, as text."""
    story = story_of(seed)
    if not ends(story, story["steps"]):
        return ""

    def tell() -> str:
        engine = EngineTelling(story)
        thrown = [engine.tell(step) for step in story["steps"]]
        return repr((thrown, engine.everything()))

    return on_a_large_stack(tell)


def after(story: Data, steps: list[Step]) -> tuple[list[Data], list[object]]:
    """What is shown after the rows were made and those steps; nothing where these have no end."""
    created = [step for step in story["steps"] if step[0] == "create"]
    if not ends(story, [*created, *steps]):
        return [], []

    def tell() -> tuple[list[Data], list[object]]:
        engine = EngineTelling({**story, "steps": []})
        thrown = [engine.tell(step) for step in [*created, *steps]]
        return engine.everything(), thrown

    return on_a_large_stack(tell)


def test_the_audit_is_the_same_whatever_the_hash_seed() -> None:
    digests = set()
    for seed in ("0", "1", "4711"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join([str(TESTS), *sys.path])}
        done = subprocess.run(
            [sys.executable, "-c", DIGEST], env=environment, capture_output=True, text=True, check=False, cwd=TESTS
        )
        assert done.returncode == 0, done.stderr
        digests.add(done.stdout.strip())
    here = hashlib.sha256("".join(told(seed) for seed in range(12)).encode()).hexdigest()
    assert digests == {here}


def test_r2_time_that_passes_in_pieces_leaves_what_time_at_once_leaves() -> None:
    compared = 0
    for seed in some(range(60), 2):
        story = story_of(seed)
        in_pieces = [step for span in DAY for step in (["advance", span], ["settle", None])]
        pieces, thrown = after(story, in_pieces)
        has_faults = any(entry[6] is not None for run in pieces for entry in run.get("audit", ()))
        # A body that fails is tried again by each settle (R6), and a settle that loops throws.
        if has_faults or any(thrown) or not pieces:
            continue
        whole, _ = after(story, [["advance", sum(DAY)], ["settle", None]])
        assert not whole or whole == pieces, f"seed {seed}"
        compared += bool(whole)
    assert compared >= 10


@pytest.mark.parametrize("first", [0, 40])
def test_every_armed_clock_ends_fired_met_or_retired(first: int) -> None:
    for seed in some(range(first, first + 40), 2):
        story = story_of(seed)
        steps = [*story["steps"], ["advance", 500], ["settle", None]]
        if not ends(story, steps):
            continue

        def tell(seed: int = seed, story: Data = story, steps: list[Step] = steps) -> None:
            engine = EngineTelling(story)
            for step in steps:
                looped = engine.tell(step)
                settled_all = step == ["settle", None] and looped is None
                for run, state in enumerate(engine.run_states()):
                    shown = engine.shown(run)
                    satisfied = {name for name, _, status, _ in shown["slots"] if status == "Satisfied"}
                    assert state.is_live or not state.clocks, f"seed {seed}: a run that ended has clocks"
                    names = {clock.name.partition(".")[0] for clock in state.clocks if clock.kind != "Start"}
                    assert not satisfied & names, f"seed {seed}: a satisfied slot has clocks"
                    is_due = any(clock.is_due for clock in state.clocks)
                    has_faults = any(entry[6] is not None for entry in shown["audit"])
                    assert not (settled_all and is_due) or has_faults, f"seed {seed}: a due clock was passed over"

        on_a_large_stack(tell)


def test_r8_what_is_undone_leaves_no_trace() -> None:
    undone = 0
    for seed in some(range(80), 2):
        story = story_of(seed)
        before, _ = after(story, [["advance", 3], ["settle", None]])
        rows = sum(step[0] == "create" for step in story["steps"])
        tried = [
            ["undo", row, event["name"]] for row in range(rows) for flow in story["flows"] for event in flow["events"]
        ]
        seen, _ = after(story, [["advance", 3], ["settle", None], *tried])
        if not seen or not before:
            continue
        assert seen == before, f"seed {seed}"
        undone += len(tried)
    assert undone > 50
