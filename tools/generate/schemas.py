"""`docs/schemas/`: JSON Schemas of what a test run and a graph tell, from the shapes that write it."""

import json

from osy_analysis.graph.wire import GraphFile
from osy_runtime.coverage_report import CoverageReport
from osy_runtime.events import EVENT, TestResult, adapter

FOLDER = "docs/schemas"


def generate() -> dict[str, str]:
    """The schemas' files."""
    schemas = {
        "test-event": EVENT.json_schema(mode="serialization"),
        "test-result": adapter(TestResult).json_schema(mode="serialization"),
        "coverage": adapter(CoverageReport).json_schema(mode="serialization"),
        "state-graph": adapter(GraphFile).json_schema(mode="serialization"),
    }
    titles = {
        "test-event": "One line of `osy test --format events`",
        "test-result": "One of the `tests` of `osy test --format json`",
        "coverage": "What `osy test --coverage=FILE --coverage-format json` writes",
        "state-graph": "What `osy graph --format json` prints",
    }
    return {
        f"{FOLDER}/{name}.schema.json": json.dumps(
            {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": titles[name]},
            ensure_ascii=False,
            indent=2,
        )
        + "\n"
        for name, schema in schemas.items()
    }
