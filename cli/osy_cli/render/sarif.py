"""Diagnostics as SARIF 2.1.0, for what shows the results of analyses beside the code.

Places are in characters. Files are told from the root of the checkout. A finding's fingerprint is made of its code, its
file and the text of its line, so that it stays the same finding when lines come and go above it. The rules come with
their pages.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NotRequired, TypedDict

from osy_analysis.diagnostic import Diagnostic, Edit, Fix, Level
from osy_analysis.explain import page_text
from osy_analysis.registry import all_rules
from osy_cli.render.places import Root, file_uri, quoted
from osy_cli.sources import Sources
from osy_grammar.language import page
from osy_grammar.span import Span

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
BASE = "%SRCROOT%"
LEVELS = {Level.ERROR: "error", Level.WARNING: "warning", Level.HINT: "note"}
FINGERPRINT = "osyFinding/v1"
_SECTION = re.compile(r"^## (?P<title>.+?)\n\n(?P<text>.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


class Message(TypedDict):
    """A text, and the same in Markdown."""

    text: str
    markdown: NotRequired[str]


class Region(TypedDict):
    """A stretch of a file; lines and columns count from 1, and the end is the place after it."""

    startLine: int
    startColumn: int
    endLine: int
    endColumn: int


class ArtifactLocation(TypedDict):
    """A file."""

    uri: str
    uriBaseId: NotRequired[str]


class PhysicalLocation(TypedDict):
    """A stretch of a file."""

    artifactLocation: ArtifactLocation
    region: Region


class Location(TypedDict):
    """A place, and what it has to do with the finding."""

    id: NotRequired[int]
    physicalLocation: PhysicalLocation
    message: NotRequired[Message]


class Replacement(TypedDict):
    """A text in the place of another."""

    deletedRegion: Region
    insertedContent: Message


class ArtifactChange(TypedDict):
    """The replacements in one file."""

    artifactLocation: ArtifactLocation
    replacements: list[Replacement]


class SarifFix(TypedDict):
    """A repair."""

    description: Message
    artifactChanges: list[ArtifactChange]


class Result(TypedDict):
    """A finding."""

    ruleId: str
    ruleIndex: int
    level: str
    message: Message
    locations: list[Location]
    relatedLocations: NotRequired[list[Location]]
    partialFingerprints: dict[str, str]
    fixes: NotRequired[list[SarifFix]]


class Configuration(TypedDict):
    """A rule's own level."""

    level: str


class SarifRule(TypedDict):
    """A rule with its page."""

    id: str
    shortDescription: Message
    fullDescription: Message
    help: Message
    helpUri: NotRequired[str]
    defaultConfiguration: Configuration
    properties: dict[str, list[str]]


class Log(TypedDict):
    """The whole."""

    version: str
    runs: list[object]


def sarif_log(diagnostics: Sequence[Diagnostic], sources: Sources, version: str) -> Log:
    """The log of one run."""
    rules = _rules()
    writer = _Writer(sources, Root.here(), {rule["id"]: index for index, rule in enumerate(rules)})
    run = {
        "tool": {"driver": {"name": "osy", "version": version, "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "newlineSequences": ["\r\n", "\n", "\r"],
        "originalUriBaseIds": {BASE: {"description": {"text": "The root of what is checked out."}}},
        "invocations": [{"executionSuccessful": True}],
        "results": [writer.result(one) for one in diagnostics],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}  # type: ignore[typeddict-unknown-key] # no name has `$`


class _Writer:
    """Writes results; counts the like ones, which are told apart by their order."""

    def __init__(self, sources: Sources, root: Root, indexes: dict[str, int]) -> None:
        self._sources = sources
        self._root = root
        self._indexes = indexes
        self._seen: Counter[tuple[str, str, str]] = Counter()

    def result(self, found: Diagnostic) -> Result:
        result = Result(
            ruleId=found.code,
            ruleIndex=self._indexes[found.code],
            level=LEVELS[found.level],
            message={"text": "\n".join(filter(None, [found.message, found.hint]))},
            locations=[{"physicalLocation": self._place(found.path, found.span)}],
            partialFingerprints={FINGERPRINT: self._fingerprint(found)},
        )
        if found.related:
            result["relatedLocations"] = [
                {
                    "id": number,
                    "physicalLocation": self._place(one.path, one.span),
                    "message": {"text": one.message},
                }
                for number, one in enumerate(found.related)
            ]
        if found.fixes:
            result["fixes"] = [self._fix(fix) for fix in found.fixes]
        return result

    def _place(self, path: str, span: Span) -> PhysicalLocation:
        return {"artifactLocation": self._file(path), "region": self._region(path, span)}

    def _file(self, path: str) -> ArtifactLocation:
        inside = self._root.inside(path)
        return {"uri": file_uri(path)} if inside is None else {"uri": quoted(inside), "uriBaseId": BASE}

    def _region(self, path: str, span: Span) -> Region:
        start, end = self._sources.place(path, span.start), self._sources.place(path, span.end)
        return {
            "startLine": start.line,
            "startColumn": start.column,
            "endLine": end.line,
            "endColumn": end.column,
        }

    def _fix(self, fix: Fix) -> SarifFix:
        by_path: dict[str, list[Edit]] = {}
        for edit in sorted(fix.edits, key=lambda edit: (edit.path, edit.span)):
            by_path.setdefault(edit.path, []).append(edit)
        changes: list[ArtifactChange] = [
            {
                "artifactLocation": self._file(path),
                "replacements": [
                    {"deletedRegion": self._region(path, edit.span), "insertedContent": {"text": edit.text}}
                    for edit in edits
                ],
            }
            for path, edits in by_path.items()
        ]
        return {"description": {"text": fix.title}, "artifactChanges": changes}

    def _fingerprint(self, found: Diagnostic) -> str:
        source = self._sources.source(found.path)
        line = source.lines.line_span(source.lines.line_of(found.span.start)).text(source.text)
        key = (found.code, self._root.inside(found.path) or found.path, " ".join(line.split()))
        self._seen[key] += 1
        parts = "\0".join((*key, str(self._seen[key])))
        return hashlib.sha256(parts.encode("utf-8", "surrogatepass")).hexdigest()[:32]


@cache
def _rules() -> tuple[SarifRule, ...]:
    return tuple(_rule(rule.code, rule.level, rule.page) for rule in all_rules())


def _rule(code: str, level: Level, page_id: str) -> SarifRule:
    text = page_text(code) or code
    summary, what = _described(text)
    rule = SarifRule(
        id=code,
        shortDescription={"text": summary},
        fullDescription={"text": what},
        help={"text": text, "markdown": text},
        defaultConfiguration={"level": LEVELS[level]},
        properties={"tags": [code.partition("-")[0]]},
    )
    if page_id:
        rule["helpUri"] = page(page_id).url
    return rule


def _described(text: str) -> tuple[str, str]:
    """What a page says in a sentence, the level left out, and what it says that the rule does."""
    paragraphs = [" ".join(part.split()) for part in text.split("\n\n")]
    summary = next((part.partition(".** ")[2] for part in paragraphs if part.startswith("**")), "") or paragraphs[0]
    sections: Iterable[re.Match[str]] = _SECTION.finditer(text)
    what = next((" ".join(one["text"].split()) for one in sections if one["title"] == "What it does"), summary)
    return summary, what
