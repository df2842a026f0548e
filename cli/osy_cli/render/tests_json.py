"""Test results as JSON, schema 1, and events as lines of JSON; their files are relative to the working directory."""

from collections.abc import Sequence

from osy_cli.render.json import SCHEMA, Json
from osy_cli.sources import shown_path
from osy_runtime.events import (
    Discovered,
    DiscoveredTest,
    Event,
    Frame,
    Output,
    Place,
    Summary,
    TestFinished,
    TestResult,
    TestStarted,
)


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
    return test.model_copy(update={"file": shown_path(test.file), "id": _relative_id(test.id)})


def relative_result(result: TestResult) -> TestResult:
    """Likewise for a result, the places of its failure included."""
    return result.model_copy(
        update={
            "file": shown_path(result.file),
            "id": _relative_id(result.id),
            "at": _relative_place(result.at) if result.at else None,
            "frames": tuple(Frame(function=frame.function, at=_relative_place(frame.at)) for frame in result.frames),
        }
    )


def relative_event(event: Event) -> Event:
    """Likewise for an event of a run."""
    match event:
        case Discovered():
            return event.model_copy(update={"tests": tuple(map(relative_test, event.tests))})
        case TestStarted():
            return event.model_copy(update={"id": _relative_id(event.id)})
        case Output(id=str(test_id)):
            return event.model_copy(update={"id": _relative_id(test_id)})
        case TestFinished():
            return event.model_copy(update={"result": relative_result(event.result)})
        case _:
            return event


def _relative_id(test_id: str) -> str:
    file, separator, name = test_id.rpartition("::")
    return f"{shown_path(file)}{separator}{name}"


def _relative_place(place: Place) -> Place:
    return place.model_copy(update={"file": shown_path(place.file)})
