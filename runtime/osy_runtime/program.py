"""A project's declarations linked into one program: what every name stands for, before anything runs.

One name may mean several things; each kind has a table of its own, and the place where the name stands picks the
table. Where two files declare one short name in different namespaces, the file's own namespace is asked first, then
its `using`s.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import TypeAlias, TypeVar

from osy_analysis.project import Project
from osy_grammar.language import type_named
from osy_grammar.nodes import Identifier, ui
from osy_grammar.nodes import declarations as d
from osy_grammar.nodes import expressions as e
from osy_grammar.nodes import workflow as w
from osy_grammar.tree import Item, SourceFile
from osy_runtime import prelude
from osy_runtime.exceptions import EXCEPTIONS
from osy_runtime.faces import DeclaredWorkflow
from osy_runtime.link import attribute, class_info, entity_members, enum_info, function_info, interface_info
from osy_runtime.model import ClassInfo, EntityInfo, EnumInfo, FieldInfo, FunctionInfo, Site
from osy_runtime.translations import Lexicon, lexicon
from osy_runtime.values import Value

PLATFORM = "<platform>"
"""The path of what the platform declares."""

TypeInfo: TypeAlias = EntityInfo | ClassInfo | EnumInfo
Named = TypeVar("Named")


class Table(dict[str, list[tuple[str, Named]]]):
    """Short name to what bears it, each with its namespace."""

    def put(self, name: str, namespace: str, value: Named) -> None:
        """Add a declaration."""
        self.setdefault(name, []).append((namespace, value))

    def find(self, name: str, site: Site) -> Named | None:
        """What the name means at a place; it may be qualified."""
        qualifier, _, short = name.rpartition(".")
        found = self.get(short)
        if not found:
            return None
        if qualifier:
            exact = [v for namespace, v in found if namespace == qualifier or namespace.endswith("." + qualifier)]
            return exact[0] if exact else None
        if len(found) == 1:
            return found[0][1]
        for wanted in (site.namespace, *site.usings):
            for namespace, value in found:
                if namespace == wanted:
                    return value
        return found[0][1]


class Program:
    """The declarations of one project, by kind and name."""

    def __init__(self, files: Mapping[str, SourceFile], *, is_whole: bool = True) -> None:
        """Link the files' declarations; a partial entity joins its whole. `is_whole`: no kit is missing."""
        self.files = files
        self.is_whole = is_whole
        self.types: Table[TypeInfo] = Table()
        self.functions: dict[str, list[FunctionInfo]] = {}
        self.globals: Table[tuple[Site, d.GlobalVariable]] = Table()
        self.principals: dict[str, tuple[Site, d.Principal]] = {}
        self.policies: dict[str, tuple[Site, d.Policy]] = {}
        self.clients: dict[str, tuple[Site, d.Client]] = {}
        self.settings: dict[str, tuple[Site, d.AppSetting]] = {}
        self.workflows: Sequence[DeclaredWorkflow] = ()
        self.grants: dict[str, tuple[Site, d.Grant]] = {}
        self.components: dict[str, tuple[Site, ui.Component]] = {}
        self.topics: dict[str, tuple[Site, d.Topic]] = {}
        self.role_enum: EnumInfo | None = None
        self._partials: list[tuple[Site, d.Entity]] = []
        self._link()

    def _link(self) -> None:
        workflows = []
        for site, node in declarations(self.files):
            match node:
                case d.Entity():
                    self._add_entity(site, node)
                case d.Class():
                    self.types.put(node.name.text, site.namespace, class_info(site, node))
                case d.Interface():
                    self.types.put(node.name.text, site.namespace, interface_info(site, node))
                case d.Enum():
                    enum = enum_info(node)
                    self.types.put(node.name.text, site.namespace, enum)
                    if attribute(node.attributes, "Role") is not None:
                        self.role_enum = enum
                case d.Grant():
                    self.grants[node.name.text] = (site, node)
                case ui.Component():
                    self.components[node.name.text] = (site, node)
                case d.Topic():
                    self.topics[node.name.text] = (site, node)
                case d.Function():
                    self.functions.setdefault(node.name.text, []).append(function_info(site, node, None))
                case d.GlobalVariable():
                    self.globals.put(node.name.text, site.namespace, (site, node))
                case d.Principal():
                    self.principals.setdefault(node.name.text, (site, node))
                case d.Policy():
                    self._add_policy(site, node)
                case d.Client():
                    self.clients[node.name.text] = (site, node)
                case d.AppSetting(name=Identifier(text=name)):
                    self.settings[name] = (site, node)
                case w.Workflow():
                    workflows.append(DeclaredWorkflow(site.path, site.item))
                case _:
                    pass
        self.workflows = tuple(workflows)
        for site, node in self._partials:
            self._join_partial(site, node)
        self._link_bases()

    def _add_policy(self, site: Site, node: d.Policy) -> None:
        if node.condition is not None or node.name.text not in self.policies:
            self.policies[node.name.text] = (site, node)

    def _add_entity(self, site: Site, node: d.Entity) -> None:
        if "partial" in node.modifiers:
            self._partials.append((site, node))
            return
        short = node.name.last.text
        full = f"{site.namespace}.{short}" if site.namespace else short
        info = EntityInfo(short, full, site, attributes=node.attributes, is_abstract="abstract" in node.modifiers)
        entity_members(info, site, node)
        self.types.put(short, site.namespace, info)

    def _join_partial(self, site: Site, node: d.Entity) -> None:
        info = self.types.find(node.name.text, site)
        if isinstance(info, EntityInfo):
            entity_members(info, site, node)
            info.attributes = (*info.attributes, *node.attributes)

    def _link_bases(self) -> None:
        for entries in self.types.values():
            for _, info in entries:
                match info:
                    case EntityInfo():
                        self._link_entity(info)
                    case ClassInfo(node=node, site=site) if node is not None and site is not None:
                        event = self._event_base(info)
                        for base in node.bases:
                            found = self.find_type(base.name.text, site)
                            if isinstance(found, ClassInfo) and found is not info:
                                info.bases.append(found)
                            elif found is None:
                                info.unknown_base = base.name.text
                        if event is not None and not any(b.is_a(event) for b in info.bases):
                            info.bases.append(event)
                    case _:
                        pass

    def _event_base(self, info: ClassInfo) -> ClassInfo | None:
        """What every class marked `[Event]` inherits from."""
        if attribute(info.attributes, "Event") is None:
            return None
        found = self.find_platform_type("Event")
        return found if isinstance(found, ClassInfo) else None

    def _link_entity(self, info: EntityInfo) -> None:
        for field in info.own_fields.values():
            if field.is_collection:
                child = self.find_type(field.type.name.text, field.site)
                field.child = child if isinstance(child, EntityInfo) else None
        node = info.site.item.node
        if not isinstance(node, d.Entity) or node.base is None:
            return
        name = node.base.name.text
        others = [v for _, v in self.types.get(node.base.name.last.text, ()) if v is not info]
        found = self.find_type(name, info.site)
        if found is info or found is None:
            found = next((o for o in others if isinstance(o, EntityInfo)), None)
        info.base = found if isinstance(found, EntityInfo) else None
        info.unknown_base = "" if info.base else name

    def site_of(self, path: str, item: Item) -> Site:
        """Where a top-level item of the program stands."""
        file = self.files.get(path)
        return site_in(path, file, item) if file else Site(path, item)

    @cached_property
    def workflow_names(self) -> frozenset[str]:
        """The names of the workflows."""
        return frozenset(d.item.node.name.text for d in self.workflows if isinstance(d.item.node, w.Workflow))

    # ── Asking ────────────────────────────────────────────────────────────────────────────────────────────────────

    def find_type(self, name: str, site: Site) -> TypeInfo | None:
        """The entity, class or enum of that name; the program's own before the platform's."""
        found = self.types.find(name, site)
        if found is not None:
            return found
        if name == "role" and self.role_enum is not None:
            return self.role_enum
        return self.find_platform_type(name.rpartition(".")[2])

    def find_platform_type(self, name: str) -> TypeInfo | None:
        """The class, entity or enum of that name that the platform declares."""
        if name in EXCEPTIONS:
            return EXCEPTIONS[name]
        if name in prelude.NAMES and self.platform is not None:
            return self.platform.types[name][0][1]
        return _platform_enum(name)

    @cached_property
    def platform(self) -> "Program | None":
        """The platform's own declarations, linked for this program."""
        return None if PLATFORM in self.files else Program(platform_files())

    def find_functions(self, name: str, site: Site) -> list[FunctionInfo]:
        """The functions of that name: those of the place's own file first, then those of its namespace."""
        return sorted(
            self.functions.get(name, ()),
            key=lambda f: (f.site.path != site.path, f.site.namespace != site.namespace),
        )

    def no_member(self, info: EntityInfo | ClassInfo, what: str, name: str, known: Sequence[str] = ()) -> str:
        """The sentence for a member that the entity or class has not, as far as its bases are in view.

        What was meant is looked for among the `known` names; without any, among all its members.
        """
        from osy_runtime.slips import guess, member_names

        base = next((owner.unknown_base for owner in info.lineage if owner.unknown_base), "")
        if not base:
            return f"{what} has no member `{name}`{guess(name, known or member_names(info))}"
        where = "is declared nowhere here" if self.is_whole else "comes from a kit that is not in view"
        return f"{what} has no `{name}` of its own, and the base `{base}` {where}, so its members are not known"

    def no_name(self, sentence: str, name: str) -> str:
        """The sentence for a name that nothing declares, as far as the program is in view."""
        from osy_runtime.slips import name_guess

        near = name_guess(self, name)
        if near:
            return f"{sentence}{near}"
        if self.is_whole:
            return f"{sentence}, and this runner knows no part of the platform by that name"
        return f"{sentence}, unless by a kit that is not in view"

    def find_entity(self, name: str) -> EntityInfo | None:
        """The entity of that full name, else the first of that short name."""
        found = [info for _, info in self.types.get(name.rpartition(".")[2], ()) if isinstance(info, EntityInfo)]
        exact = next((info for info in found if info.full_name == name), None)
        return exact or next((info for info in found if info.name == name), None)

    def entity_at(self, path: str, item: Item, name: str) -> str:
        """The full name of the entity that a name means in an item of a file; the name itself if it means none."""
        info = self.find_type(name, self.site_of(path, item)) if name else None
        return info.full_name if isinstance(info, EntityInfo) else name

    def entity_is(self, entity: str, base: str) -> bool:
        """Whether the entity is `base` or inherits from it."""
        info, other = self.find_entity(entity), self.find_entity(base)
        return info is not None and other is not None and info.is_a(other)

    def tracked_values(self, entity: str, field: str) -> Mapping[str, Value]:
        """The members of the enum that types the entity's field, by name; empty if there is no such field or enum."""
        info = self.find_entity(entity)
        found = info.fields.get(field) if info else None
        enum = self.find_type(found.type.name.text, found.site) if found else None
        return dict(enum.by_name) if isinstance(enum, EnumInfo) else {}

    def tracking_problem(self, entity: str, field: str) -> str | None:
        """Why nothing can track that field, said of a workflow; None if it can."""
        from osy_runtime.tracking import tracking_problem

        return tracking_problem(self, entity, field)

    @cached_property
    def tracked(self) -> frozenset[tuple[str, str]]:
        """Entity and field of all that workflows track: such a field has no value before its run gives it one."""
        found = set()
        for declared in self.workflows:
            node = declared.item.node
            assert isinstance(node, w.Workflow)
            for item in node.items:
                if isinstance(item, w.Clause) and item.name.text == "Tracks" and isinstance(item.value, e.Member):
                    target = item.value.target
                    name = target.name.text if isinstance(target, e.Member) else getattr(target, "text", "")
                    found.add((name, item.value.name.text))
        return frozenset(found)

    @cached_property
    def lexicon(self) -> Lexicon:
        """What is said in other languages for the texts of the program."""
        return lexicon(self.files.values())

    @cached_property
    def entities(self) -> tuple[EntityInfo, ...]:
        """All entities of the program."""
        return tuple(info for entries in self.types.values() for _, info in entries if isinstance(info, EntityInfo))

    def references_to(self, entity: EntityInfo) -> Sequence[tuple[EntityInfo, FieldInfo]]:
        """The fields that can refer to a row of the entity, each with the entity that declares it."""
        found = self._references.get(entity)
        if found is None:
            found = self._references[entity] = [
                (owner, field)
                for owner in self.entities
                for field in owner.own_fields.values()
                if not field.is_collection and "[]" not in field.type.tails and self._refers(field, entity)
            ]
        return found

    def _refers(self, field: FieldInfo, entity: EntityInfo) -> bool:
        target = self.find_type(field.type.name.text, field.site)
        if isinstance(target, EntityInfo):
            return entity.is_a(target)
        return target is None and field.type.name.last.text == "Entity"

    @cached_property
    def _references(self) -> dict[EntityInfo, list[tuple[EntityInfo, FieldInfo]]]:
        return {}

    @cached_property
    def has_principals(self) -> bool:
        """Whether an entity of the program is the one of its people."""
        return any(attribute(info.attributes, "Principal") for info in self.entities)

    def is_principal(self, entity: EntityInfo) -> bool:
        """Whether rows of the entity can act, as far as its bases are in view."""
        return any(attribute(info.attributes, "Principal") or info.unknown_base for info in entity.lineage)

    @cached_property
    def role_grants(self) -> tuple[EntityInfo, FieldInfo, FieldInfo] | None:
        """The `[RoleGrant]` entity, its field that holds who has a role, and its field that holds the role."""
        for info in self.entities:
            if attribute(info.attributes, "RoleGrant") is None:
                continue
            types = {name: self.find_type(field.type.name.text, field.site) for name, field in info.fields.items()}
            member = next((n for n, t in types.items() if isinstance(t, EntityInfo) and self.is_principal(t)), None)
            role = next((n for n, t in types.items() if isinstance(t, EnumInfo)), None)
            if member is not None and role is not None:
                return info, info.fields[member], info.fields[role]
        return None

    def tests(self) -> Iterator[FunctionInfo]:
        """The functions marked `[Test]`, files by path, each file's in order."""
        for functions in self.functions.values():
            yield from (f for f in functions if attribute(f.attributes, "Test"))


