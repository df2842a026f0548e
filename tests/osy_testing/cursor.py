"""Programs with a cursor in them: `$0` marks the place, and is taken out."""

MARK = "$0"


def cut(marked: str) -> tuple[str, int]:
    """The program without its mark, and the mark's offset."""
    before, mark, after = marked.partition(MARK)
    if not mark or MARK in after:
        raise ValueError(f"a program with exactly one {MARK} is needed")
    return before + after, len(before)
