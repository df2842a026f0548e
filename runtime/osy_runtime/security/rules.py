"""The rules about an entity: those of its own `security` blocks, of its partials' and of its bases', compiled.

A caller may do something if a rule allows it and none denies it; where the rules of a base deny, no rule of what
derives from it allows. A rule with fields is about these fields only: allowed, they may be read or written where the
row as a whole may not; denied, they read as null, and a write of them is refused.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from osy_grammar.nodes import declarations as d
from osy_grammar.nodes import expressions as e
from osy_grammar.nodes.base import Node
from osy_grammar.record import record
from osy_grammar.walk import walk
from osy_runtime.evaluate.frame import Frame
from osy_runtime.evaluate.functions import member_of
from osy_runtime.model import EntityInfo, Site
from osy_runtime.security.conditions import Condition, Truth, condition
from osy_runtime.values import Row

if TYPE_CHECKING:
    from osy_runtime.evaluate.compiler import Compiler
    from osy_runtime.world import World


@record(eq=False)
class Asked:
    """A condition, how many variables it needs, and whether it says anything of the row."""

    holds: Condition
    size: int
    is_about_row: bool

    def of(self, world: "World", row: Row | None) -> Truth:
        """Whether it holds of the row."""
        return self.holds(Frame(world, row, [None] * self.size))


@record(eq=False)
class Rule:
    """One `allow` or `deny` for one verb; `fields` is empty for the whole row, `written` is its text for messages."""

    fields: frozenset[str]
    when: Asked | None
    where: Asked | None
    by: str | None
    written: str

    @property
    def is_about_row(self) -> bool:
        """Whether it depends on the row."""
        return self.where is not None or (self.when is not None and self.when.is_about_row)

    def covers(self, field: str) -> bool:
        """Whether the rule is about the field: it names it, or the whole row."""
        return not self.fields or field in self.fields


@record()
class Rules:
    """What is allowed and denied for one verb."""

    allows: tuple[Rule, ...]
    denies: tuple[Rule, ...]


@record()
class RuleSet:
    """The rules of an entity by verb; `hides_fields` where some may read less than the whole row."""

    by_verb: dict[str, Rules]
    hides_fields: bool


VERBS = ("read", "create", "update", "delete")
_NONE = Rules((), ())


def rule_set(compiler: "Compiler", entity: EntityInfo) -> RuleSet:
    """The rules of the entity."""
    allows: dict[str, list[Rule]] = {verb: [] for verb in VERBS}
    denies: dict[str, list[Rule]] = {verb: [] for verb in VERBS}
    for verb, is_allow, rule in _rules(compiler, entity):
        (allows if is_allow else denies)[verb].append(rule)
    by_verb = {verb: Rules(tuple(allows[verb]), tuple(denies[verb])) for verb in VERBS}
    reading = by_verb["read"]
    return RuleSet(by_verb, any(rule.fields for rule in (*reading.allows, *reading.denies)))


def _rules(compiler: "Compiler", entity: EntityInfo) -> Iterator[tuple[str, bool, Rule]]:
    for info in reversed(entity.lineage):
        for site, block in info.security:
            for node in block.rules:
                if isinstance(node, d.SecurityRule):
                    rule = Rule(
                        frozenset(field.text for field in node.fields),
                        _asked(compiler, info, site, node.when),
                        _asked(compiler, info, site, node.where),
                        node.by.text if node.by is not None else None,
                        _text(info, node),
                    )
                    for verb in node.verbs:
                        if verb.text in VERBS:
                            yield verb.text, node.effect == "allow", rule


def _asked(compiler: "Compiler", info: EntityInfo, site: Site, node: e.Expression | None) -> Asked | None:
    if node is None:
        return None
    scope = compiler.scope(site, f"{info.name}.security", info, node)
    holds = condition(compiler, scope, node)
    return Asked(holds, scope.size, any(_is_of_row(info, part) for part in walk(node)))


def _is_of_row(info: EntityInfo, node: Node) -> bool:
    return isinstance(node, e.This) or (isinstance(node, e.Name) and member_of(info, node.text))


def _text(info: EntityInfo, node: d.SecurityRule) -> str:
    """The rule's head as it is written: effect, verbs, fields."""
    verbs = ", ".join(verb.text for verb in node.verbs)
    fields = ", ".join(field.text for field in node.fields)
    return f"{node.effect} {verbs}{f' {fields}' if fields else ''}"
