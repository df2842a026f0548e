"""Reads `osy.toml`. A wrong or unknown key is one diagnostic on its line, and its default stays in force."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from osy_analysis.diagnostic import Diagnostic, Level
from osy_analysis.registry import all_rules
from osy_analysis.settings import Settings
from osy_analysis.wording import listing, nearest
from osy_grammar.span import LineIndex, Position, Span

CODE = "project-file"


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Lint(_Table):
    levels: dict[str, Literal["error", "warning", "hint", "off"]] = {}


class _Test(_Table):
    timeoutSeconds: float = Field(default=30.0, gt=0)  # noqa: N815 - the key as the file and the editors spell it
    memoryMiB: int = Field(default=1024, gt=0)  # noqa: N815
    parallel: int | None = Field(default=None, gt=0)


class _Format(_Table):
    width: int = Field(default=120, ge=20, le=1000)


class _Project(_Table):
    exclude: list[str] = []
    scope: Literal["openFiles", "workspace"] = "workspace"


class _File(_Table):
    lint: _Lint = Field(default_factory=_Lint)
    test: _Test = Field(default_factory=_Test)
    format: _Format = Field(default_factory=_Format)
    project: _Project = Field(default_factory=_Project)


Location = tuple[str | int, ...]


def read_settings(path: str, text: str) -> tuple[Settings, tuple[Diagnostic, ...]]:
    """The settings that `text` gives, and what is wrong with it."""
    if text.startswith("\ufeff"):
        # A byte order mark is no part of the first line; a blank in its place keeps every offset.
        text = f" {text[1:]}"
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return Settings(), (_malformed(path, text, str(error)),)
    except RecursionError:
        return Settings(), (_malformed(path, text, "nested too deeply"),)
    faults: list[Diagnostic] = []
    while True:
        try:
            file = _File.model_validate(data)
            break
        except ValidationError as error:
            wrong = [(_written(data, fault["loc"]), fault) for fault in error.errors(include_url=False)]
            faults += [_fault(path, text, location, fault["type"], fault["msg"]) for location, fault in wrong]
            dropped = sum(_drop(data, location) for location, _ in wrong)
            if not dropped:
                file = _File()
                break
    levels = {}
    for code, level in file.lint.levels.items():
        complaint = _complaint(code)
        if complaint is None:
            levels[code] = None if level == "off" else Level(level)
        else:
            message, hint = complaint
            faults.append(_diagnostic(path, _key_span(text, ("lint", "levels", code)), message, hint))
    settings = Settings(
        levels=levels,
        exclude=tuple(file.project.exclude),
        scope=file.project.scope,
        format_width=file.format.width,
        test_timeout_seconds=file.test.timeoutSeconds,
        test_memory_mib=file.test.memoryMiB,
        test_parallel=file.test.parallel,
    )
    return settings, tuple(dict.fromkeys(faults))


def _complaint(code: str) -> tuple[str, str | None] | None:
    """What is wrong with giving `code` a level, and what to do."""
    rule = next((rule for rule in all_rules() if rule.code == code), None)
    if rule is None:
        near = nearest(code, [rule.code for rule in all_rules() if rule.level is not Level.ERROR])
        return f"there is no diagnostic `{code}`", f"did you mean `{near}`?" if near else None
    if rule.level is Level.ERROR:
        return f"the level of `{code}` cannot be set: it is an error, which refuses the program", "remove this line"
    return None


def _malformed(path: str, text: str, message: str) -> Diagnostic:
    match = re.search(r"\s*\(at line (\d+), column (\d+)\)", message)
    at = len(text)
    if match is not None:
        at = LineIndex(text).offset(Position(int(match[1]) - 1, int(match[2]) - 1))
        message = message[: match.start()]
    return _diagnostic(path, Span(at, at), f"this is not TOML: {message[:1].lower()}{message[1:]}", None)


def _written(data: Mapping[str, object], location: Location) -> Location:
    """The part of pydantic's location that is keys of the file."""
    found: list[str | int] = []
    current: object = data
    for part in location:
        if isinstance(current, dict) and part in current:
            current = current[part]
        elif isinstance(current, list) and isinstance(part, int):
            current = None
        else:
            break
        found.append(part)
    return tuple(found)


