"""Keeps the compiled form of our own modules that a process of tests loaded and could not write down: it is shut in.

Without that each run would compile them again, where an installer did not.
"""

# pathlib is a fiftieth of a start.
# ruff: noqa: PTH113, PTH118, PTH110, PTH204

import os
import sys
from collections.abc import Iterable

OURS = "osy_"


def loaded_since(before: frozenset[str]) -> tuple[str, ...]:
    """Our modules that were loaded since then."""
    return tuple(name for name in sys.modules.keys() - before if name.startswith(OURS))


def keep(names: Iterable[str]) -> None:
    """Write down the compiled form of these modules where it is missing or old; that it cannot be done is no matter."""
    if sys.dont_write_bytecode:
        return
    folders = {name: list(module.__path__) for name, module in [*sys.modules.items()] if hasattr(module, "__path__")}
    for name in names:
        package, _, last = name.rpartition(".")
        for folder in folders.get(package, ()):
            source = os.path.join(folder, f"{last}.py")
            if last.isidentifier() and os.path.isfile(source):
                _compile(source)


def _compile(source: str) -> None:
    # Imported here: many runs load nothing, and once all is written down nothing is compiled any more.
    from importlib.util import cache_from_source

    try:
        cache = cache_from_source(source)
        if os.path.exists(cache) and os.path.getmtime(cache) >= os.path.getmtime(source):
            return
        import py_compile

        py_compile.compile(source, quiet=2)
    except (OSError, NotImplementedError):
        return
