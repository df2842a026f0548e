"""`python -m mutants FOLDER…`, run in `tests/`: how many planted faults are found in the programs of some folders."""

import argparse
from collections import Counter

from mutants.plant import sample, verdicts
from osy_analysis.disk import load


def main() -> None:
    """Print what was missed, what else was said, and the figures by code."""
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__)
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--per-code", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--code")
    options = parser.parse_args()
    planted: Counter[str] = Counter()
    found: Counter[str] = Counter()
    noisy: Counter[str] = Counter()
    for project in load(options.folders).projects:
        chosen = [m for m in sample(project, options.per_code, options.seed) if options.code in (None, m.code)]
        for verdict in verdicts(project, chosen):
            mutant = verdict.mutant
            planted[mutant.code] += 1
            found[mutant.code] += verdict.is_found
            noisy[mutant.code] += bool(verdict.others)
            place = f"{mutant.path}:{mutant.line(project) + 1}"
            written = " + ".join(repr(edit.text[:60]) for edit in mutant.edits)
            if not verdict.is_found:
                print(f"missed {mutant.code} {place} {written}")
            for other in verdict.others:
                print(f"also {other.code} beside {mutant.code} {place} {written}: {other.message}")
    for code in sorted(planted):
        print(f"{code:45} {found[code]:5} of {planted[code]:5}, {noisy[code]} with something else")
    total = sum(planted.values())
    print(f"found {sum(found.values())} of {total}; something else in {sum(noisy.values())}")


if __name__ == "__main__":
    main()
