"""The example with planted mistakes: each of them gets exactly one finding, and nothing else gets any."""

from pathlib import Path

from osy_analysis.checker import check
from osy_analysis.disk import load

MISTAKES = Path(__file__).parent.parent.parent / "examples" / "mistakes"

EXPECTED = [
    ("prices.osy", "syntax-unclosed"),
    ("purchases.osy", "workflow-goto-in-exit"),
    ("purchases.osy", "reliability-outbound-call-unguarded"),
    ("purchases.osy", "workflow-two-retry-budgets"),
    ("purchases.osy", "name-unknown-state"),
]


def test_each_planted_mistake_gets_exactly_one_finding() -> None:
    (project,) = load([str(MISTAKES)]).projects
    found = [(Path(diagnostic.path).name, diagnostic.code) for diagnostic in check(project)]
    assert found == EXPECTED
