"""Settings: wrong keys are told of and keep their defaults, the others count."""

import pytest

from osy_analysis.settings import Settings as ProjectSettings
from osy_server.project_settings import RunLimits, is_workspace_wide, run_limits
from osy_server.settings import Settings, read


def test_all_the_keys_of_the_protocol() -> None:
    settings, complaints = read(
        {
            "lint": {"levels": {"name-unused": "off"}},
            "diagnostics": {"scope": "openFiles"},
            "exclude": ["build/**"],
            "test": {"timeoutSeconds": 5, "memoryMiB": 512, "parallel": True},
            "codeLens": {"tests": False, "references": False},
            "inlayHints": {"parameters": False, "types": False, "sla": False},
            "format": {"width": 100},
            "server": {"interpreter": "/usr/bin/python3"},
            "trace": {"server": "messages"},
        }
    )
    assert complaints == ()
    assert settings.lint.levels == {"name-unused": "off"}
    assert settings.diagnostics.scope == "openFiles"
    assert (settings.test.timeout_s, settings.test.memory_mib, settings.test.parallel) == (5, 512, True)
    assert settings.code_lens.tests is False


@pytest.mark.parametrize(
    "raw",
    [
        None,
        {},
        {"lint": None, "test": {"timeoutSeconds": None}},
        # Empty tables of Lua.
        [],
        {"lint": [], "test": []},
        {"lint": {"levels": []}},
    ],
)
def test_nothing_set_gives_the_defaults(raw: object) -> None:
    assert read(raw) == (Settings(), ())


@pytest.mark.parametrize(
    ("raw", "key"),
    [
        ({"nonsense": 1}, "osy.nonsense"),
        ({"test": {"timeoutSeconds": "long"}}, "osy.test.timeoutSeconds"),
        ({"test": {"timeoutSeconds": -1}}, "osy.test.timeoutSeconds"),
        ({"lint": "all"}, "osy.lint"),
        ({"lint": {"levels": {"name-unused": "loud"}}}, "osy.lint.levels.name-unused"),
        ({"exclude": [3]}, "osy.exclude.0"),
        ([1], "osy"),
        ("text", "osy"),
    ],
)
def test_a_wrong_key_is_named_and_its_default_holds(raw: object, key: str) -> None:
    settings, complaints = read(raw)
    assert settings == Settings()
    assert len(complaints) == 1
    assert f"`{key}`" in complaints[0]


def test_right_keys_beside_a_wrong_one_count() -> None:
    settings, complaints = read({"test": {"memoryMiB": "much", "timeoutSeconds": 7}, "format": {"width": 80}})
    assert (settings.test.timeout_s, settings.test.memory_mib, settings.format.width) == (7, 1024, 80)
    assert len(complaints) == 1


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ({}, RunLimits(5.0, 256, 3)),
        ({"test": {"timeoutSeconds": 30, "memoryMiB": 1024, "parallel": False}}, RunLimits(5.0, 256, 3)),
        ({"test": {"timeoutSeconds": 7}}, RunLimits(7.0, 256, 3)),
        ({"test": {"memoryMiB": 512, "parallel": 2}}, RunLimits(5.0, 512, 2)),
    ],
)
def test_r149_limits_of_the_project_hold_unless_the_editor_has_others(told: object, expected: RunLimits) -> None:
    project = ProjectSettings(test_timeout_seconds=5.0, test_memory_mib=256, test_parallel=3)
    assert run_limits(read(told)[0], project) == expected
    assert run_limits(read({})[0], None) == RunLimits(30, 1024, False)


@pytest.mark.parametrize(
    ("told", "scope", "expected"),
    [
        ({}, "workspace", True),
        ({}, "openFiles", False),
        ({"diagnostics": {"scope": "openFiles"}}, "workspace", False),
    ],
)
def test_r149_the_scope_of_the_project(told: object, scope: str, expected: bool) -> None:
    assert is_workspace_wide(read(told)[0], ProjectSettings(scope=scope)) is expected
    assert is_workspace_wide(read({})[0], None) is True
