"""The findings of a project read anew, to compare with what a server has told."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from osy_analysis.checker import check
from osy_analysis.disk import load
from osy_grammar.span import Units
from osy_server import convert
from osy_testing.lsp import Message


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """What a client is told: where, and what."""

    uri: str
    line: int
    column: int
    code: str
    message: str

    @staticmethod
    def of(uri: str, told: Message) -> "Finding":
        """A finding as it went over the wire."""
        start = told["range"]["start"]
        return Finding(uri, start["line"], start["character"], told["code"], told["message"].partition("\n")[0])


def fresh_findings(folder: Path, open_texts: Mapping[str, str]) -> set[Finding]:
    """All findings of the projects in the folder, with the open texts over the files."""
    loaded = load([str(folder)], dict(open_texts))
    found: set[Finding] = set()
    for project in loaded.projects:
        for one in check(project, list(project.own_paths)):
            at = convert.position(one.span.start, project.files[one.path].lines, Units.UTF16)
            message = one.message.partition("\n")[0]
            found.add(Finding(Path(one.path).as_uri(), at.line, at.character, one.code, message))
    return found


def differences(wanted: set[Finding], told: set[Finding]) -> list[str]:
    """What is told too much, and what too little."""
    too_much = [f"told, but not so: {one}" for one in sorted(told - wanted)]
    return too_much + [f"not told: {one}" for one in sorted(wanted - told)]
