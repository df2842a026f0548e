"""The globs of manifests and settings: `**` for any folders, `*` and `?` within one name, `/` between names."""

import re
from functools import lru_cache


@lru_cache(maxsize=512)
def pattern(glob: str) -> re.Pattern[str]:
    """The pattern that the whole of a relative path with `/` must match."""
    parts = []
    rest = glob.removeprefix("./")
    while rest:
        if rest.startswith("**/"):
            parts.append("(?:[^/]+/)*")
            rest = rest[3:]
        elif rest == "**":
            parts.append(".*")
            rest = ""
        elif rest[0] == "*":
            parts.append("[^/]*")
            rest = rest.lstrip("*")
        elif rest[0] == "?":
            parts.append("[^/]")
            rest = rest[1:]
        else:
            parts.append(re.escape(rest[0]))
            rest = rest[1:]
    return re.compile("".join(parts), re.DOTALL)


def matches(glob: str, path: str) -> bool:
    """Whether the relative path fits the glob."""
    return pattern(glob).fullmatch(path) is not None


def split_glob(glob: str) -> tuple[str, str]:
    """The folders that a glob begins with, and the rest from its first step with a wildcard on; both may be empty."""
    steps = glob.removeprefix("./").split("/")
    fixed = next((index for index, step in enumerate(steps) if "*" in step or "?" in step), len(steps))
    return "/".join(steps[:fixed]), "/".join(steps[fixed:])


def excludes(globs: tuple[str, ...], path: str) -> bool:
    """Whether one of the globs fits the relative path, or a folder around it."""
    folders = path.split("/")
    return any(
        matches(glob.rstrip("/"), "/".join(folders[:depth])) for glob in globs for depth in range(1, len(folders) + 1)
    )
