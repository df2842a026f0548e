"""What one world's callers may do: rows and fields that they may read, writes that they may make.

A write is asked about when it is flushed (R126): an update and a deletion with the row as it was before, a creation
with the row as it is. What no row's values could change is refused at once, at the statement that writes. Rules are
asked with security off and with `user` still being who acts.

What was found out is kept until a row changes, the clock moves or somebody else acts.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from osy_runtime.caller import Caller
from osy_runtime.exceptions import throw
from osy_runtime.model import EntityInfo
from osy_runtime.security.grants import GrantStatic
from osy_runtime.security.rules import Asked, Rule, Rules, RuleSet, rule_set
from osy_runtime.signals import OsyThrow
from osy_runtime.store import Write
from osy_runtime.values import Row, Value

if TYPE_CHECKING:
    from osy_runtime.world import World

ALWAYS_READ = frozenset({"Id"})
"""Members that everybody may read of a row that they hold."""


class Guard:
    """The rules of a program, asked in one world."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._sets: dict[EntityInfo, RuleSet] = {}
        self._key: tuple[object, ...] = ()
        self._readable: dict[Row, bool] = {}
        self._whens: dict[Asked, bool | None] = {}

    def grant(self, name: str) -> GrantStatic:
        """A declared grant."""
        return GrantStatic(self._world, name)

    # ── Reading ───────────────────────────────────────────────────────────────────────────────────────────────────

    def visible(self, rows: Sequence[Row]) -> Sequence[Row]:
        """Those that who acts may read."""
        if not self._world.is_checked:
            return rows
        self._refresh()
        caller = self._world.caller
        with self._world.deciding():
            return [row for row in rows if not row.entity.is_guarded or self._known_readable(row, caller)]

    def may_read(self, row: Row) -> bool:
        """Whether who acts may read the row, or some of its fields."""
        if not row.entity.is_guarded:
            return True
        self._refresh()
        known = self._readable.get(row)
        if known is None:
            caller = self._world.caller
            with self._world.deciding():
                known = self._known_readable(row, caller)
        return known

    def _known_readable(self, row: Row, caller: Caller) -> bool:
        """Whether the caller may read the row; rules are being asked."""
        known = self._readable.get(row)
        if known is None:
            reading = self._rules(row.entity, "read")
            known = self._readable[row] = self._world.store.maker_of(row) == caller or (
                any(self._applies(rule, row, caller, unknown=False) for rule in reading.allows)
                and not any(
                    self._applies(rule, row, caller, unknown=True) for rule in reading.denies if not rule.fields
                )
            )
        return known

    def reads(self, row: Row, name: str) -> bool:
        """Whether who acts may read that member of the row."""
        if name in ALWAYS_READ or not row.entity.is_guarded:
            return True
        if not self.may_read(row):
            return False
        caller = self._world.caller
        if not self._set(row.entity).hides_fields or self._world.store.maker_of(row) == caller:
            return True
        reading = self._rules(row.entity, "read")
        with self._world.deciding():
            return any(
                rule.covers(name) and self._applies(rule, row, caller, unknown=False) for rule in reading.allows
            ) and not any(
                name in rule.fields and self._applies(rule, row, caller, unknown=True) for rule in reading.denies
            )

    def read(self, row: Row, name: str) -> Value:
        """The member as who acts reads it: null where they may not."""
        value = row.get(name)
        if not self.reads(row, name):
            return None
        if isinstance(value, Row) and self._is_of_any_kind(row, name) and not self.may_read(value):
            # A row of any entity that who asks may not read reads as nothing (R168).
            return None
        return value

    def _is_of_any_kind(self, row: Row, name: str) -> bool:
        """Whether the field holds rows of any entity."""
        field = row.entity.fields.get(name)
        return field is not None and field.type.name.last.text == "Entity"

    # ── Writing ───────────────────────────────────────────────────────────────────────────────────────────────────

    def may(self, verb: str, row: Row) -> bool:
        """Whether who acts may `read`, `update` or `delete` the row; an update of some of its fields counts."""
        if verb == "read":
            return self.may_read(row)
        if not row.entity.is_guarded or not self._world.is_checked:
            return True
        caller, rules = self._world.caller, self._rules(row.entity, verb)
        self._refresh()
        with self._world.deciding():
            return any(self._applies(rule, row, caller, unknown=False) for rule in rules.allows) and not any(
                self._applies(rule, row, caller, unknown=True) for rule in rules.denies if not rule.fields
            )

    def foresee(self, verb: str, entity: EntityInfo, field: str | None) -> None:
        """Throw where no row of the entity could be written like this by who acts."""
        if not entity.is_guarded:
            return
        caller, rules = self._world.caller, self._rules(entity, verb)
        self._refresh()
        with self._world.deciding():
            if not any(
                (field is None or rule.covers(field)) and self._may_apply(rule, caller) for rule in rules.allows
            ):
                raise self._refusal(verb, entity, field, caller, None)
            for rule in rules.denies:
                is_about = not rule.fields or field in rule.fields
                if is_about and not rule.is_about_row and self._applies(rule, None, caller, unknown=True):
                    raise self._refusal(verb, entity, field, caller, rule)

    def check_write(self, write: Write) -> None:
        """Throw unless who made the write may."""
        row = write.row
        if not row.entity.is_guarded:
            return
        rules = self._rules(row.entity, write.verb)
        self._refresh()
        if write.verb == "create":
            blank = self._world.compiler.layout(row.entity).blank
            fields = [name for name, value in row.values.items() if value != blank.get(name)]
            with self._world.deciding(write.caller):
                self._check(write, rules, fields, whole=True)
            return
        changed = [name for name, old in write.before.items() if not _is_same(old, row.values[name])]
        if write.verb == "update" and not changed:
            return
        now, row.values = row.values, write.before
        try:
            with self._world.deciding(write.caller):
                self._check(write, rules, changed, whole=write.verb == "delete")
        finally:
            row.values = now

    def _check(self, write: Write, rules: Rules, fields: Sequence[str], *, whole: bool) -> None:
        row, caller = write.row, write.caller
        allows = [rule for rule in rules.allows if self._applies(rule, row, caller, unknown=False)]
        if not allows:
            raise self._refusal(write.verb, row.entity, None, caller, None)
        if not any(not rule.fields for rule in allows):
            for name in fields:
                if not any(rule.covers(name) for rule in allows):
                    raise self._refusal(write.verb, row.entity, name, caller, None)
        for rule in rules.denies:
            hit = next((name for name in fields if name in rule.fields), None)
            if (hit is not None or not rule.fields) and self._applies(rule, row, caller, unknown=True):
                raise self._refusal(write.verb, row.entity, hit, caller, rule)

    def _refusal(self, verb: str, entity: EntityInfo, field: str | None, caller: Caller, rule: Rule | None) -> OsyThrow:
        what = f"`{field}` of {entity.name}" if field is not None and verb != "delete" else entity.name
        why = f"`{rule.written}` applies" if rule is not None else f"no `allow {verb}` of its `security` applies"
        return throw("NotAuthorized", f"{caller.described()} may not {verb} {what}: {why}")

    # ── Rules ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def _set(self, entity: EntityInfo) -> RuleSet:
        found = self._sets.get(entity)
        if found is None:
            shared = self._world.compiler.rule_sets
            found = shared.get(entity)
            if found is None:
                found = shared[entity] = rule_set(self._world.compiler, entity)
            self._sets[entity] = found
        return found

    def _rules(self, entity: EntityInfo, verb: str) -> Rules:
        return self._set(entity).by_verb[verb]

    def _refresh(self) -> None:
        world = self._world
        key = (world.store.tables.version, world.caller, world.clock.now)
        if key != self._key:
            self._key = key
            self._readable.clear()
            self._whens.clear()

    def _applies(self, rule: Rule, row: Row | None, caller: Caller, *, unknown: bool) -> bool:
        """Whether the rule's conditions hold of the row; `unknown` is what an unknown one counts as."""
        if rule.by is not None and not self._came_by(rule.by, row, caller):
            return False
        if rule.when is not None and not _settled(self._when(rule.when, row, caller), unknown):
            return False
        return rule.where is None or _settled(rule.where.of(self._world, row), unknown)

    def _may_apply(self, rule: Rule, caller: Caller) -> bool:
        """Whether the rule could apply to some row: all that is known without one."""
        if rule.by is not None and not self._came_by(rule.by, None, caller):
            return False
        return rule.when is None or rule.when.is_about_row or self._when(rule.when, None, caller) is True

    def _when(self, asked: Asked, row: Row | None, caller: Caller) -> bool | None:
        """A `when` that is about who acts and not about the row is asked once."""
        if asked.is_about_row or self._key[1:2] != (caller,):
            return asked.of(self._world, row)
        if asked not in self._whens:
            self._whens[asked] = asked.of(self._world, row)
        return self._whens[asked]

    def _came_by(self, grant: str, row: Row | None, caller: Caller) -> bool:
        """Whether who acts came by a link of that grant, to this very row if the grant is for such rows."""
        links = [link for link in caller.links if link.grant == grant and link.is_good]
        if row is None or not links:
            return bool(links)
        site, node = self._world.program.grants[grant]
        target = self._world.program.find_type(node.target.name.text, site)
        if isinstance(target, EntityInfo) and row.entity.is_a(target):
            return any(link.row is row for link in links)
        return True


def _is_same(old: Value, new: Value) -> bool:
    return old is new or old == new


def _settled(known: bool | None, unknown: bool) -> bool:
    return unknown if known is None else known
