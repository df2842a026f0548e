"""The platform's services: `Log`, `App`, `Session`, `Secret`, `Security`."""

import re

from osy_runtime.builtins.static import Static
from osy_runtime.exceptions import throw
from osy_runtime.show import kind, to_text
from osy_runtime.signals import BadProgram, Unsupported
from osy_runtime.values import Instance, TypeValue, Value
from osy_runtime.world import World

_HOLE = re.compile(r"\{\{|\}\}|\{([^{}:]*)(?::([^{}]*))?\}")


# ── Log ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def filled(template: Value, values: tuple[Value, ...]) -> str:
    """A template's text with its `{Name}` holes filled by position; a hole without a value stays as written."""
    from osy_runtime.builtins.formatting import formatted

    rest = list(values)

    def fill(found: re.Match[str]) -> str:
        if found.group(0) in ("{{", "}}"):
            return found.group(0)[0]
        if not rest:
            return found.group(0)
        value = rest.pop(0)
        return formatted(value, found.group(2)) if found.group(2) else to_text(value)

    return _HOLE.sub(fill, to_text(template)) if values else to_text(template)


def information(world: World, template: Value, *values: Value) -> Value:
    """`Log.Information(template, values…)`."""
    world.log(filled(template, values))
    return None


def warning(world: World, template: Value, *values: Value) -> Value:
    """`Log.Warning(template, values…)`, an exception may come first."""
    world.log("warning: " + _with_exception(template, values))
    return None


def error(world: World, template: Value, *values: Value) -> Value:
    """`Log.Error(exception, template, values…)`, or without the exception."""
    world.log("error: " + _with_exception(template, values))
    return None


def _with_exception(template: Value, values: tuple[Value, ...]) -> str:
    if isinstance(template, Instance) and values:
        return f"{filled(values[0], values[1:])} ({to_text(template)})"
    return filled(template, values)


# ── App and Session ──────────────────────────────────────────────────────────────────────────────────────────────────


def setting(world: World, types: tuple[TypeValue, ...]) -> Value:
    """`App.Setting<T>()`: the value that `app.X` was given, or a fresh instance."""
    from osy_runtime.evaluate.settings import app_setting

    return app_setting(world, types[0])


def _unsupported(what: str) -> Value:
    raise Unsupported(f"`{what}` is not supported by this runner yet")


# ── Secret and Security ──────────────────────────────────────────────────────────────────────────────────────────────


def secret(world: World, name: str) -> Value:
    """`Secret.Name`: its stub's value; a secret without one is not set."""
    if name not in world.secrets:
        raise throw("ExternalServiceException", f"the secret `{name}` has no value in this test: stub it")
    return world.secrets[name]


def is_secret_set(world: World, name: Value) -> Value:
    """`Security.IsSecretSet(name)`."""
    return name in world.secrets


def random_hex(world: World, length: Value) -> Value:
    """`Security.RandomHex(length)`: from the world's seeded source."""
    if not isinstance(length, int) or not 0 <= length <= 10_000:
        raise BadProgram(f"a length is a whole number up to 10000, not {kind(length)}")
    digits = ""
    while len(digits) < length:
        digits += f"{world.ids.word():016x}"
    return digits[:length]


STATICS = {
    "Log": Static(
        "Log",
        functions={"Debug": information, "Error": error, "Information": information, "Warning": warning},
    ),
    "App": Static(
        "App",
        values={
            "BaseUrl": lambda world: "https://app.example",
            "Languages": lambda world: _unsupported("App.Languages"),
        },
        generic={"Setting": setting},
    ),
    "Session": Static(
        "Session",
        functions={
            "SetLanguage": lambda world, language: _unsupported("Session.SetLanguage"),
            "SignOut": lambda world: _unsupported("Session.SignOut"),
        },
        values={"CurrentUser": lambda world: world.principal},
    ),
    "Secret": Static("Secret", dynamic=secret),
    "Security": Static(
        "Security", functions={"IsSecretSet": is_secret_set, "RandomHex": random_hex, "RandomId": random_hex}
    ),
}
