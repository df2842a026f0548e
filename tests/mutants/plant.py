"""Plants faults into whole projects: all that fit, or a steady sample of them."""

import random
from collections.abc import Iterator
from functools import cache

from mutants.code_faults import clash, code_faults
from mutants.mutant import Mutant, Verdict, judge, sites
from mutants.network_faults import network_faults
from mutants.workflow_faults import workflow_faults
from osy_analysis.checker import check
from osy_analysis.diagnostic import Diagnostic
from osy_analysis.project import Project


def faults(project: Project) -> Iterator[Mutant]:
    """Every fault that can be planted into the project's own files, manifests excepted."""
    for site in sites(project):
        if site.item.chunk.problems:
            continue
        yield from workflow_faults(site)
        yield from code_faults(site)
        yield from network_faults(site)
        yield from clash(site)


def sample(project: Project, per_code: int, seed: int = 1) -> list[Mutant]:
    """At most `per_code` faults of each code, the same ones each time."""
    by_code: dict[str, list[Mutant]] = {}
    for mutant in faults(project):
        by_code.setdefault(mutant.code, []).append(mutant)
    chosen = random.Random(seed)
    return [
        mutant for code in sorted(by_code) for mutant in chosen.sample(by_code[code], min(per_code, len(by_code[code])))
    ]


@cache
def _findings(project: Project) -> tuple[Diagnostic, ...]:
    return check(project)


def verdicts(project: Project, mutants: list[Mutant]) -> Iterator[Verdict]:
    """What the analyser says of each."""
    before = _findings(project)
    for mutant in mutants:
        yield judge(project, before, mutant)
