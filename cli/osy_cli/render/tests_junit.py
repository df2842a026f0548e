"""Test results as JUnit's XML, in the form that CI servers read: a suite for each file, a case for each test."""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from osy_cli.render.terminal import Terminal
from osy_cli.render.tests_text import result_text
from osy_cli.sources import Sources
from osy_runtime.events import TestResult

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_PLAIN = Terminal()


def results_junit(results: Sequence[TestResult], sources: Sources) -> str:
    """The document; a failure's text is what people read under `--format text`."""
    root = Element("testsuites", {"name": "osy test", **_counts(results)})
    for file, of_file in groupby(results, lambda result: result.file):
        rows = [*of_file]
        suite = SubElement(
            root, "testsuite", {"name": _clean(file), **_counts(rows), "skipped": _count(rows, "skipped")}
        )
        for result in rows:
            _case(suite, result, sources)
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n'


def refused_junit(sentences: Iterable[str]) -> str:
    """The document of a project that does not compile: one suite, and one case in error that has the findings."""
    text = "\n".join(sentences)
    counts = {"tests": "1", "failures": "0", "errors": "1", "time": "0.000"}
    root = Element("testsuites", {"name": "osy test", **counts})
    suite = SubElement(root, "testsuite", {"name": "osy test", **counts, "skipped": "0"})
    case = SubElement(suite, "testcase", name="the program compiles", classname="osy test", time="0.000")
    SubElement(case, "error", message="the program does not compile", type="errored").text = _clean(text)
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n'


def _case(suite: Element, result: TestResult, sources: Sources) -> None:
    time = f"{result.duration_ms / 1000:.3f}"
    case = SubElement(suite, "testcase", name=_clean(result.name), classname=_clean(result.file), time=time)
    message = _clean(result.message or result.outcome)
    match result.outcome:
        case "skipped":
            SubElement(case, "skipped", message=message)
        case "failed" | "errored":
            tag = "failure" if result.outcome == "failed" else "error"
            told = SubElement(case, tag, message=message, type=result.outcome)
            told.text = _clean(result_text(result, sources, _PLAIN).rstrip("\n"))
        case _:
            pass
    if result.output:
        SubElement(case, "system-out").text = _clean(result.output)


def _counts(results: Sequence[TestResult]) -> dict[str, str]:
    seconds = sum(result.duration_ms for result in results) / 1000
    return {
        "tests": str(len(results)),
        "failures": _count(results, "failed"),
        "errors": _count(results, "errored"),
        "time": f"{seconds:.3f}",
    }


def _count(results: Sequence[TestResult], outcome: str) -> str:
    return str(sum(1 for result in results if result.outcome == outcome))


def _clean(text: str) -> str:
    """The text without what may not stand in XML at all."""
    return _NOT_IN_XML.sub("\ufffd", text)
