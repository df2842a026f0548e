"""The page of each diagnostic: what it does, why, examples, how to fix it.

The pages are `docs/diagnostics/<code>.md` of the repository; an installed distribution carries them in
`osy_analysis/pages`.
"""

import re
from functools import cache
from pathlib import Path

_HERE = Path(__file__).resolve().parent
_INSTALLED = _HERE / "pages"
_REPOSITORY = _HERE.parent.parent / "docs" / "diagnostics"
_CODE = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)+")


@cache
def pages_folder() -> Path:
    """Where the pages are."""
    return _INSTALLED if _INSTALLED.is_dir() else _REPOSITORY


def page_path(code: str) -> Path | None:
    """The file of the code's page; None where there is none."""
    if not _CODE.fullmatch(code):
        return None
    path = pages_folder() / f"{code}.md"
    return path if path.is_file() else None


def page_text(code: str) -> str | None:
    """The code's page in Markdown; None where there is none."""
    path = page_path(code)
    return None if path is None else path.read_text(encoding="utf-8")


def page_codes() -> tuple[str, ...]:
    """The codes that have a page, sorted."""
    return tuple(sorted(path.stem for path in pages_folder().glob("*.md") if _CODE.fullmatch(path.stem)))
