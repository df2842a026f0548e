"""The client's settings, section `osy`: checked, with the defaults in the place of what is wrong."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

LintLevel = Literal["error", "warning", "hint", "off"]


def _as_object(raw: object) -> object:
    """An empty list is an empty object: Lua has one empty table for both."""
    return {} if raw == [] else raw


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, populate_by_name=True)

    @model_validator(mode="before")
    @classmethod
    def _take_as_object(cls, raw: object) -> object:
        return _as_object(raw)


class LintSettings(_Section):
    """`osy.lint`."""

    levels: Annotated[dict[str, LintLevel], BeforeValidator(_as_object)] = Field(default_factory=dict)


class DiagnosticsSettings(_Section):
    """`osy.diagnostics`."""

    scope: Literal["openFiles", "workspace"] = "workspace"


class TestSettings(_Section):
    """`osy.test`."""

    __test__ = False

    timeout_s: float = Field(default=30, alias="timeoutSeconds", gt=0)
    memory_mib: int = Field(default=1024, alias="memoryMiB", gt=0)
    parallel: bool | int = False


class CodeLensSettings(_Section):
    """`osy.codeLens`."""

    tests: bool = True
    references: bool = True


class InlayHintSettings(_Section):
    """`osy.inlayHints`."""

    parameters: bool = True
    types: bool = True
    sla: bool = True
    retries: bool = True


class FormatSettings(_Section):
    """`osy.format`."""

    width: int = Field(default=120, ge=20, le=1000)


class ServerSettings(_Section):
    """`osy.server`: for the client, which starts the server."""

    interpreter: str | list[str] | None = None
    path: str | list[str] | None = None


class TraceSettings(_Section):
    """`osy.trace`: for the client, which keeps the trace."""

    server: Literal["off", "messages", "verbose"] = "off"


class Settings(_Section):
    """All settings."""

    lint: LintSettings = LintSettings()
    diagnostics: DiagnosticsSettings = DiagnosticsSettings()
    exclude: list[str] = Field(default_factory=list)
    test: TestSettings = TestSettings()
    code_lens: CodeLensSettings = Field(default=CodeLensSettings(), alias="codeLens")
    inlay_hints: InlayHintSettings = Field(default=InlayHintSettings(), alias="inlayHints")
    format: FormatSettings = FormatSettings()
    server: ServerSettings = ServerSettings()
    trace: TraceSettings = TraceSettings()


def read(raw: object) -> tuple[Settings, tuple[str, ...]]:
    """The settings, and a line for each key that is unknown or wrong; such a key keeps its default."""
    raw = _as_object(raw)
    if raw is None:
        return Settings(), ()
    if not isinstance(raw, Mapping):
        return Settings(), (f"`osy` must be an object, not {type(raw).__name__}",)
    accepted: object = _without_nulls(raw)
    complaints: list[str] = []
    while True:
        try:
            return Settings.model_validate(accepted), tuple(complaints)
        except ValidationError as error:
            for detail in error.errors():
                complaints.append(f"`osy.{'.'.join(str(part) for part in detail['loc'])}`: {detail['msg']}")
            before, accepted = accepted, _without(accepted, [detail["loc"] for detail in error.errors()])
            if accepted == before:
                return Settings(), tuple(complaints)


def _without_nulls(raw: object) -> object:
    """The settings without the keys that a client sends as null because they are not set."""
    if isinstance(raw, Mapping):
        return {str(key): _without_nulls(value) for key, value in raw.items() if value is not None}
    return raw


def _without(raw: object, places: list[tuple[int | str, ...]]) -> object:
    """`raw` without what stands at the places; the deepest keys that really are in it are taken out."""
    for place in places:
        raw = _drop(raw, place)
    return raw


def _drop(raw: object, place: tuple[int | str, ...]) -> object:
    if not isinstance(raw, Mapping) or not place or place[0] not in raw:
        return raw
    head, rest = place[0], place[1:]
    inner = raw[head]
    if rest and isinstance(inner, Mapping) and rest[0] in inner:
        return {**raw, head: _drop(inner, rest)}
    return {key: value for key, value in raw.items() if key != head}
