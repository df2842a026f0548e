"""Finds the rules: every module under `rules/` that is no package holds one, as `RULE`."""

from collections.abc import Mapping
from functools import cache

from osy_analysis.problems.base import Problem
from osy_analysis.rule import Rule


@cache
def all_rules() -> tuple[Rule[Problem], ...]:
    """Every rule, sorted by code."""
    # Only a fault or a comment that silences one makes a start pay for this.
    from importlib import import_module
    from pkgutil import iter_modules

    from osy_analysis import rules

    found: list[Rule[Problem]] = []
    for area in iter_modules(rules.__path__, f"{rules.__name__}."):
        for module in iter_modules(import_module(area.name).__path__, f"{area.name}."):
            found.append(import_module(module.name).RULE)
    return tuple(sorted(found, key=lambda rule: rule.code))


@cache
def rules_by_problem() -> Mapping[type[Problem], tuple[Rule[Problem], ...]]:
    """The rules that speak of each kind of problem."""
    table: dict[type[Problem], tuple[Rule[Problem], ...]] = {}
    for rule in all_rules():
        table[rule.on] = (*table.get(rule.on, ()), rule)
    return table
