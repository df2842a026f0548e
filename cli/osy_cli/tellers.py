"""Who tells a test run: as text while it happens, as one JSON object at its end, or as a line of JSON an event.

What writes a form is imported by who tells it in that form: a run that is told in words pays for no other.
"""

import sys
import time
from collections.abc import Mapping, Sequence
from typing import Protocol, TextIO

from osy_analysis.diagnostic import Diagnostic
from osy_cli.exits import CommandError
from osy_cli.render.terminal import Terminal, terminal_of, use_utf8
from osy_cli.render.tests_text import result_text, summary_text
from osy_cli.render.text import counted, diagnostic_text
from osy_cli.sources import Sources
from osy_runtime.events import (
    Discovered,
    DiscoveredTest,
    Event,
    RunFinished,
    RunStarted,
    Summary,
    TestFinished,
    TestResult,
)


class Teller(Protocol):
    """Tells a run to somebody."""

    def hear(self, event: Event) -> None:
        """Take one event of the run."""

    def refuse(self, errors: Sequence[Diagnostic]) -> None:
        """Say that the project does not compile."""

    def list_tests(self, tests: Sequence[DiscoveredTest]) -> None:
        """Say which tests there are."""

    def nothing(self, reason: str) -> None:
        """Say that there is no test to run."""


class TextTeller:
    """For people: a line a test, failures in full, the closing line."""

    def __init__(self, output: TextIO, sources: Sources) -> None:
        """Write to `output`; failures show lines of `sources`."""
        self._output = output
        self._sources = sources
        self._terminal = terminal_of(output)
        self._start = time.perf_counter()
        self._ends_with_gap = False

    def hear(self, event: Event) -> None:
        """Write what a person wants to know at once."""
        match event:
            case TestFinished(result=result):
                text = result_text(result, self._sources, self._terminal)
                self._ends_with_gap = text.endswith("\n\n")
                self._output.write(text)
                self._output.flush()
            case RunFinished(summary=summary, message=note):
                seconds = time.perf_counter() - self._start
                gap = "" if self._ends_with_gap else "\n"
                self._output.write(gap + summary_text(summary, seconds, self._terminal))
                if note:
                    self._output.write(f"note: {note}\n")
            case _:
                pass

    def refuse(self, errors: Sequence[Diagnostic]) -> None:
        """Show the errors."""
        for error in errors:
            self._output.write(diagnostic_text(error, self._sources, self._terminal) + "\n")
        self._output.write(f"No test was run: the program has {counted(len(errors), 'error')}.\n")

    def list_tests(self, tests: Sequence[DiscoveredTest]) -> None:
        """One id a line."""
        for test in tests:
            self._output.write(test.id + "\n")

    def nothing(self, reason: str) -> None:
        """A complaint, not a result."""
        sys.stderr.write(f"osy: {reason}\n")


class JsonTeller:
    """For scripts: one object when all is over."""

    def __init__(self, output: TextIO, sources: Sources) -> None:
        """Write to `output`; diagnostics are placed in `sources`."""
        use_utf8(output)
        self._output = output
        self._sources = sources
        self._results: list[TestResult] = []

    def hear(self, event: Event) -> None:
        """Collect results; write them at the end."""
        match event:
            case TestFinished(result=result):
                self._results.append(result)
            case RunFinished(summary=summary):
                self._write_results(summary)
            case _:
                pass

    def refuse(self, errors: Sequence[Diagnostic]) -> None:
        """The diagnostics in the place of tests."""
        from osy_cli.render.json import diagnostic_rows, dump
        from osy_cli.render.tests_json import refused_json

        self._output.write(dump(refused_json(diagnostic_rows(errors, self._sources))))

    def list_tests(self, tests: Sequence[DiscoveredTest]) -> None:
        """The tests without outcomes."""
        from osy_cli.render.json import dump
        from osy_cli.render.tests_json import listing_json

        self._output.write(dump(listing_json(tests)))

    def nothing(self, reason: str) -> None:
        """An object without tests: what reads it need not know of a second form."""
        self._write_results(Summary())

    def _write_results(self, summary: Summary) -> None:
        from osy_cli.render.json import dump
        from osy_cli.render.tests_json import results_json

        self._output.write(dump(results_json(self._results, summary)))


class JunitTeller:
    """For CI servers: one XML document when all is over."""

    def __init__(self, output: TextIO, sources: Sources) -> None:
        """Write to `output`; failures show lines of `sources`."""
        use_utf8(output)
        self._output = output
        self._sources = sources
        self._results: list[TestResult] = []

    def hear(self, event: Event) -> None:
        """Collect results; write them at the end."""
        from osy_cli.render.tests_junit import results_junit

        match event:
            case TestFinished(result=result):
                self._results.append(result)
            case RunFinished():
                self._output.write(results_junit(self._results, self._sources))
            case _:
                pass

    def refuse(self, errors: Sequence[Diagnostic]) -> None:
        """The findings in the place of tests."""
        from osy_cli.render.tests_junit import refused_junit

        shown = (diagnostic_text(error, self._sources, Terminal()) for error in errors)
        self._output.write(refused_junit(shown))

    def list_tests(self, tests: Sequence[DiscoveredTest]) -> None:
        """JUnit knows results only."""
        raise CommandError("`--list` has no JUnit form; there are `text`, `json` and `events`")

    def nothing(self, reason: str) -> None:
        """A document without tests, and the complaint."""
        from osy_cli.render.tests_junit import results_junit

        self._output.write(results_junit([], self._sources))
        sys.stderr.write(f"osy: {reason}\n")


class EventTeller:
    """For editors: each event as one line of JSON, as soon as it happens."""

    def __init__(self, output: TextIO, sources: Sources) -> None:
        """Write to `output`; diagnostics are placed in `sources`."""
        use_utf8(output)
        self._output = output
        self._sources = sources

    def hear(self, event: Event) -> None:
        """Write it."""
        self._output.write(event.model_dump_json() + "\n")
        self._output.flush()

    def refuse(self, errors: Sequence[Diagnostic]) -> None:
        """A run that ends before it began, with the diagnostics."""
        from osy_cli.render.json import diagnostic_rows

        rows = tuple(dict(row) for row in diagnostic_rows(errors, self._sources))
        self.hear(RunStarted())
        self.hear(RunFinished(summary=Summary(), diagnostics=rows))

    def list_tests(self, tests: Sequence[DiscoveredTest]) -> None:
        """A run that discovers and runs nothing."""
        self.hear(RunStarted())
        self.hear(Discovered(tests=tuple(tests)))
        self.hear(RunFinished(summary=Summary()))

    def nothing(self, reason: str) -> None:
        """A run without tests that says why."""
        self.hear(RunStarted())
        self.hear(RunFinished(summary=Summary(), message=reason))


class TellerClass(Protocol):
    """Makes a teller."""

    def __call__(self, output: TextIO, sources: Sources) -> Teller:
        """A teller that writes to `output`."""


TELLERS: Mapping[str, TellerClass] = {
    "text": TextTeller,
    "json": JsonTeller,
    "junit": JunitTeller,
    "events": EventTeller,
}
