"""A story told to the engine and to the model, step by step, and where the two first differ."""

from dataclasses import dataclass

from oracle.engine_side import EngineTelling
from oracle.happenings import Step
from oracle.memory import Data, EndlessError, Thrown
from oracle.model import Model
from oracle.numbering import numbered
from oracle.views import item_shown, shown
from osy_runtime.testing.deep import on_a_large_stack

ROWLESS = ("create", "advance", "correlate", "close", "inbox")


@dataclass(frozen=True, slots=True)
class Difference:
    """The step after which engine and model differ first, and in what; `kind` is the same for alike differences."""

    step: int
    kind: str
    what: str
    engine: object
    model: object

    def __str__(self) -> str:
        engine, model = self.engine, self.model
        what = self.what
        if isinstance(engine, list) and isinstance(model, list):
            at = next((n for n, (a, b) in enumerate(zip(engine, model, strict=False)) if a != b), None)
            at = min(len(engine), len(model)) if at is None else at
            what, engine, model = f"{what}[{at}]", engine[at : at + 3], model[at : at + 3]
        return f"after step {self.step}, {what}:\n  engine {engine!r}\n  model  {model!r}"


class Pair:
    """Engine and model, which are told the same steps."""

    def __init__(self, story: Data) -> None:
        self.engine = EngineTelling(story)
        self.model = Model(numbered(story))
        self.steps = 0
        self.answer: object = None
        self.is_over = False

    def tell(self, step: Step) -> Difference | None:
        """Do a step on both sides; the answer is in what they differ then."""
        at, self.steps = self.steps, self.steps + 1
        if self.is_over or (step[0] not in ROWLESS and len(self.model.items) <= (step[1] or 0)):
            return None
        try:
            expected = tell_model(self.model, step)
        except EndlessError:
            self.is_over = True
            return None
        answers = self.engine.tell(step), expected
        self.answer = answers[0]
        if answers[0] != answers[1]:
            kind = f"{step[0]}: {answers[0]}, {answers[1]}"
            return Difference(at, kind, f"what {step} answers", *answers)
        for r in range(len(self.model.runs)):
            found = _compare(self.engine.shown(r), shown(self.model, r))
            if found is not None:
                return Difference(at, found[0], f"{step}: `{found[0]}` of run {r}", *found[1:])
        for row in range(len(self.model.items)):
            found = _compare(self.engine.item_shown(row), item_shown(self.model, row))
            if found is not None:
                return Difference(at, found[0], f"{step}: `{found[0]}` of row {row}", *found[1:])
        return None


def difference(story: Data) -> Difference | None:
    """Tell the story; None if engine and model agree after each step."""

    def tell() -> Difference | None:
        pair = Pair(story)
        return next((found for step in story["steps"] if (found := pair.tell(step)) is not None), None)

    return on_a_large_stack(tell)


def ends(story: Data, steps: list[Step]) -> bool:
    """Whether those steps come to an end in the story's world (see `EndlessError`)."""

    def tell() -> bool:
        model = Model(numbered(story))
        try:
            for step in steps:
                tell_model(model, step)
        except EndlessError:
            return False
        return True

    return on_a_large_stack(tell)


def _compare(seen: Data, expected: Data) -> tuple[str, object, object] | None:
    return next(((name, seen[name], expected[name]) for name in expected if seen[name] != expected[name]), None)


def tell_model(model: Model, step: Step) -> object:
    """Do a step in the model; the answer is what it answers, or the name of what it throws."""
    verb, *values = step
    model.steps_at_once = 0
    try:
        match verb:
            case "create":
                model.create(*values)
            case "advance":
                model.now += values[0]
            case "settle":
                model.settle(range(len(model.items)) if values[0] is None else [values[0]])
            case "fail":
                model.items[values[0]].fail = values[1]
            case "mate":
                model.items[values[0]].mate = values[1]
            case "raise":
                model.raise_event(*values)
            case "undo":
                model.undo(*values)
            case "claim":
                model.claim(*values[:3])
            case "assign":
                model.give(*values)
            case "release":
                model.take_away(*values[:3])
            case "link":
                model.link(*values)
            case "redeem":
                model.answer(*values)
            case "correlate":
                return model.correlate(*values[:2])
            case "close":
                model.close(*values)
            case "inbox":
                return model.inbox(*values)
            case _:
                raise AssertionError(verb)
    except Thrown as error:
        return error.kind
    return None
