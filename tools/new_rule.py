"""`python -m tools new-rule CODE`: the stubs of a diagnostic, in the shape that the tests of all rules expect.

A diagnostic is a kind of problem (data that a pass finds), a rule (the words for it) and a page, which is documentation
and test at once. The stubs fail their tests until they say something: the page's example is not reported yet.
"""

import re
import sys
from pathlib import Path

from tools.gen import ROOT

CODE = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)+")

IMPORTS = (
    ("osy_grammar.nodes.base", "Node"),
    ("osy_analysis.problems.base", "Problem"),
    ("osy_analysis.problems.base", "problem"),
)
PROBLEM = '''

@problem
class {name}(Problem):
    """What is wrong, in one sentence."""

    node: Node
'''
PROBLEM_HEAD = '''"""Problems of the area `{area}`."""

from osy_analysis.problems.base import Problem, problem
from osy_grammar.nodes.base import Node
'''
RULE = '''"""What is wrong, in a few words."""

from collections.abc import Iterator

from osy_analysis.diagnostic import Level
from osy_analysis.problems.{module} import {name}
from osy_analysis.rule import Context, Finding, Rule


def check(ctx: Context, problem: {name}) -> Iterator[Finding]:
    """Say what is wrong, why, and what to do."""
    yield Finding(span=ctx.span(problem.node), message=f"`{{ctx.text(problem.node)}}` …", hint="…")


RULE = Rule(code="{code}", level=Level.WARNING, on={name}, check=check)
'''
PAGE = """# {code}

**Warning.** What is wrong, in one sentence.

## What it does

## Why

## Example

```osy
void Example() {{
  Nothing();  // warning: [{code}] "…"
}}
```

## Fix

```osy
void Example() {{
}}
```
"""


def make(code: str, root: Path = ROOT) -> int:
    """Write the stubs of the diagnostic `code` and say where they are; nothing is overwritten."""
    if not CODE.fullmatch(code):
        print(f"`{code}` is no code: an area and what was seen, such as `workflow-dead-end`", file=sys.stderr)
        return 2
    area, _, seen = code.partition("-")
    files = stubs(area, seen, code, root)
    present = [path for path in files if path.name != "__init__.py" and path.exists()]
    if present:
        print(f"there already: {', '.join(str(path.relative_to(root)) for path in present)}", file=sys.stderr)
        return 1
    for path, text in files.items():
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.relative_to(root)}")
    add_problem(area, name_of(seen), root)
    return 0


def stubs(area: str, seen: str, code: str, root: Path) -> dict[Path, str]:
    """The files of a diagnostic by their paths."""
    rules = root / "analysis" / "osy_analysis" / "rules" / area
    values = {"code": code, "name": name_of(seen), "module": problems_module(area, root).stem}
    return {
        rules / "__init__.py": f'"""Diagnostics of {area}."""\n',
        rules / f"{seen.replace('-', '_')}.py": RULE.format(**values),
        root / "docs" / "diagnostics" / f"{code}.md": PAGE.format(**values),
    }


def add_problem(area: str, name: str, root: Path) -> None:
    """Add the kind of problem to its area's module, unless it is there."""
    path = problems_module(area, root)
    text = path.read_text(encoding="utf-8") if path.exists() else PROBLEM_HEAD.format(area=area)
    if f"class {name}(" in text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    for module, imported in IMPORTS:
        text = with_import(text, module, imported)
    path.write_text(text.rstrip("\n") + "\n" + PROBLEM.format(name=name), encoding="utf-8")
    print(f"added {name} to {path.relative_to(root)}")


def with_import(text: str, module: str, name: str) -> str:
    """The module's text, with the name imported."""
    lines = text.splitlines()
    ours = [number for number, line in enumerate(lines) if line.startswith("from osy_")]
    same = next((number for number in ours if lines[number].startswith(f"from {module} ")), None)
    if same is not None:
        # Classes before functions, as the linter orders them.
        names = {*lines[same].partition(" import ")[2].split(", "), name}
        ordered = sorted(names, key=lambda item: (item.islower(), item))
        lines[same] = f"from {module} import {', '.join(ordered)}"
    elif ours:
        later = [number for number in ours if lines[number].split()[1] > module]
        lines.insert(later[0] if later else ours[-1] + 1, f"from {module} import {name}")
    else:
        end = next(number for number, line in enumerate(lines) if line.rstrip().endswith('"""'))
        lines[end + 1 : end + 1] = ["", f"from {module} import {name}"]
    return "\n".join(lines)


def problems_module(area: str, root: Path) -> Path:
    """The module of the area's problems; some are called by the plural."""
    folder = root / "analysis" / "osy_analysis" / "problems"
    plural = folder / f"{area}s.py"
    return plural if plural.exists() else folder / f"{area}.py"


def name_of(seen: str) -> str:
    """The name of the problem's class."""
    return "".join(part.capitalize() for part in seen.split("-"))
