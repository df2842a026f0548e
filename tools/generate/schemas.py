"""`docs/schemas/`: JSON Schemas of what a test run tells, from the models that write it."""

import json

from osy_runtime.events import EVENT, TestResult, adapter

FOLDER = "docs/schemas"


def generate() -> dict[str, str]:
    """The schemas' files."""
    schemas = {
        "test-event": EVENT.json_schema(mode="serialization"),
        "test-result": adapter(TestResult).json_schema(mode="serialization"),
    }
    titles = {
        "test-event": "One line of `osy test --format events`",
        "test-result": "One of the `tests` of `osy test --format json`",
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
