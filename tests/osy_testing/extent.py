"""Whether a test's program shows all that its names could come from."""

import re

_WORKFLOW = re.compile(r"^\s*(?:public\s+)?workflow\s", re.MULTILINE)
_ENTITY = re.compile(r"^\s*(?:\[[^\n]*\]\s*)?(?:partial\s+)?entity\s", re.MULTILINE)


def is_whole(text: str) -> bool:
    """Whether it is a program by itself: one with a workflow and no entity is part of another, which has the row."""
    return not _WORKFLOW.search(text) or bool(_ENTITY.search(text))