def site_in(path: str, file: SourceFile, item: Item) -> Site:
    """Where an item of a file stands: its namespace and its `using`s are the file's."""
    usings = tuple(i.node.name.text for i in file.items if isinstance(i.node, d.Using))
    namespace = next((i.node.name.text for i in file.items if isinstance(i.node, d.Namespace)), "")
    return Site(path, item, namespace, usings)


def declarations(files: Mapping[str, SourceFile]) -> Iterator[tuple[Site, d.Declaration]]:
    """Every top-level declaration with its site, files by path."""
    for path in sorted(files):
        file = files[path]
        usings = tuple(i.node.name.text for i in file.items if isinstance(i.node, d.Using))
        namespace = next((i.node.name.text for i in file.items if isinstance(i.node, d.Namespace)), "")
        for item in file.items:
            yield Site(path, item, namespace, usings), item.node


def link(project: Project) -> Program:
    """The project's program."""
    return Program(project.files, is_whole=project.is_whole)


def _platform_enum(name: str) -> EnumInfo | None:
    if name == "DayOfWeek":
        from osy_runtime.builtins.time import DAY_OF_WEEK

        return DAY_OF_WEEK
    fact = type_named(name)
    if fact is None or not fact.is_enum:
        return None
    from osy_runtime.workflow.enums import platform_enum

    return platform_enum(name)


@cache
def platform_files() -> Mapping[str, SourceFile]:
    """The platform's own declarations, parsed when something first needs them."""
    from osy_grammar.parse import parse

    return {PLATFORM: parse(prelude.TEXT)}
