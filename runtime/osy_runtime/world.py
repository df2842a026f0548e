"""One test's universe: its rows, its clock, its runs, its stubs, who acts, how long it may still run."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Protocol

from osy_grammar.record import replace
from osy_runtime.caller import NOBODY, SYSTEM, Caller
from osy_runtime.clock import VirtualClock
from osy_runtime.faces import HostObject, RowFace
from osy_runtime.ids import IdSource
from osy_runtime.model import EntityInfo
from osy_runtime.security.nobody import NOBODY_AT_ALL
from osy_runtime.signals import CodeFrame, LimitPassed, over_time
from osy_runtime.store import Store
from osy_runtime.values import Closure, FunctionGroup, Row, Value

if TYPE_CHECKING:
    from osy_runtime.evaluate.compiler import Compiler
    from osy_runtime.events import Fault, Place, RunState
    from osy_runtime.security.grants import Link
    from osy_runtime.security.guard import Guard

FUEL = 5_000
"""How many steps (calls and turns of loops) run between two looks at the wall clock."""

MAX_DEPTH = 3_000
"""How many calls of the program may be inside each other."""


class EngineFace(Protocol):
    """The workflow engine of one world, as the world and the runner see it."""

    def statics(self) -> Mapping[str, HostObject]:
        """`TestClock`, `DurableClock`, `Workflow`, `Background` and each workflow's own static, by name."""
        ...

    def faults(self, place: "Callable[[CodeFrame], Place | None]" = ...) -> "Sequence[Fault]":
        """The bodies that threw with nobody to throw to; `place` says where a line of code is."""
        ...

    def tracks(self, entity: str) -> bool:
        """Whether some workflow tracks rows of the entity."""
        ...

    @property
    def remarks(self) -> Sequence[str]:
        """What happened that nobody was told of and that may explain a failure."""
        ...

    def run_states(self) -> "Sequence[RunState]":
        """Where each tracked row stands."""
        ...


class RequestFace(Protocol):
    """The request that an endpoint of the app is answering, if it is."""

    @property
    def raw_body(self) -> str | None:
        """What was sent."""
        ...

    def query(self, name: str) -> str | None:
        """A value of the address."""
        ...


