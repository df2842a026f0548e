"""`python -m format [--texts 10000] [--from 0]`, run in `tests/`: tries to break the laws of the formatter.

The texts are the samples with other blanks, other tokens, pieces left out; the seeds' programs too, where the
specification lies beside the repository. A text that breaks a law is told by its number, which makes it again.
"""

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from osy_testing.formatting import WIDTHS, broken_laws, fuzzed_text

CHUNK = 50


def broken(numbers: range) -> list[tuple[int, list[str]]]:
    """The numbers of the texts that break laws, each with which."""
    found = []
    for number in numbers:
        laws = broken_laws(fuzzed_text(number), WIDTHS[number % len(WIDTHS)])
        if laws:
            found.append((number, laws))
    return found


def main() -> int:
    """Try the texts, on as many processors as asked for; the status says whether every law held."""
    parser = argparse.ArgumentParser(prog="format", description=__doc__)
    parser.add_argument("--texts", type=int, default=10_000)
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    last = options.first + options.texts
    chunks = [range(at, min(at + CHUNK, last)) for at in range(options.first, last, CHUNK)]
    began, count = time.monotonic(), 0
    with ProcessPoolExecutor(options.jobs) as pool:
        for chunk, found in zip(chunks, pool.map(broken, chunks), strict=True):
            count += len(found)
            if (chunk.stop - options.first) % 500 == 0:
                print(f"… {chunk.stop - options.first} texts, {time.monotonic() - began:.0f} s", flush=True)
            for number, laws in found:
                print(f"text {number}: {'; '.join(laws)}", flush=True)
    print(f"{options.texts} texts, {count} broke a law, {time.monotonic() - began:.0f} s")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
