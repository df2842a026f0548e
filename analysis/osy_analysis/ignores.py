"""What a `.gitignore` or `.ignore` file says of the paths below it, as git reads it.

The last line that fits decides, and a deeper file goes before one above it. A line that git could not use fits nothing.
"""

import re
from collections.abc import Iterator

from osy_grammar.record import record

NAMES = (".gitignore", ".ignore")


@record()
class Rule:
    """One line: the pattern of the paths that it fits, relative to its file's folder."""

    pattern: re.Pattern[str]
    is_negated: bool
    is_for_folders: bool


@record()
class Ignores:
    """The rules of the folder `base`, and of those above it."""

    base: str
    rules: tuple[Rule, ...]
    above: "Ignores | None" = None

    def excludes(self, path: str, *, is_folder: bool) -> bool:
        """Whether the path is to be left out; the folders around it are not asked."""
        level: Ignores | None = self
        while level is not None:
            relative = path[len(level.base) :].lstrip("/\\").replace("\\", "/")
            for rule in reversed(level.rules):
                if (is_folder or not rule.is_for_folders) and rule.pattern.fullmatch(relative):
                    return not rule.is_negated
            level = level.above
        return False


def read_rules(text: str) -> Iterator[Rule]:
    """The rules of a file, in order."""
    # For git a line feed ends a line, and nothing else that Python takes for an end.
    for line in text.removeprefix("\ufeff").split("\n"):
        rule = _rule(line)
        if rule is not None:
            yield rule


def _rule(line: str) -> Rule | None:
    # Blanks at the end are none of the pattern, unless the last is escaped.
    glob = re.sub(r"(?<!\\)\s+$", "", line)
    is_negated = glob.startswith("!")
    glob = glob.removeprefix("!")
    if not glob or (glob.startswith("#") and not is_negated):
        return None
    is_for_folders = glob.endswith("/")
    glob = glob.removesuffix("/")
    is_anchored = "/" in glob
    try:
        pattern = re.compile(("" if is_anchored else "(?:.*/)?") + _translated(glob.lstrip("/")), re.DOTALL)
    except (re.error, ValueError):
        return None
    return Rule(pattern, is_negated, is_for_folders)


def _translated(glob: str) -> str:
    parts = []
    at = 0
    while at < len(glob):
        if glob.startswith("**/", at) and (at == 0 or glob[at - 1] == "/"):
            parts.append("(?:.*/)?")
            at += 3
        elif glob.startswith("**", at) and at + 2 == len(glob) and (at == 0 or glob[at - 1] == "/"):
            parts.append(".+")
            at += 2
        elif glob[at] == "*":
            parts.append("[^/]*")
            while at < len(glob) and glob[at] == "*":
                at += 1
        elif glob[at] == "?":
            parts.append("[^/]")
            at += 1
        elif glob[at] == "[":
            stop = glob.index("]", at + 2)
            parts.append(f"(?!/){_character_class(glob[at + 1 : stop])}")
            at = stop + 1
        elif glob[at] == "\\":
            if at + 1 == len(glob):
                raise ValueError("nothing is escaped")
            parts.append(re.escape(glob[at + 1]))
            at += 2
        else:
            parts.append(re.escape(glob[at]))
            at += 1
    return "".join(parts)


def _character_class(inside: str) -> str:
    negation = "^" if inside[0] in "!^" else ""
    escaped = re.sub(r"([\\\[\]^&|~])", r"\\\1", inside[1:] if negation else inside)
    return f"[{negation}{escaped}]"
