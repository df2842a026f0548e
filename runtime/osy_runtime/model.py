"""What a linked program is made of: the declarations that values and the evaluator point at.

`program.py` fills these plain objects once; while tests run they change only where something is compiled lazily.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from osy_grammar.nodes import declarations as d
from osy_grammar.nodes import expressions as e
from osy_grammar.nodes.types import TypeName
from osy_grammar.record import field, record
from osy_grammar.tree import Item

if TYPE_CHECKING:
    from osy_runtime.values import EnumValue

Value = object


def type_text(type_name: TypeName) -> str:
    """The type as written, without namespaces."""
    arguments = f"<{','.join(map(type_text, type_name.arguments))}>" if type_name.arguments else ""
    return f"{type_name.name.last.text}{arguments}{''.join(type_name.tails)}"


@record(eq=False, frozen=False)
class Site:
    """Where a declaration stands: what places its frames and resolves its names."""

    path: str
    item: Item
    namespace: str = ""
    usings: tuple[str, ...] = ()


@record()
class Shape:
    """What a type is, as far as the runtime asks: its name, what it names, its arguments.

    An array is an `Array`; a type parameter is its bare name without `info`. `is_type` is the type itself, named as a
    value. An argument that nobody knows is None. `names` are those of a tuple's elements.
    """

    name: str
    info: "EntityInfo | ClassInfo | EnumInfo | None" = None
    arguments: "tuple[Shape | None, ...]" = ()
    is_nullable: bool = False
    is_type: bool = False
    names: tuple[str | None, ...] = ()


@record(eq=False, frozen=False, weakref_slot=True, dict_slot=True)
class EnumInfo:
    """An enum; `members` in order. `is_flags`: a number may stand for several of them (`[Flags]`)."""

    name: str
    is_flags: bool = False
    members: "list[EnumValue]" = field(default_factory=list)

    @cached_property
    def by_name(self) -> "dict[str, EnumValue]":
        """The members by their names."""
        return {member.name: member for member in self.members}

    def of_number(self, number: int) -> "EnumValue":
        """The member of that number; else the members whose bits it is made of, else the bare number."""
        from osy_runtime.values import EnumValue

        known = next((m for m in self.members if m.number == number), None)
        if known is not None:
            return known
        parts: list[EnumValue] = []
        rest = number
        for member in sorted(self.members, key=lambda m: m.number, reverse=True):
            if member.number > 0 and rest & member.number == member.number:
                parts.insert(0, member)
                rest -= member.number
        if rest or not parts or not self.is_flags:
            return EnumValue(self, str(number), number, str(number))
        named = (", ".join(part.name for part in parts), ", ".join(part.label for part in parts))
        return EnumValue(self, named[0], number, named[1])


@record(eq=False, frozen=False)
class FieldInfo:
    """A field of an entity or a class, or a property without accessors of its own.

    `is_collection` marks the child collection of an entity: rows of `child`, found through its field `foreign_key`.
    """

    name: str
    type: TypeName
    site: Site
    default: e.Expression | None = None
    attributes: tuple[d.Attribute, ...] = ()
    is_collection: bool = False
    foreign_key: str = ""
    is_constant: bool = False
    is_read_only: bool = False
    required: bool = False
    unique: bool = False
    external_name: str = ""
    convert: Callable[[Value], Value] | None = None
    child: "EntityInfo | None" = None


@record(eq=False, frozen=False)
class PropertyInfo:
    """A property with accessors that compute."""

    name: str
    node: d.Property
    site: Site
    getter: "FunctionInfo | None" = None
    setter: "FunctionInfo | None" = None


@record(eq=False, frozen=False)
class ParameterInfo:
    """A parameter; `default` is compiled with the function."""

    name: str
    type: TypeName
    has_default: bool
    is_params: bool
    passing: str = ""


@record(eq=False, frozen=False, weakref_slot=True, dict_slot=True)
class FunctionInfo:
    """A function, a method, a constructor or an accessor. `owner` is the class or entity that it is a member of.

    `run` is there once the evaluator has compiled it, on the first call.
    """

    name: str
    site: Site
    parameters: tuple[ParameterInfo, ...]
    node: d.Function | d.Constructor | d.Accessor | d.Property | d.Policy
    owner: "ClassInfo | EntityInfo | None" = None
    attributes: tuple[d.Attribute, ...] = ()
    type_parameters: tuple[str, ...] = ()
    is_abstract: bool = False
    least: int = 0
    most: int = 0
    run: "Callable[..., Value] | None" = None

    @cached_property
    def signature(self) -> tuple[str, ...]:
        """What tells it from its overloads: its parameters' types as written, without namespaces."""
        return tuple(type_text(p.type) for p in self.parameters)

    def takes(self, count: int, names: Sequence[str] = ()) -> bool:
        """Whether `count` positional values and those named ones can be its arguments."""
        if count + len(names) > self.most:
            return False
        known = [p.name for p in self.parameters]
        if any(name not in known[count:] for name in names):
            return False
        given = {*known[:count], *names}
        return all(p.has_default or p.is_params or p.name in given for p in self.parameters)


