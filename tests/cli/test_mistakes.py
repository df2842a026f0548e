"""A test that fails says why: twelve planted mistakes, each with its cause in the first ten lines of the output."""

import pytest

from osy_testing.mistakes import FOLDER, MISTAKES, told

CAUSES = {
    "arm_that_throws": "`on Expire` of `OrderFlow` threw at desk.osy:20:28, and nobody was told: the mail",
    "entity_not_committed": "1 new `Order` is not committed yet",
    "fixture_that_throws": "the fixture `BusyDesk` failed: uncaught InvalidOperationException: `Single` found no item",
    "forgotten_settle": "was due at 2030-01-01T04:00:00Z and has not fired: moving the clock fires nothing",
    "guard_that_never_holds": "the condition of none of its arms held",
    "key_that_matches_nothing": '`OrderFlow.CorrelatePaid("a-1")` found no run whose `[CorrelateOn]` holds',
    "requirement_not_met": "uncaught RequirementsNotMet: an order needs an amount before it is approved",
    "slot_held_by_another": "Person cleo@desk.example may not answer `Lead` of `OrderFlow`: `Lead` is held by Person",
    "stub_that_was_not_set": "no stub answers POST https://mail.example/send: a test never calls out, use",
    "wrong_clock_advance": "it is 2030-01-01T00:04:00Z; the next clock, `Assigned Lead` of `OrderFlow`, is due at",
    "wrong_principal": "Person bob@desk.example may not answer `Lead` of `OrderFlow`: nobody holds `Lead`, and only",
    "wrong_state_expected": "`OrderFlow` moved Review → Shipped, after `Deposited` Lead · Approve · by Person ann@desk",
}


@pytest.mark.parametrize("name", MISTAKES)
def test_the_cause_is_in_the_first_ten_lines(name: str) -> None:
    text = told(name)
    assert CAUSES[name] in "\n".join(text.splitlines()[:10])
    assert text == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
