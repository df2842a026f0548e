"""The pages that `osy explain` shows: the diagnostics' own, and the reference pages of the language."""

from osy_analysis.explain import page_codes, page_text
from osy_grammar.language import page, page_ids


def page_of(name: str) -> str | None:
    """The page of a diagnostic's code or of a reference page's id, as Markdown; None if there is none."""
    return page_text(name) or reference_page(name)


def reference_page(page_id: str) -> str | None:
    """The reference page of that id, with the address of the platform's own page; None if there is none."""
    if page_id.partition("#")[0] not in page_ids():
        return None
    found = page(page_id)
    link = f"\n{found.url}\n" if found.url else ""
    return f"# {found.title}\n\n{found.summary.strip()}\n{link}"


def known_names() -> list[str]:
    """Every code and id that there is a page for, sorted."""
    return sorted({*page_codes(), *page_ids()})
