"""What a run reached of each project, collected while its tests run."""

from collections.abc import Iterable

from osy_analysis.project import Project
from osy_runtime.testing.recorder import Hit


class Coverage:
    """The counts of a run, by project."""

    def __init__(self) -> None:
        """Nothing is reached yet."""
        self._counts: dict[Project, dict[Hit, int]] = {}

    def add(self, project: Project, hits: Iterable[tuple[Hit, int]]) -> None:
        """Take in what one test reached."""
        counts = self._counts.setdefault(project, {})
        for hit, count in hits:
            counts[hit] = counts.get(hit, 0) + count

    def of(self, project: Project) -> dict[Hit, int]:
        """What was reached of the project, and how often."""
        return self._counts.get(project, {})
