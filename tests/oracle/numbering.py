"""What a story leaves to be worked out: the order of declarations, and what slots inherit."""

import copy

from oracle.memory import Data


def numbered(story: Data) -> Data:
    """The story with what each slot inherits filled in, and with the places of declarations in the source."""
    told: Data = copy.deepcopy(story)
    for flow in told["flows"]:
        _number(flow)
        _inherit(flow)
    return told


def _number(told: Data) -> None:
    order = 0
    reminders: list[Data] = []
    for place in (told, *told["states"]):
        order += 1
        place["order"] = order
        for keyword in ("assigned", "finished"):
            reminders.extend(place[keyword]["reminders"] if place[keyword] else ())
        for slot in place["slots"]:
            order += 1
            slot["order"] = order
            for keyword in ("assigned", "finished"):
                reminders.extend(slot[keyword]["reminders"] if slot[keyword] else ())
    for at, reminder in enumerate(reminders):
        reminder["order"] = at


def _inherit(told: Data) -> None:
    for place in (told, *told["states"]):
        for slot in place["slots"]:
            levels = [slot, place, told] if place is not told else [slot, told]
            slot["milestones"] = {
                keyword.capitalize(): _effective(
                    [level[keyword] for level in (levels if slot["pool"] is not None else levels[:1])]
                )
                for keyword in ("assigned", "finished")
            }


def _effective(levels: list[Data | None]) -> Data | None:
    """Nearest wins, clause by clause; reminders by name."""
    declared = [level for level in levels if level is not None]
    if not declared:
        return None
    clauses = ("within", "accrues", "retries", "backoff", "enter", "exhausted", "breach")
    merged: Data = {name: next((d[name] for d in declared if d[name] is not None), None) for name in clauses}
    named: dict[str, Data] = {}
    for level in declared:
        for reminder in level["reminders"]:
            named.setdefault(reminder["name"], reminder)
    merged["reminders"] = list(named.values())
    return merged
