"""The worlds that tests run in: built by their fixtures once, and as good as new for each test.

A test runs in the very world that its fixture built. Whatever a step changes is in the store's log already, the
workflow engine's records included, so what the test did is undone as a step that fails is; clock, ids, stubs and the
rest of the world go back to what they were, and so do the lists and objects that these hold. Only a test that was
stopped half-way leaves a world that nobody trusts: it is built again.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence

from osy_runtime.caller import NOBODY
from osy_runtime.model import FunctionInfo
from osy_runtime.signals import AssertionFailed, BadProgram, Failure, OsyThrow, Unsupported
from osy_runtime.values import Anonymous, Closure, HashSet, Instance, Row
from osy_runtime.world import World

MOST_KEPT = 16
"""How many worlds of one project are kept; of more fixtures the one used longest ago is built again."""

Chain = tuple[FunctionInfo, ...]
Log = Callable[[str], None]

UNCHANGED = frozenset(
    (
        "compiler",
        "program",
        "store",
        "clock",
        "ids",
        "engine",
        "start_engine",
        "guard",
        "caller",
        "is_checked",
        "fuel",
        "depth",
        "deadline_s",
        "limit_s",
        "_log",
        "_statics",
    )
)
"""What of a world is not put back by what it holds: it never changes, or it is put back by name."""


class Worlds:
    """The worlds of one project."""

    def __init__(self, build: Callable[[Chain, Log, float], World]) -> None:
        """Worlds that `build` makes of fixtures, the last of which is the base of all."""
        self._build = build
        self._kept: OrderedDict[Chain, _Kept] = OrderedDict()

    def take(self, chain: Chain, log: Log, limit_s: float) -> World:
        """The world of these fixtures, as they left it; what they logged goes to `log`."""
        kept = self._kept.pop(chain, None)
        if kept is None:
            lines: list[str] = []

            def listen(line: str) -> None:
                lines.append(line)
                log(line)

            kept = _Kept(self._build(chain, listen, limit_s), lines)
        else:
            for line in kept.lines:
                log(line)
        self._kept[chain] = kept
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        kept.world.log_to(log)
        return kept.world

    def give_back(self, chain: Chain, failure: BaseException | None) -> None:
        """Undo what a test did to the world, or forget the world if the test was stopped."""
        kept = self._kept.get(chain)
        if kept is None:
            return
        if failure is None or type(failure) in _ENDED_BY_ITSELF:
            kept.restore()
        else:
            del self._kept[chain]


_ENDED_BY_ITSELF: frozenset[type[BaseException]] = frozenset(
    (AssertionFailed, BadProgram, Failure, OsyThrow, Unsupported)
)


class _Kept:
    """A world, and what it was when its fixtures had built it."""

    def __init__(self, world: World, lines: Sequence[str]) -> None:
        self.world = world
        self.lines = lines
        self._mark = world.store.mark()
        self._count = world.store.count
        self._now = world.clock.now
        self._ids = world.ids.state
        self._members = {name: value for name, value in vars(world).items() if name not in UNCHANGED}
        self._image = Image([*self._members.values(), *_held_by_rows(world.store.all_rows())])

    def restore(self) -> None:
        """Make the world what it was."""
        world = self.world
        world.store.rollback(self._mark)
        world.store.count = self._count
        world.store.reads = 0
        world.clock.set(self._now)
        world.ids.state = self._ids
        world.caller, world.is_checked, world.depth = NOBODY, True, 0
        for name in [name for name in vars(world) if name not in UNCHANGED and name not in self._members]:
            delattr(world, name)
        for name, value in self._members.items():
            setattr(world, name, value)
        self._image.restore()


def _held_by_rows(rows: Iterable[Row]) -> Iterable[object]:
    return [value for row in rows for value in row.values.values() if isinstance(value, (list, dict, Instance))]


class Image:
    """What the lists, dictionaries, sets and objects held that can be reached from somewhere, to be put back."""

    def __init__(self, roots: Iterable[object]) -> None:
        """Look at everything that can be reached from the roots; rows are the store's business."""
        self._lists: list[tuple[list[object], list[object]]] = []
        self._dicts: list[tuple[dict[object, object], dict[object, object]]] = []
        seen: set[int] = set()
        waiting = list(roots)
        while waiting:
            value = waiting.pop()
            if id(value) in seen:
                continue
            inner = self._look(value)
            if inner:
                seen.add(id(value))
                waiting.extend(inner)

    def _look(self, value: object) -> Iterable[object]:
        match value:
            case list():
                self._lists.append((value, [*value]))
                return value
            case dict():
                self._dicts.append((value, {**value}))
                return value.values()
            case HashSet():
                return (value.items,)
            case Instance() | Anonymous():
                return (value.fields,)
            case Closure():
                return value.held
            case tuple():
                return value
            case _:
                return ()

    def restore(self) -> None:
        """Put everything back in place."""
        for items, held in self._lists:
            items[:] = held
        for pairs, kept in self._dicts:
            pairs.clear()
            pairs.update(kept)
