"""Some minutes of the recorded hour of editing against the real server: nothing stale, no text apart, no fault logged.

How fast it is, and the whole hour, is what `python -m benchmarks soak` is about.
"""

from pathlib import Path

import pytest

from benchmarks.editing.author import hour
from benchmarks.editing.recording import HOUR, lines, read
from benchmarks.soak import growth, play

STEPS = 60
SPEED = 60.0
MOST_GROWTH = 0.3


@pytest.mark.asyncio
async def test_minutes_of_editing(tmp_path: Path) -> None:
    played = await play(tmp_path.resolve(), STEPS, SPEED)
    assert played.complaints == []
    assert played.checks > 2
    assert played.keys > 300
    assert growth(played.memory[len(played.memory) // 3 :]) < MOST_GROWTH


def test_the_steps_show_all_that_users_do() -> None:
    done = {step.do for step in read()[:STEPS]}
    assert done >= {"open", "type", "erase", "replace", "undo", "rename", "look", "check", "save", "disk"}


def test_the_recording_is_what_its_seed_gives() -> None:
    assert list(lines(hour())) == HOUR.read_text(encoding="utf-8").splitlines()
