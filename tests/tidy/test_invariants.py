"""Invariants of ARCHITECTURE.md that can be seen in the source; the import contracts hold those about layers."""

import ast
from collections.abc import Iterator
from dataclasses import FrozenInstanceError
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from osy_grammar import nodes
from osy_grammar.nodes.base import Node

ROOT = Path(__file__).resolve().parents[2]
READERS = {"open", "read_text", "read_bytes", "scandir", "listdir", "iterdir", "rglob", "glob", "walk_files"}
OUTSIDE = {
    "random",
    "secrets",
    "socket",
    "subprocess",
    "http.client",
    "urllib.request",
    "ssl",
    "asyncio",
    "multiprocessing",
}


def modules(package: str) -> Iterator[tuple[str, ast.Module]]:
    """The modules of a layer: path within it, tree."""
    folder = ROOT / package
    for file in sorted(folder.rglob("*.py")):
        yield file.relative_to(folder).as_posix(), ast.parse(file.read_text(encoding="utf-8"))


def called(tree: ast.Module) -> set[str]:
    """The last names of what a module calls."""
    functions = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return {f.id if isinstance(f, ast.Name) else f.attr for f in functions if isinstance(f, ast.Name | ast.Attribute)}


def imported(tree: ast.Module) -> set[str]:
    """What a module imports, anywhere in it, by full names."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def test_of_analysis_only_the_loader_and_the_pages_read_files() -> None:
    readers = {path for path, tree in modules("analysis/osy_analysis") if called(tree) & READERS}
    assert readers <= {"files.py", "explain.py"}


def test_a_program_learns_the_time_from_the_virtual_clock_only() -> None:
    """The runner's own watch measures tests and ends those that run too long; nothing else looks at a clock."""
    watchers = {path for path, tree in modules("runtime/osy_runtime") if "time" in imported(tree)}
    assert watchers <= {"world.py", "testing/runner.py", "testing/pool.py"}
    for path, tree in modules("runtime/osy_runtime"):
        assert not called(tree) & {"now", "utcnow", "today", "uuid4", "uuid1", "urandom"}, path


def test_nothing_of_the_runtime_can_leave_the_process_or_is_random() -> None:
    for path, tree in modules("runtime/osy_runtime"):
        assert not imported(tree) & OUTSIDE, path


def node_classes() -> list[type[Node]]:
    """Every class of the tree."""
    found: dict[str, type[Node]] = {}
    for module in iter_modules(nodes.__path__, f"{nodes.__name__}."):
        for name, value in vars(import_module(module.name)).items():
            if isinstance(value, type) and issubclass(value, Node):
                found[name] = value
    return [found[name] for name in sorted(found)]


@pytest.mark.parametrize("kind", node_classes())
def test_a_node_is_a_frozen_value(kind: type[Node]) -> None:
    node = object.__new__(kind)
    with pytest.raises(FrozenInstanceError):
        node.start = 1  # type: ignore[misc]  # that this is refused is the point
    assert not hasattr(node, "__dict__")