class World:
    """What callables take as their world."""

    def __init__(self, compiler: "Compiler", clock: VirtualClock, *, seed: int = 0, log: Callable[[str], None]) -> None:
        """An empty world for one test of the compiler's program; `log` gets each line that the program logs."""
        self.compiler = compiler
        self.program = compiler.program
        self.clock: VirtualClock = clock
        self.ids = IdSource(seed)
        self.store = Store(self.ids.guid, partial(getattr, clock, "now"))
        self.links: dict[str, list[Link]] = {}
        self.caller = NOBODY
        self.is_checked = True
        self.engine: EngineFace | None = None
        self.start_engine: Callable[[World], EngineFace] | None = None
        self._statics: Mapping[str, HostObject] | None = None
        self.topics: dict[str, list[list[Value]]] = {}
        self.stubs: dict[str, Closure | FunctionGroup] = {}
        self.secrets: dict[str, str] = {}
        self.globals: dict[str, Value] = {}
        self.handlers: list[Any] = []
        """The `catch`es of the `try` statements that run, innermost last."""
        self.files: dict[str, object] = {}
        self.base_url: str = "https://app.example"
        self.language: str = "en"
        self.marks: list[tuple[str, int]] = []
        self.request: RequestFace | None = None
        self.api_keys: dict[str, Row] = {}
        self.fuel = FUEL
        self.depth = 0
        self.deadline_s: float | None = None
        self.limit_s = 0.0
        self._log = log

    @property
    def statics(self) -> Mapping[str, HostObject]:
        """The engine's statics by name; a program without workflows gets its engine when it first names one."""
        if self._statics is None:
            if self.engine is None and self.start_engine is not None:
                self.engine = self.start_engine(self)
            self._statics = self.engine.statics() if self.engine is not None else {}
        return self._statics

    def log_to(self, log: Callable[[str], None]) -> None:
        """From here on, `log` gets what the program logs."""
        self._log = log

    def log(self, text: str) -> None:
        """Add a line to the test's output."""
        self._log(text)

    def limit(self, seconds: float) -> None:
        """Let the program run for that long from now."""
        self.limit_s = seconds
        self.deadline_s = time.monotonic() + seconds

    def refuel(self) -> None:
        """Called when the steps are used up: go on if there is time left."""
        self.fuel = FUEL
        self.time_left()

    def time_left(self) -> float | None:
        """The seconds that the test may still run, None without a limit; if there are none left, the test ends."""
        if self.deadline_s is None:
            return None
        left = self.deadline_s - time.monotonic()
        if left <= 0:
            raise self.out_of_time()
        return left

    def out_of_time(self) -> LimitPassed:
        """What ends a test that ran too long."""
        return LimitPassed(over_time(self.limit_s))

    # ── Who acts ──────────────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def guard(self) -> "Guard":
        """What knows who may do what here."""
        from osy_runtime.security.guard import Guard

        return Guard(self)

    @property
    def principal(self) -> Row | None:
        """The person who acts; None is nobody, the sign-in flow, or the system."""
        return self.caller.principal

    @property
    def is_system(self) -> bool:
        """Whether security is off: in a workflow body, in a fixture outside `runas`, while a rule is asked."""
        return not self.is_checked

    @property
    def user(self) -> Value:
        """What `user` means: who acts; while a rule is asked, nobody is somebody who equals nothing."""
        caller = self.caller
        if caller.principal is None and not caller.is_checked and not caller.is_system:
            return NOBODY_AT_ALL
        return caller.principal

    def rows(self, info: EntityInfo) -> Sequence[Row]:
        """The entity's rows that who acts may read."""
        if self.is_checked or self.caller.is_system:
            self.store.costs.ask()
        found = self.store.entity_rows(info)
        return self.guard.visible(found) if self.is_checked else found

    def may(self, verb: str, row: RowFace) -> bool:
        """Whether who acts may do that to the row."""
        return not self.is_checked or not isinstance(row, Row) or self.guard.may(verb, row)

    def as_system(self) -> AbstractContextManager[None]:
        """Run as the system: nobody is the principal and security is off."""
        return self.acting(SYSTEM)

    def as_principal(self, principal: Row | None) -> AbstractContextManager[None]:
        """Run as that principal, security on; who visits stays the visit."""
        return self.acting(Caller(principal, self.caller.visit))

    def as_visitor(self, visit: str) -> AbstractContextManager[None]:
        """Run as a browser that nobody is signed in to, security on."""
        return self.acting(Caller(visit=visit))

    def as_sign_in(self) -> AbstractContextManager[None]:
        """Run as the sign-in flow's own principal, security on."""
        return self.acting(Caller(visit=self.caller.visit, is_sign_in=True))

    def deciding(self, caller: Caller | None = None) -> AbstractContextManager[None]:
        """Ask about who acts, or about another caller: whoever it is, security is off meanwhile."""
        return self.acting(replace(caller or self.caller, is_checked=False))

    def acting(self, caller: Caller) -> AbstractContextManager[None]:
        """Run as that caller."""
        return _Acting(self, caller)

    @contextmanager
    def catching(self) -> Iterator[None]:
        """Whoever enters this catches what is thrown inside: no `catch` further out is asked about it."""
        handlers, self.handlers = self.handlers, []
        try:
            yield
        finally:
            self.handlers = handlers


class _Acting:
    """Within the context a caller acts: entered at each call of a rule and at each start of a run, so it is short."""

    __slots__ = ("_caller", "_old", "_world")

    def __init__(self, world: World, caller: Caller) -> None:
        self._world = world
        self._caller = caller

    def __enter__(self) -> None:
        world = self._world
        self._old = world.caller
        world.caller, world.is_checked = self._caller, self._caller.is_checked

    def __exit__(self, *error: object) -> None:
        world, old = self._world, self._old
        world.caller, world.is_checked = old, old.is_checked
