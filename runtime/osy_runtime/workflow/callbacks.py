"""Callback links: a slot's URL and the answer that comes in by it (R48). A link has no principal and works once."""

from collections.abc import Callable

from osy_runtime.exceptions import throw
from osy_runtime.signals import Unsupported
from osy_runtime.values import Value
from osy_runtime.workflow.context import Context, row_text
from osy_runtime.workflow.raises import Target, check_waiting, deposit
from osy_runtime.workflow.run import Slot
from osy_runtime.workflow.shape import EventParameter

BASE = "https://app.example/callback/"

_READERS: dict[str, Callable[[object], bool]] = {
    "string": lambda value: isinstance(value, str),
    "bool": lambda value: isinstance(value, bool),
    "int": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "long": lambda value: isinstance(value, int) and not isinstance(value, bool),
}


def callback_url(ctx: Context, slot: Slot) -> str:
    """The slot's link: the same one as long as the slot is open."""
    if slot.token is None:
        import hashlib

        run = slot.run
        seed = f"{run.flow.name}/{row_text(run.row)}/{run.number}/{slot.shape.name}/{slot.visit}"
        token = hashlib.sha256(seed.encode()).hexdigest()[:32]
        ctx.records.put(slot, "token", token)
        ctx.records.assign(ctx.tokens, token, slot)
    return f"{BASE}{slot.token}"


def redeem(ctx: Context, token: str, text: str) -> None:
    """Answer the slot of the link with a JSON object whose keys are the event's parameters."""
    slot = ctx.tokens.get(token)
    if slot is None:
        raise throw("NotFoundException", "this link is not known, or it was used already")
    run = slot.run
    if not slot.is_open:
        raise throw(
            "ConflictException", f"what this link answers is not open any more (`{run.flow.name}` in {run.shown_state})"
        )
    check_waiting(run)
    event = run.flow.shape.events[slot.shape.event]
    values = _object(text)
    arguments = [_argument(values, parameter) for parameter in event.parameters]
    ctx.store.flush()
    target = Target(slot, run.flow.shape.route_of(slot.shape, run.place))
    deposit(ctx, run, event, target, arguments, at=None, person=None, gives=False, token=token)


def _object(text: str) -> dict[str, object]:
    # Few programs are answered from outside.
    import json

    try:
        values = json.loads(text) if text.strip() else {}
    except json.JSONDecodeError as error:
        raise throw("ValidationException", f"the answer is not JSON: {error.msg}") from None
    if not isinstance(values, dict):
        raise throw("ValidationException", "the answer must be a JSON object")
    return values


def _argument(values: dict[str, object], parameter: EventParameter) -> Value:
    value = values.get(parameter.name)
    if value is None:
        if parameter.is_nullable:
            return None
        raise throw("ValidationException", f"`{parameter.name}` is missing in the answer")
    fits = _READERS.get(parameter.type_name)
    if fits is None:
        raise Unsupported(f"`Workflow.Redeem` does not read a parameter of type `{parameter.type_name}` yet")
    if not fits(value):
        raise throw("ValidationException", f"`{parameter.name}` of the answer is no `{parameter.type_name}`")
    return value
