"""What holds for a project: the client's settings where somebody chose one, else those of its `osy.toml`.

Editors send their defaults along with what was chosen, so a setting at its default counts as not chosen (ruling R149).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from osy_server.settings import DiagnosticsSettings, FormatSettings, Settings, TestSettings

if TYPE_CHECKING:
    from osy_analysis.settings import Settings as ProjectSettings

_DEFAULTS = TestSettings()
_SCOPE = DiagnosticsSettings().scope
_WIDTH = FormatSettings().width


@dataclass(frozen=True, slots=True)
class RunLimits:
    """What a test run may take."""

    timeout_s: float
    memory_mib: int
    parallel: bool | int


def is_workspace_wide(client: Settings, project: "ProjectSettings | None") -> bool:
    """Whether files that are not open are checked too."""
    scope = client.diagnostics.scope
    if scope == _SCOPE and project is not None:
        return project.scope == "workspace"
    return scope == "workspace"


def format_width(client: Settings, project: "ProjectSettings | None") -> int:
    """How wide a line may be."""
    width = client.format.width
    return project.format_width if width == _WIDTH and project is not None else width


def run_limits(client: Settings, project: "ProjectSettings | None") -> RunLimits:
    """The limits of a run."""
    given = client.test
    if project is None:
        return RunLimits(given.timeout_s, given.memory_mib, given.parallel)
    return RunLimits(
        given.timeout_s if given.timeout_s != _DEFAULTS.timeout_s else project.test_timeout_seconds,
        given.memory_mib if given.memory_mib != _DEFAULTS.memory_mib else project.test_memory_mib,
        given.parallel if given.parallel != _DEFAULTS.parallel else (project.test_parallel or given.parallel),
    )
