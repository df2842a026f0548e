"""What is wrong with an `app { }` or `package { }` block.

Which kits are missing, which globs match nothing and which way leads back to a package is known from its unit, which
was found when the project was read: what a manifest says that is newer than that is not judged. Without a unit (a
program in a document) every kit is missing. Words are those of the table of language facts; a word that is like none of
them may be one that nobody told us about.
"""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from osy_analysis.manifests import written_glob
from osy_analysis.problems.base import Place, Problem
from osy_analysis.problems.projects import (
    EmptyGlob,
    KitCycle,
    ManifestFault,
    UndefinedPolicy,
    UnresolvedKit,
    UsedTwice,
    WrongWord,
)
from osy_analysis.project import Project, Unit
from osy_analysis.wording import nearest
from osy_grammar.language import words_at
from osy_grammar.language.model import Place as WordPlace
from osy_grammar.nodes.declarations import App, ManifestLine, Package, Policy, Use
from osy_grammar.tree import Item, SourceFile


def manifest_problems(project: Project, path: str, file: SourceFile) -> Iterator[tuple[Item, Problem]]:
    """The faults of the manifests in the file."""
    for item in file.items:
        node = item.node
        if isinstance(node, App | Package) and not item.chunk.problems:
            unit = project.unit
            if unit is not None and unit.manifest != path:
                continue
            for problem in _problems(project, unit, node):
                yield item, problem


def _problems(project: Project, unit: Unit | None, node: App | Package) -> Iterator[Problem]:
    uses = [clause for clause in node.clauses if isinstance(clause, Use)]
    yield from _wrong_words(node)
    yield from _used_twice(uses)
    yield from _missing_kits(unit, uses)
    if unit is not None:
        lines = (clause for clause in node.clauses if isinstance(clause, ManifestLine))
        for line in lines:
            if line.value.is_string and written_glob(line) in unit.empty_globs:
                yield EmptyGlob(value=line.value, word=line.word.text)
        yield from _cycles(project, unit, uses)
        yield from _undefined_policies(project, node)


# ── Words ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@cache
def _known_words() -> tuple[str, ...]:
    rows = (*words_at(WordPlace.APP), *words_at(WordPlace.PACKAGE))
    return tuple(dict.fromkeys(row.text for row in rows))


def _wrong_words(node: App | Package) -> Iterator[Problem]:
    for clause in node.clauses:
        if isinstance(clause, ManifestLine) and clause.word.text not in _known_words():
            meant = nearest(clause.word.text, _known_words())
            if meant is not None:
                yield ManifestFault(fault=WrongWord(word=clause.word, meant=meant))


# ── Uses ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _used_twice(uses: list[Use]) -> Iterator[Problem]:
    first: dict[str, Use] = {}
    for use in uses:
        earlier = first.setdefault(use.package.name.text, use)
        if earlier is not use and earlier.for_tests == use.for_tests:
            yield ManifestFault(fault=UsedTwice(use=use, first=earlier))


def _missing_kits(unit: Unit | None, uses: list[Use]) -> Iterator[Problem]:
    told: set[str] = set()
    for use in uses:
        name = use.package.name.text
        if use.package.major is None or name in told:
            continue
        told.add(name)
        if unit is None or name in unit.missing:
            yield UnresolvedKit(package=use.package)
        elif name in unit.doubles:
            yield UnresolvedKit(package=use.package, manifests=unit.doubles[name])


def _cycles(project: Project, unit: Unit, uses: list[Use]) -> Iterator[Problem]:
    by_name = {use.package.name.text: use.package for use in reversed(uses)}
    for way in unit.cycles:
        package = by_name.get(way[1])
        if package is not None:
            hops = [_hop(project, user, used) for user, used in pairwise(way[1:])]
            places = tuple(hop for hop in hops if hop is not None)
            yield ManifestFault(fault=KitCycle(package=package, way=way, hops=places))


def _hop(project: Project, user: str, used: str) -> Place | None:
    """Where the kit `user` says that it uses `used`."""
    for unit in project.units:
        file = project.files.get(unit.manifest) if unit.name == user else None
        for item in file.items if file is not None else ():
            for clause in item.node.clauses if isinstance(item.node, Package) else ():
                if isinstance(clause, Use) and clause.package.name.text == used:
                    return Place(unit.manifest, item, clause.package)
    return None


# ── Policies ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _undefined_policies(project: Project, node: App | Package) -> Iterator[Problem]:
    """The bodyless policies of kits that nothing in view defines, in an app that sees all of its kits.

    A bridge is left out: whether the platform takes it in is not written in the app.
    """
    if not isinstance(node, App) or not project.is_whole:
        return
    if any(item.chunk.problems for path in project.own_paths for item in project.files[path].items):
        return
    declared: dict[str, list[tuple[str, Item, Policy]]] = {}
    for path, file in project.files.items():
        for item in file.items:
            if isinstance(item.node, Policy):
                declared.setdefault(item.node.name.text, []).append((path, item, item.node))
    for _, policies in sorted(declared.items()):
        path, item, policy = policies[0]
        unit = project.unit_of(path)
        if unit is None or unit is project.unit or unit.is_bridge:
            continue
        if all(one.condition is None for _, _, one in policies):
            yield UndefinedPolicy(name=node.name, policy=Place(path, item, policy.name), kit=unit.name)