@record(eq=False, frozen=False, weakref_slot=True, dict_slot=True)
class ClassInfo:
    """A class or an interface; `bases` are linked, in the order written. Builtin exceptions are classes too.

    `unknown_base` is a written base that nothing in view declares. C#'s static members are those of the `static_side`,
    of which a world has one instance. A record's `positions` are the parameters of its primary constructor.
    """

    name: str
    site: Site | None = None
    node: "d.Class | d.Interface | None" = None
    bases: "list[ClassInfo]" = field(default_factory=list)
    fields: dict[str, FieldInfo] = field(default_factory=dict)
    constants: dict[str, FieldInfo] = field(default_factory=dict)
    properties: dict[str, PropertyInfo] = field(default_factory=dict)
    methods: dict[str, list[FunctionInfo]] = field(default_factory=dict)
    constructors: list[FunctionInfo] = field(default_factory=list)
    attributes: tuple[d.Attribute, ...] = ()
    is_abstract: bool = False
    is_interface: bool = False
    unknown_base: str = ""
    type_parameters: tuple[str, ...] = ()
    static_side: "ClassInfo | None" = None
    is_record: bool = False
    is_struct: bool = False
    positions: tuple[str, ...] = ()
    _methods: dict[str, list[FunctionInfo]] = field(default_factory=dict)
    _properties: "dict[str, PropertyInfo | None]" = field(default_factory=dict)

    @cached_property
    def lineage(self) -> "tuple[ClassInfo, ...]":
        """The class itself, then what it inherits from: nearest first, classes before interfaces, each once."""
        found: list[ClassInfo] = []
        pending = [self]
        while pending:
            info = pending.pop(0)
            if info not in found:
                found.append(info)
                pending.extend(info.bases)
        return tuple(sorted(found, key=lambda c: c.is_interface))

    def is_a(self, other: "ClassInfo") -> bool:
        """Whether this is `other` or derives from it."""
        return other in self.lineage

    @cached_property
    def all_fields(self) -> tuple[FieldInfo, ...]:
        """Every stored field, the bases' first."""
        found: dict[str, FieldInfo] = {}
        for info in reversed(self.lineage):
            if not info.is_interface:
                found.update(info.fields)
        return tuple(found.values())

    def find_methods(self, name: str) -> list[FunctionInfo]:
        """The methods of that name, the most derived first; one with a body hides what it overrides."""
        found = self._methods.get(name)
        if found is None:
            found = self._methods[name] = _with_bodies(m for info in self.lineage for m in info.methods.get(name, ()))
        return found

    def find_property(self, name: str) -> PropertyInfo | None:
        """The nearest property of that name that computes; a stored field of a nearer class hides it.

        Where the nearest overrides one accessor only, the other is its base's.
        """
        if name not in self._properties:
            self._properties[name] = self._find_property(name)
        return self._properties[name]

    def _find_property(self, name: str) -> PropertyInfo | None:
        found: PropertyInfo | None = None
        for info in self.lineage:
            if name in info.fields and not info.is_interface:
                return found
            other = info.properties.get(name)
            if other is None:
                continue
            if found is None:
                found = PropertyInfo(name, other.node, other.site, other.getter, other.setter)
            elif "override" in found.node.modifiers:
                found.getter, found.setter = found.getter or other.getter, found.setter or other.setter
        return found

    def find_static_side(self, name: str) -> "ClassInfo | None":
        """The nearest static side that has a member of that name."""
        sides = (info.static_side for info in self.lineage)
        return next((s for s in sides if s and (name in s.fields or name in s.properties or name in s.methods)), None)

    def find_constant(self, name: str) -> FieldInfo | None:
        """The nearest `const` of that name."""
        return next((info.constants[name] for info in self.lineage if name in info.constants), None)


def _with_bodies(methods: Iterable[FunctionInfo]) -> list[FunctionInfo]:
    """Those that can run, without those that an earlier one of the same parameters hides."""
    found: list[FunctionInfo] = []
    seen: set[tuple[str, ...]] = set()
    for method in methods:
        if not method.is_abstract and method.signature not in seen:
            seen.add(method.signature)
            found.append(method)
    return found


@record(eq=False, frozen=False, weakref_slot=True, dict_slot=True)
class EntityInfo:
    """An entity with its partials' members; `base` is linked, or it is the `unknown_base` that nothing declares."""

    name: str
    full_name: str
    site: Site
    base: "EntityInfo | None" = None
    own_fields: dict[str, FieldInfo] = field(default_factory=dict)
    methods: dict[str, list[FunctionInfo]] = field(default_factory=dict)
    invariants: list[tuple[Site, d.Invariant]] = field(default_factory=list)
    attributes: tuple[d.Attribute, ...] = ()
    is_abstract: bool = False
    security: list[tuple[Site, d.Security]] = field(default_factory=list)
    unknown_base: str = ""

    @cached_property
    def is_guarded(self) -> bool:
        """Whether a `security` block of its own, of a part of it or of a base says who may do what (R125)."""
        return any(info.security for info in self.lineage)

    @cached_property
    def lineage(self) -> "tuple[EntityInfo, ...]":
        """The entity itself, then its bases, nearest first."""
        found: list[EntityInfo] = []
        info: EntityInfo | None = self
        while info is not None and info not in found:
            found.append(info)
            info = info.base
        return tuple(found)

    @cached_property
    def fields(self) -> dict[str, FieldInfo]:
        """Every field, the bases' first."""
        found: dict[str, FieldInfo] = {}
        for info in reversed(self.lineage):
            found.update(info.own_fields)
        return found

    def is_a(self, other: "EntityInfo") -> bool:
        """Whether this is `other` or derives from it."""
        return other in self.lineage

    def find_methods(self, name: str) -> list[FunctionInfo]:
        """The methods of that name, the most derived first."""
        return _with_bodies(m for info in self.lineage for m in info.methods.get(name, ()))
