"""The workflow graph: the value of 2,000 lines against parsing them, and the picture of sixty states.

What a check has found already (where the bodies are and what stands in them) is taken as given, as it is in an editor.
"""

import argparse
import statistics
import time
from collections.abc import Callable

from osy_analysis.graph import graphs_of
from osy_analysis.graph.drawing import drawing_of
from osy_analysis.graph.svg import svg_of
from osy_analysis.graph.text import text_of
from osy_analysis.passes.facts import chunk_problems
from osy_grammar import parse

VALUE_GOAL_MS = 30
PICTURE_GOAL_MS = 1000
SAMPLES = 21


def workflow(states: int) -> str:
    """A workflow of about 14 lines a state: slots with promises, clocks, guarded routes, redirects, ways back."""
    parts = ["workflow Big {\n  Tracks  = Row.State;\n  Initial = S0;\n  event Go(int n);\n  event Back();\n\n"]
    for number in range(states):
        ahead, behind = min(number + 1, states - 1), max(number - 3, 0)
        parts.append(
            f"  /// Step {number}.\n  state S{number} {{\n"
            f"    enter {{\n      if (this.Item.N > {number}) {{ goto S{min(number + 2, states - 1)}; }}\n    }}\n"
            f"    Expire {{ Within = TimeSpan.FromHours({number}); }}\n"
            f"    subscribe Go() as Slot{number} {{\n      Candidates = u => u.IsClerk;\n"
            f"      Finished {{ Within = TimeSpan.FromDays(1); Unfinished {{ goto S{behind}; }} }}\n    }}\n"
            f"    on Slot{number}(int n) {{ when (n > 3) {{ goto S{ahead}; }} default {{ }} }}\n"
            f"    on Expire {{ goto S{behind}; }}\n  }}\n\n"
        )
    return "".join([*parts, "}\n"])


def median_ms(work: Callable[[], object], samples: int) -> float:
    """The typical time of the work, of the processor: others may be at work on the machine."""
    took = []
    for _ in range(samples):
        start = time.process_time()
        work()
        took.append((time.process_time() - start) * 1000)
    return statistics.median(took)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    samples = 3 if parser.parse_args().quick else SAMPLES
    text = workflow(145)
    file = parse(text)
    for item in file.items:
        chunk_problems(item.chunk)
    value = median_ms(lambda: graphs_of(file), samples)
    whole = median_ms(lambda: parse(text), samples)
    lines = text.count("\n")
    print(f"value of {lines} lines: {value:.1f} ms, 1/{whole / value:.0f} of parsing them (goal: {VALUE_GOAL_MS} ms)")
    drawing = drawing_of(graphs_of(parse(workflow(60)))[0])
    picture = median_ms(lambda: svg_of(drawing), samples)
    characters = median_ms(lambda: text_of(drawing), samples)
    print(
        f"60 states, {len(drawing.arrows)} arrows: SVG {picture:.0f} ms (goal: {PICTURE_GOAL_MS} ms), "
        f"in characters {characters:.0f} ms"
    )


if __name__ == "__main__":
    main()
