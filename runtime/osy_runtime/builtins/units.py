"""`UnitOfWork`: commit, mark, roll back, discard what is staged."""

from osy_runtime.builtins.static import Static
from osy_runtime.exceptions import throw
from osy_runtime.show import to_text
from osy_runtime.values import Value
from osy_runtime.world import World


def commit(world: World) -> Value:
    """`UnitOfWork.Commit()`."""
    world.store.commit()
    return None


def mark(world: World, label: Value = "") -> Value:
    """`UnitOfWork.Mark(label)`: a text that stands for this point."""
    point = world.store.mark()
    world.marks.append((to_text(label), point))
    return f"mark-{point}"


def rollback_to(world: World, point: Value) -> Value:
    """`UnitOfWork.RollbackTo(mark)`: what was committed since then stays."""
    number = point.removeprefix("mark-") if isinstance(point, str) else ""
    if not number.isdigit() or int(number) > world.store.mark():
        raise throw("ArgumentException", "`UnitOfWork.RollbackTo` takes what `UnitOfWork.Mark` gave")
    world.store.rollback_unit(int(number))
    return None


def discard(world: World) -> Value:
    """`UnitOfWork.Discard()`."""
    world.store.discard()
    return None


def _last_mark(world: World) -> tuple[str, int] | None:
    """The last mark after which something was changed; marks of what is undone already are forgotten."""
    now = world.store.mark()
    world.marks[:] = [found for found in world.marks if found[1] <= now]
    return next((found for found in reversed(world.marks) if found[1] < now), None)


def undo(world: World) -> Value:
    """`UnitOfWork.Undo()`: what was changed since the last mark is as it was there, committed or not (R120)."""
    found = _last_mark(world)
    if found is None:
        raise throw(
            "InvalidOperationException", "there is nothing to undo: nothing was changed since a `UnitOfWork.Mark`"
        )
    world.marks.remove(found)
    world.store.rollback(found[1])
    return None


def can_undo(world: World) -> Value:
    """`UnitOfWork.CanUndo()`."""
    return _last_mark(world) is not None


def undo_label(world: World) -> Value:
    """`UnitOfWork.UndoLabel()`: the label of what `Undo` would take back; empty if there is nothing."""
    found = _last_mark(world)
    return found[0] if found is not None else ""


STATICS = {
    "UnitOfWork": Static(
        "UnitOfWork",
        functions={
            "CanUndo": can_undo,
            "Commit": commit,
            "Discard": discard,
            "Mark": mark,
            "RollbackTo": rollback_to,
            "Undo": undo,
            "UndoLabel": undo_label,
        },
    )
}
