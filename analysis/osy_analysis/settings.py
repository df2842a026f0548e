"""What a project's `osy.toml` sets; the defaults where it is silent."""

from collections.abc import Mapping

from osy_analysis.diagnostic import Level
from osy_grammar.record import field, record

FILE_NAME = "osy.toml"


@record(kw_only=True)
class Settings:
    """`levels` are by code, None turns a code off; `exclude` are globs relative to the project's root."""

    levels: Mapping[str, Level | None] = field(default_factory=dict)
    exclude: tuple[str, ...] = ()
    scope: str = "workspace"
    format_width: int = 120
    test_timeout_seconds: float = 30.0
    test_memory_mib: int = 1024
    test_parallel: int | None = None
