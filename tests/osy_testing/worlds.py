"""A program's world outside of a test run: its functions called from Python, its rows and runs looked at."""

from datetime import datetime

from osy_analysis.project import Project
from osy_grammar.parse import parse
from osy_runtime.evaluate.compiler import Compiler
from osy_runtime.evaluate.functions import call_function
from osy_runtime.events import RunState
from osy_runtime.program import link
from osy_runtime.testing.runner import make_world
from osy_runtime.values import Row, Value
from osy_runtime.world import World

_START = datetime(2030, 1, 1)


class Stage:
    """One program with one world."""

    def __init__(self, text: str) -> None:
        self.compiler = Compiler(link(Project("/story", {"/story/story.test.osy": parse(text)}, is_whole=True)))
        self.world: World = make_world(self.compiler, _silent)

    def call(self, name: str, *arguments: Value) -> Value:
        """Call a function of the program as nobody."""
        (function,) = self.compiler.program.functions[name]
        return call_function(self.compiler, function, self.world, None, list(arguments))

    def commit(self) -> None:
        """End the unit of work."""
        self.world.store.commit()

    def rows(self, entity: str) -> list[Row]:
        """The entity's rows in creation order."""
        return list(self.world.store.rows(entity))

    def run_states(self) -> tuple[RunState, ...]:
        """Where each run stands."""
        engine = self.world.engine
        return tuple(engine.run_states()) if engine is not None else ()

    def minutes(self, instant: str) -> int:
        """An instant in ISO 8601 as minutes since the clock's start."""
        return int((datetime.fromisoformat(instant.removesuffix("Z")) - _START).total_seconds() // 60)


def _silent(_line: str) -> None:
    """A story logs nothing that matters."""
