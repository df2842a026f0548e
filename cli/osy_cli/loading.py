"""Finds and loads the modules of our own packages with fewer questions to the file system than Python asks.

A start of `osy` loads some hundred small modules, and of each Python asks whether there is a folder, an extension or a
module of that name, and where its compiled form is. Here a folder is listed once; the compiled form is read where it
stands, and used if it is of this source. Whatever is not as expected is left to Python.
"""

# Paths are strings: this runs before anything else is loaded.
# ruff: noqa: PTH116, PTH118, PTH123, PTH208

import marshal
import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import CodeType, ModuleType

OURS = "osy_"
_HEADER_BYTES = 16
_SOURCE = ".py"
_PACKAGE = "__init__"


def load_quickly() -> None:
    """From now on modules of our packages are found here first."""
    tag = sys.implementation.cache_tag
    if tag is not None and sys.pycache_prefix is None:
        sys.meta_path.insert(0, Finder(f".{tag}.pyc"))


class Finder:
    """Finds modules within our packages."""

    def __init__(self, ending: str) -> None:
        """The names of compiled modules end so."""
        self._ending = ending
        self._names: dict[str, frozenset[str]] = {}

    def find_spec(self, name: str, path: Sequence[str] | None, _target: ModuleType | None = None) -> ModuleSpec | None:
        """Where the module is; None if Python is to look for it."""
        if path is None or len(path) != 1 or not name.startswith(OURS):
            return None
        folder, last = path[0], name.rpartition(".")[2]
        names = self._listed(folder)
        if last in names:
            inner = os.path.join(folder, last)
            if _PACKAGE + _SOURCE in self._listed(inner):
                return self._spec(name, inner, _PACKAGE)
        return self._spec(name, folder, last) if last + _SOURCE in names else None

    def _spec(self, name: str, folder: str, last: str) -> ModuleSpec:
        file = os.path.join(folder, last + _SOURCE)
        spec = ModuleSpec(name, Loader(name, file), origin=file, is_package=last == _PACKAGE)
        spec.has_location = True
        spec.cached = os.path.join(folder, "__pycache__", last + self._ending)
        if spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(folder)
        return spec

    def _listed(self, folder: str) -> frozenset[str]:
        names = self._names.get(folder)
        if names is None:
            try:
                names = frozenset(os.listdir(folder))
            except OSError:
                names = frozenset()
            self._names[folder] = names
        return names

    def invalidate_caches(self) -> None:
        """Look anew."""
        self._names.clear()


class Loader(SourceFileLoader):
    """Takes the compiled form if it is of this source and this Python."""

    def get_code(self, fullname: str) -> CodeType | None:
        """The code of the module."""
        spec = getattr(sys.modules.get(fullname), "__spec__", None)
        code = _compiled(spec.cached, self.path) if spec is not None and spec.cached is not None else None
        return code if code is not None else super().get_code(fullname)


def _compiled(cached: str, source: str) -> CodeType | None:
    from importlib.util import MAGIC_NUMBER

    try:
        with open(cached, "rb", buffering=0) as file:
            data = file.readall()
        there = os.stat(source)
    except OSError:
        return None
    # Four bytes each: which Python, that it goes by time and size, and these two of the source.
    stamp = bytes(4) + _four_bytes(int(there.st_mtime)) + _four_bytes(there.st_size)
    if data[:_HEADER_BYTES] != MAGIC_NUMBER + stamp:
        return None
    try:
        code = marshal.loads(memoryview(data)[_HEADER_BYTES:])
    except (EOFError, ValueError, TypeError):
        return None
    # One that was compiled elsewhere names another file in tracebacks.
    return code if isinstance(code, CodeType) and code.co_filename == source else None


def _four_bytes(number: int) -> bytes:
    return (number & 0xFFFF_FFFF).to_bytes(4, "little")
