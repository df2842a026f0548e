"""Test results as JSON, schema 1, and events as lines of JSON; their files are relative to the working directory."""

from collections.abc import Sequence

from osy_cli.render.json import SCHEMA, Json
from osy_cli.sources import shown_path
from osy_runtime.events import DiscoveredTest, Frame, Place, Summary, TestResult


def results_json(results: Sequence[TestResult], summary: Summary) -> Json:
    """The object that `osy test --format json` prints."""
    return {
        "schema": SCHEMA,
        "tests": [relative_result(result).model_dump(mode="json") for result in results],
        "summary": summary.model_dump(mode="json"),
    }


def refused_json(diagnostics: Sequence[Json]) -> Json:
    """The same for a project that does not compile."""
    return {
        "schema": SCHEMA,
        "diagnostics": list(diagnostics),
        "tests": [],
        "summary": Summary().model_dump(mode="json"),
    }


def listing_json(tests: Sequence[DiscoveredTest]) -> Json:
    """The object that `osy test --list --format json` prints."""
    return {"schema": SCHEMA, "tests": [relative_test(test).model_dump(mode="json") for test in tests]}


def relative_test(test: DiscoveredTest) -> DiscoveredTest:
    """The test with its file, and the file in its id, as seen from the working directory."""
    file = shown_path(test.file)
    return test.model_copy(update={"file": file, "id": f"{file}::{test.name}"})


def relative_result(result: TestResult) -> TestResult:
    """Likewise for a result, the places of its failure included."""
    file = shown_path(result.file)
    return result.model_copy(
        update={
            "file": file,
            "id": f"{file}::{result.name}",
            "at": _relative_place(result.at) if result.at else None,
            "frames": tuple(Frame(function=frame.function, at=_relative_place(frame.at)) for frame in result.frames),
        }
    )


def _relative_place(place: Place) -> Place:
    return place.model_copy(update={"file": shown_path(place.file)})
