"""Formatting: how much of a folder of programs stays as it is, and whether the time grows with the text.

`python -m benchmarks.format FOLDER` tells for every repository below the folder (its own folders, or itself) how many
of 100 lines stay, and with `--diff` which do not. Without a folder the formatter is measured: a file of 100,000 lines,
neat and with other blanks, beside a tenth of it and beside the parse of the same text, in one process.
"""

import argparse
import difflib
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from osy_grammar.driver import collector_off
from osy_grammar.format import format_edits, format_text
from osy_grammar.parse import parse

ROOT = Path(__file__).parent.parent
SAMPLES = ROOT / "tests" / "samples"
LINES, QUICK_LINES = 100_000, 2_000
STAYING = 97.0
GROWTH = 13.0
"""Ten times the lines may take so many times as long."""


def main() -> int:
    """Measure and print; a missed goal is said and fails nothing."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.format", description="Measure the formatter.")
    parser.add_argument("folder", nargs="?", type=Path, help="programs, of which to tell how many lines stay")
    parser.add_argument("--diff", action="store_true", help="show the lines that do not stay")
    parser.add_argument("--quick", action="store_true", help="a small file: shows that it works, not how fast it is")
    options = parser.parse_args()
    if options.folder is not None:
        return _tell_staying(options.folder, is_shown=options.diff)
    _tell_growth(QUICK_LINES if options.quick else LINES)
    return 0


# ── What stays ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _tell_staying(folder: Path, *, is_shown: bool) -> int:
    all_lines = all_staying = 0
    for name, files in sorted(_repositories(folder).items()):
        lines = staying = 0
        for file in files:
            text = file.read_text(encoding="utf-8")
            before, after = text.splitlines(), format_text(text).splitlines()
            lines += len(before)
            staying += sum(block.size for block in _matcher(before, after).get_matching_blocks())
            if is_shown:
                sys.stdout.writelines(f"{line}\n" for line in _changes(file, before, after))
        print(f"{name:<24} {len(files):>4} files {lines:>7} lines  {100 * staying / max(lines, 1):6.2f} of 100 stay")
        all_lines, all_staying = all_lines + lines, all_staying + staying
    if not all_lines:
        print(f"there is no program in {folder}")
        return 1
    share = 100 * all_staying / all_lines
    print(f"{'all':<24} {all_lines:>18} lines  {share:6.2f} of 100 stay (goal {STAYING:g})")
    return 0


def _repositories(folder: Path) -> dict[str, list[Path]]:
    found: dict[str, list[Path]] = {}
    for file in sorted(folder.rglob("*.osy")):
        parts = file.relative_to(folder).parts
        found.setdefault(parts[0] if len(parts) > 1 else folder.name, []).append(file)
    return found


def _matcher(before: list[str], after: list[str]) -> difflib.SequenceMatcher[str]:
    return difflib.SequenceMatcher(None, before, after, autojunk=False)


def _changes(file: Path, before: list[str], after: list[str]) -> Iterator[str]:
    yield from difflib.unified_diff(before, after, str(file), "formatted", lineterm="", n=0)


# ── How long it takes ────────────────────────────────────────────────────────────────────────────────────────────────


def _tell_growth(lines: int) -> None:
    small, large = program(lines // 10), program(lines)
    for name, change in (("neat", str), ("with other blanks", _scrambled)):
        _, short = _times(change(small))
        whole_parsing, long = _times(change(large))
        growth = long / short
        print(f"{lines} lines, {name}: {long:.2f} s of a processor, {long / whole_parsing:.1f} times their parse")
        print(
            f"  {growth:.1f} times as long as a tenth of them (goal: at most {GROWTH:g}); {lines / long:,.0f} lines/s"
        )


def program(lines: int) -> str:
    """A program of so many lines, made of the samples; every declaration has a name of its own."""
    texts = [file.read_text(encoding="utf-8") for file in sorted(SAMPLES.glob("*.osy")) if "manifest" not in file.stem]
    parts: list[str] = []
    count = number = 0
    while count < lines:
        # A declaration that was parsed before would be taken from there.
        part = f"// Part {number}.\n" + texts[number % len(texts)] + "\n"
        parts.append(part.replace("Ship", f"Ship{number}"))
        count += part.count("\n")
        number += 1
    return "".join(parts)


def _scrambled(text: str) -> str:
    random = Random(1)
    blanks = ("  ", "\t", "      ")
    return "\n".join(random.choice(blanks) * random.randrange(4) + line.strip() for line in text.split("\n"))


def _times(text: str) -> tuple[float, float]:
    """How many seconds of a processor the text takes to parse, and how many to format."""
    with collector_off():
        began = time.process_time()
        source = parse(text)
        parsed = time.process_time()
        format_edits(source)
        return parsed - began, time.process_time() - parsed


if __name__ == "__main__":
    sys.exit(main())
