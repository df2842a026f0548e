"""One test's universe: its rows, its clock, its runs, its stubs, who acts, how long it may still run."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from osy_runtime.faces import ClockFace, HostObject, RowFace
from osy_runtime.ids import IdSource
from osy_runtime.signals import LimitPassed
from osy_runtime.store import Store
from osy_runtime.values import Closure, FunctionGroup, Row, Value

if TYPE_CHECKING:
    from osy_runtime.evaluate.compiler import Compiler
    from osy_runtime.events import Fault, RunState

FUEL = 5_000
"""How many steps (calls and turns of loops) run between two looks at the wall clock."""

MAX_DEPTH = 3_000
"""How many calls of the program may be inside each other."""


class EngineFace(Protocol):
    """The workflow engine of one world, as the world and the runner see it."""

    def statics(self) -> Mapping[str, HostObject]:
        """`TestClock`, `DurableClock`, `Workflow`, `Background` and each workflow's own static, by name."""
        ...

    def faults(self) -> "Sequence[Fault]":
        """The bodies that threw with nobody to throw to."""
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

    def __init__(self, compiler: "Compiler", clock: ClockFace, *, seed: int = 0, log: Callable[[str], None]) -> None:
        """An empty world for one test of the compiler's program; `log` gets each line that the program logs."""
        self.compiler = compiler
        self.program = compiler.program
        self.clock: ClockFace = clock
        self.ids = IdSource(seed)
        self.store = Store(self.ids.guid, lambda: self.clock.now)
        self.principal: Row | None = None
        self.visitor: Value = None
        self.is_system = False
        self.engine: EngineFace | None = None
        self.start_engine: Callable[[World], EngineFace] | None = None
        self._statics: Mapping[str, HostObject] | None = None
        self.stubs: dict[str, Closure | FunctionGroup] = {}
        self.secrets: dict[str, str] = {}
        self.globals: dict[str, Value] = {}
        self.files: dict[str, object] = {}
        self.base_url = "https://app.example"
        self.language = "en"
        self.marks: list[tuple[str, int]] = []
        self.request: RequestFace | None = None
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

    def may(self, verb: str, row: RowFace) -> bool:
        """Whether who acts may do that to the row. Security blocks are not applied by this runner yet."""
        return True

    @contextmanager
    def as_system(self) -> Iterator[None]:
        """Run as the system: nobody is the principal and security is off."""
        with self._acting(None, is_system=True):
            yield

    @contextmanager
    def as_principal(self, principal: Row | None) -> Iterator[None]:
        """Run as that principal, security on."""
        with self._acting(principal, is_system=False):
            yield

    @contextmanager
    def _acting(self, principal: Row | None, *, is_system: bool) -> Iterator[None]:
        old = self.principal, self.is_system
        self.principal, self.is_system = principal, is_system
        try:
            yield
        finally:
            self.principal, self.is_system = old


def over_time(limit_s: float) -> str:
    """What is told of a test that ran too long."""
    return f"the test ran longer than {limit_s:g} s and was stopped"
