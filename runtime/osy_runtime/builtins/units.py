"""`UnitOfWork`: commit, mark, roll back, discard what is staged."""

from osy_runtime.builtins.static import Static
from osy_runtime.exceptions import throw
from osy_runtime.signals import Unsupported
from osy_runtime.values import Value
from osy_runtime.world import World


def commit(world: World) -> Value:
    """`UnitOfWork.Commit()`."""
    world.store.commit()
    return None


def mark(world: World, label: Value = "") -> Value:
    """`UnitOfWork.Mark(label)`: a text that stands for this point."""
    return f"mark-{world.store.mark()}"


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


def _undo(world: World) -> Value:
    raise Unsupported("`UnitOfWork.Undo` and what belongs to it are not supported by this runner yet")


STATICS = {
    "UnitOfWork": Static(
        "UnitOfWork",
        functions={
            "CanUndo": _undo,
            "Commit": commit,
            "Discard": discard,
            "Mark": mark,
            "RollbackTo": rollback_to,
            "Undo": _undo,
            "UndoLabel": _undo,
        },
    )
}
