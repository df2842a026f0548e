"""The platform's services: `Log`, `App`, `Session`, `Request`, `Task`."""

import re

from osy_grammar.nodes.declarations import Translations
from osy_grammar.record import replace
from osy_runtime.builtins.static import Static
from osy_runtime.builtins.texts import text
from osy_runtime.clock import VirtualClock
from osy_runtime.model import ClassInfo
from osy_runtime.show import kind, to_text
from osy_runtime.signals import BadProgram
from osy_runtime.values import Instance, TimeSpan, TypeValue, Value
from osy_runtime.world import World

_HOLE = re.compile(r"\{\{|\}\}|\{[@$]?([^{}:,]*)(?:,(-?\d{1,4}))?(?::([^{}]*))?\}")


# ── Log ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def filled(world: World, template: Value, values: tuple[Value, ...]) -> str:
    """A template's text with its `{Name}` holes filled by position; a hole without a value stays as written."""
    from osy_runtime.builtins.formatting import formatted
    from osy_runtime.evaluate.members import text_in

    rest = list(values)

    def fill(found: re.Match[str]) -> str:
        if found.group(0) in ("{{", "}}"):
            return found.group(0)[0]
        if not rest:
            return found.group(0)
        value = rest.pop(0)
        shown = formatted(value, found.group(3)) if found.group(3) else text_in(world, value)
        width = int(found.group(2) or 0)
        return shown.rjust(width) if width >= 0 else shown.ljust(-width)

    return _HOLE.sub(fill, to_text(template)) if values else text_in(world, template)


def information(world: World, template: Value, *values: Value) -> Value:
    """`Log.Information(template, values…)`."""
    world.log(filled(world, template, values))
    return None


def warning(world: World, template: Value, *values: Value) -> Value:
    """`Log.Warning(template, values…)`, an exception may come first."""
    world.log("warning: " + _with_exception(world, template, values))
    return None


def error(world: World, template: Value, *values: Value) -> Value:
    """`Log.Error(exception, template, values…)`, or without the exception."""
    world.log("error: " + _with_exception(world, template, values))
    return None


def _with_exception(world: World, template: Value, values: tuple[Value, ...]) -> str:
    if isinstance(template, Instance) and values:
        return f"{filled(world, values[0], values[1:])} ({to_text(template)})"
    return filled(world, template, values)


# ── App ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def setting(world: World, types: tuple[TypeValue, ...]) -> Value:
    """`App.Setting<T>()`: the value that `app.X` was given, or a fresh instance."""
    from osy_runtime.evaluate.settings import app_setting

    return app_setting(world, types[0])


def implementations(world: World, types: tuple[TypeValue, ...]) -> Value:
    """`App.Implementations<T>()`: one of each class that is a `T`, in the order in which they are declared."""
    from osy_runtime.evaluate.creation import construct

    wanted = types[0].info
    if not isinstance(wanted, ClassInfo):
        raise BadProgram(f"`App.Implementations<{types[0].name}>()` needs an interface of the program")
    declared = (info for entries in world.program.types.values() for _, info in entries)
    found = [i for i in declared if isinstance(i, ClassInfo) and not i.is_abstract and i.is_a(wanted)]
    return [construct(world, info, [], {}) for info in found]


def languages(world: World) -> Value:
    """`App.Languages`: the one that the app is written in, and those that it has translations for."""
    found: dict[Value, None] = {"en": None}
    for file in world.program.files.values():
        found.update((item.node.tag, None) for item in file.items if isinstance(item.node, Translations))
    return [*found]


# ── Session, Request ─────────────────────────────────────────────────────────────────────────────────────────────────


def set_language(world: World, language: Value) -> Value:
    """`Session.SetLanguage(language)`."""
    world.language = text(language)
    return None


def sign_out(world: World) -> Value:
    """`Session.SignOut()`: nobody acts from here on, in the innermost block."""
    world.caller = replace(world.caller, principal=None)
    return None


def raw_body(world: World) -> Value:
    """`Request.RawBody`: null where no endpoint is answering a request."""
    return world.request.raw_body if world.request is not None else None


def query(world: World, name: Value) -> Value:
    """`Request.Query(name)`."""
    return world.request.query(text(name)) if world.request is not None else None


def oidc_email(world: World, audience: Value) -> Value:
    """`Request.OidcEmail(audience)`: null, for no request of a test brings a token that another issuer signed."""
    text(audience)
    return None


# ── Task ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def delay(world: World, span: Value) -> Value:
    """`Task.Delay(span)`: so much time passes on the test's clock, and nothing fires (R119)."""
    if not isinstance(span, TimeSpan):
        raise BadProgram(f"`Task.Delay` takes a TimeSpan, not {kind(span)}")
    if not isinstance(world.clock, VirtualClock):
        raise BadProgram("`Task.Delay` needs a clock that can be moved")
    if span.ticks > 0:
        world.clock.advance(span.ticks)
    return None


STATICS = {
    "Log": Static(
        "Log",
        functions={"Debug": information, "Error": error, "Information": information, "Warning": warning},
    ),
    "App": Static(
        "App",
        values={"BaseUrl": lambda world: world.base_url, "Languages": languages},
        generic={"Implementations": implementations, "Setting": setting},
    ),
    "Session": Static(
        "Session",
        functions={"SetLanguage": set_language, "SignOut": sign_out},
        values={"CurrentUser": lambda world: world.principal, "Language": lambda world: world.language},
    ),
    "Request": Static("Request", functions={"OidcEmail": oidc_email, "Query": query}, values={"RawBody": raw_body}),
    "Task": Static("Task", functions={"Delay": delay}),
}
