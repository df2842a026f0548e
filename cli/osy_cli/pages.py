"""Where the pages are that `osy explain` shows: the diagnostics' own, and the reference pages of the language."""

from collections.abc import Iterable
from pathlib import Path

import osy_analysis
from osy_grammar.language import page, page_ids


def diagnostics_folder() -> Path:
    """The folder of the diagnostics' pages: inside the installed package, or in a working copy's `docs/diagnostics`."""
    package = Path(osy_analysis.__file__).parent
    installed = package / "pages"
    return installed if installed.is_dir() else package.parent.parent / "docs" / "diagnostics"


def diagnostic_page(code: str) -> str | None:
    """The page of a diagnostic as Markdown, None if there is none."""
    if code not in diagnostic_codes():
        return None
    return (diagnostics_folder() / f"{code}.md").read_text(encoding="utf-8")


def diagnostic_codes() -> frozenset[str]:
    """The codes that have a page."""
    return frozenset(page.stem for page in diagnostics_folder().glob("*-*.md"))


def reference_page(page_id: str) -> str | None:
    """The reference page of that id as Markdown, with the address of the platform's own page; None if there is none."""
    if page_id.partition("#")[0] not in page_ids():
        return None
    found = page(page_id)
    link = f"\n{found.url}\n" if found.url else ""
    return f"# {found.title}\n\n{found.summary.strip()}\n{link}"


def known_names() -> Iterable[str]:
    """Every code and id that there is a page for."""
    return sorted({*diagnostic_codes(), *page_ids()})