def _drop(data: dict[str, object], location: Location) -> bool:
    """Take the wrong key out, so that the others are heard; of a list, the whole list."""
    keys: list[str] = []
    for part in location:
        if not isinstance(part, str):
            break
        keys.append(part)
    table: object = data
    for key in keys[:-1]:
        table = table.get(key) if isinstance(table, dict) else None
    return bool(keys) and isinstance(table, dict) and table.pop(keys[-1], None) is not None


def _fault(path: str, text: str, location: Location, kind: str, message: str) -> Diagnostic:
    name = ".".join(str(part) for part in location)
    span = _key_span(text, location)
    if kind == "extra_forbidden":
        known = _known_keys(location[:-1])
        near = nearest(str(location[-1]), known) if location else None
        return _diagnostic(
            path, span, f"unknown key `{name}`", f"did you mean `{near}`?" if near else f"known here: {listing(known)}"
        )
    if kind in ("model_type", "dict_type"):
        message = "must be a table"
    return _diagnostic(path, span, f"`{name}`: {message[:1].lower()}{message[1:]}", "the default is in force instead")


def _known_keys(location: Location) -> list[str]:
    model: type[BaseModel] = _File
    for part in location:
        inner = model.model_fields[str(part)].annotation if str(part) in model.model_fields else None
        if not (isinstance(inner, type) and issubclass(inner, BaseModel)):
            return []
        model = inner
    return list(model.model_fields)


def _key_span(text: str, location: Location) -> Span:
    """Where the key of `location`, or else the nearest one around it, is written."""
    keys = [str(part) for part in location if isinstance(part, str)]
    best = Span(0, 0)
    deepest = 0
    for path, span in _written_keys(text):
        depth = len(path)
        if depth > deepest and path == keys[:depth]:
            best, deepest = span, depth
    return best


_HEADER = re.compile(r"^[ \t]*\[+[ \t]*(?P<name>[^\]\r\n]+?)[ \t]*\]+", re.MULTILINE)
_KEY = re.compile(
    r"""^[ \t]*(?P<name>(?:"[^"\r\n]*"|'[^'\r\n]*'|[\w.\-])+)[ \t]*=""",
    re.MULTILINE,
)
_INLINE = re.compile(r"""[{,][ \t]*(?P<name>(?:"[^"\r\n]*"|[\w.\-])+)[ \t]*=""")
_PART = re.compile(r"""[^.\s"']+|"[^"]*"|'[^']*'""")


@lru_cache(maxsize=1)
def _written_keys(text: str) -> tuple[tuple[list[str], Span], ...]:
    return tuple(_find_keys(text))


def _find_keys(text: str) -> Iterator[tuple[list[str], Span]]:
    table: list[str] = []
    for match in sorted((*_HEADER.finditer(text), *_KEY.finditer(text)), key=lambda match: match.start()):
        parts = [part.strip("\"'") for part in _PART.findall(match["name"])]
        span = Span(*match.span("name"))
        if match.re is _HEADER:
            table = parts
            yield table, span
            continue
        yield table + parts, span
        end = text.find("\n", match.end())
        for inner in _INLINE.finditer(text, match.end(), end if end >= 0 else len(text)):
            inner_parts = [part.strip("\"'") for part in _PART.findall(inner["name"])]
            yield table + parts + inner_parts, Span(*inner.span("name"))


def _diagnostic(path: str, span: Span, message: str, hint: str | None) -> Diagnostic:
    return Diagnostic(path=path, span=span, code=CODE, level=Level.ERROR, message=message, hint=hint)
