"""Quick fixes applied: what a checked program offers, and the texts after a repair."""

from collections.abc import Mapping

from osy_analysis.checker import check
from osy_analysis.diagnostic import Diagnostic, Edit, Fix
from osy_analysis.project import Project

FOLDER = "/app"


def project(files: Mapping[str, str]) -> Project:
    """A whole project of these files, by their names in its folder."""
    made = Project(root=FOLDER, is_whole=True)
    for name, text in files.items():
        made = made.with_file(f"{FOLDER}/{name}", text)
    return made


def findings(files: Mapping[str, str]) -> tuple[Diagnostic, ...]:
    """What is reported of them."""
    return check(project(files))


def offered(files: Mapping[str, str], code: str) -> dict[str, Fix]:
    """The repairs of the code's findings, by title."""
    return {fix.title: fix for found in findings(files) if found.code == code for fix in found.fixes}


def repaired(files: Mapping[str, str], fix: Fix) -> dict[str, str]:
    """The files after the repair."""
    texts = dict(files)
    for edit in sorted(fix.edits, key=lambda edit: (edit.path, edit.span), reverse=True):
        name = edit.path.removeprefix(f"{FOLDER}/")
        texts[name] = _edited(texts[name], edit)
    return texts


def applied(text: str, fix: Fix) -> str:
    """The one text that all edits of the repair are about, after it."""
    for edit in sorted(fix.edits, key=lambda edit: edit.span, reverse=True):
        text = _edited(text, edit)
    return text


def _edited(text: str, edit: Edit) -> str:
    return text[: edit.span.start] + edit.text + text[edit.span.end :]
