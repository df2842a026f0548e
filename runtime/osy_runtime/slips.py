"""What was probably meant by a name that nothing bears: a near name, or Osy#'s own word for a habit of C#."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from osy_analysis.wording import listing, nearest
from osy_grammar.language import type_named
from osy_runtime.model import ClassInfo, EntityInfo

if TYPE_CHECKING:
    from osy_runtime.faces import HostObject
    from osy_runtime.program import Program

HABITS: dict[str, str] = {
    "Assert.AreEqual": "did you mean `Assert.Equal`?",
    "Assert.AreNotEqual": "did you mean `Assert.NotEqual`?",
    "Assert.IsEmpty": "did you mean `Assert.Empty`?",
    "Assert.IsFalse": "did you mean `Assert.False`?",
    "Assert.IsNotNull": "did you mean `Assert.NotNull`?",
    "Assert.IsNull": "did you mean `Assert.Null`?",
    "Assert.IsTrue": "did you mean `Assert.True`?",
    "Assert.ThrowsException": "did you mean `Assert.Throws`?",
    "Console": 'use `Log.Information("…")` to write a line',
}
"""Names of C# that Osy# says otherwise, each with the way it does."""

STARTERS = frozenset({"Begin", "Create", "Run", "Start"})
"""What newcomers ask a workflow's static for in order to start a run."""


def guess(name: str, known: Iterable[str], prefix: str = "") -> str:
    """`; did you mean …?` where something known is near; empty where nothing is."""
    near = nearest(name, [*known])
    return f"; did you mean `{prefix}{near}`?" if near else ""


def name_guess(program: "Program", name: str) -> str:
    """What a bare name was probably meant for, as the end of a sentence."""
    if name in HABITS:
        return f"; {HABITS[name]}"
    from osy_runtime.builtins import STATIC_MODULES

    tables: tuple[Iterable[str], ...] = (
        program.types,
        program.functions,
        program.globals,
        program.principals,
        program.policies,
        program.clients,
        program.workflow_names,
        STATIC_MODULES,
    )
    return guess(name, [text for table in tables for text in table])


def static_guess(owner: str, member: str, known: Iterable[str]) -> str:
    """What a member of a static of the library was probably meant for; empty where nothing is near."""
    habit = HABITS.get(f"{owner}.{member}")
    return f"; {habit}" if habit else guess(member, known, f"{owner}.")


def member_names(info: EntityInfo | ClassInfo) -> list[str]:
    """The names of all members of an entity or a class, its bases' included."""
    if isinstance(info, EntityInfo):
        return [*info.fields, *(name for owner in info.lineage for name in owner.methods)]
    return [
        name
        for owner in info.lineage
        for table in (owner.fields, owner.constants, owner.properties, owner.methods)
        for name in table
    ]


def no_host_member(value: "HostObject", name: str) -> str:
    """The sentence for a member that a value of the runtime has not."""
    own = value.own_names()
    fact = type_named(value.type_name)
    known = "" if fact is not None and fact.complete else " that this runner knows"
    near = guess(name, [*own, *(member.name for member in fact.members)] if fact else own)
    return f"{value.described() or f'`{value.type_name}`'} has no member `{name}`{known}{near}"


def no_flow_member(flow: str, events: Sequence[str], name: str) -> str:
    """The sentence for a member that a workflow's static has not."""
    sentence = f"the workflow `{flow}` has no member `{name}`"
    if name in STARTERS:
        return f"{sentence}; `Workflow.Run(row)` starts a run"
    near = guess(name, ["For", *(f"{verb}{event}" for verb in ("Raise", "Correlate") for event in events)])
    if near:
        return sentence + near
    if not events:
        return f"{sentence}, and no events: it has `For` alone"
    return f"{sentence}; its events are {listing(events)}, and `Raise` before one of them raises it"
