"""Test results as JSON, schema 1. The runtime tells files as seen from the working directory already."""

from collections.abc import Sequence

from osy_cli.render.json import SCHEMA, Json
from osy_runtime.events import DiscoveredTest, Summary, TestResult


def results_json(results: Sequence[TestResult], summary: Summary) -> Json:
    """The object that `osy test --format json` prints."""
    return {
        "schema": SCHEMA,
        "tests": [result.model_dump() for result in results],
        "summary": summary.model_dump(),
    }


def refused_json(diagnostics: Sequence[Json]) -> Json:
    """The same for a project that does not compile."""
    return {
        "schema": SCHEMA,
        "diagnostics": list(diagnostics),
        "tests": [],
        "summary": Summary().model_dump(),
    }


def listing_json(tests: Sequence[DiscoveredTest]) -> Json:
    """The object that `osy test --list --format json` prints."""
    return {"schema": SCHEMA, "tests": [test.model_dump() for test in tests]}
