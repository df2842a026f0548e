"""`python -m oracle [--seeds 10000] [--from 0]`, run in `tests/`: tells stories to the engine and to the model.

A story that they tell differently is made as small as it goes and put into `oracle/kept/`, where a test finds it.
"""

import argparse
import json
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from oracle.shrinking import smallest
from oracle.stories import story_of
from oracle.telling import difference

KEPT = Path(__file__).parent / "kept"
CHUNK = 25


def differing(seeds: range) -> list[int]:
    """The seeds whose stories are told differently."""
    return [seed for seed in seeds if difference(story_of(seed)) is not None]


def keep(seed: int) -> None:
    """Make the seed's story small and put it where a test finds it."""
    story = smallest(story_of(seed))
    print(f"seed {seed}: {difference(story)}", flush=True)
    KEPT.mkdir(exist_ok=True)
    (KEPT / f"seed-{seed}.json").write_text(json.dumps(story, indent=1) + "\n", encoding="utf-8")


def main() -> int:
    """Tell the stories of the seeds, on as many processors as asked for; the status says whether all agreed."""
    parser = argparse.ArgumentParser(prog="oracle", description=__doc__)
    parser.add_argument("--seeds", type=int, default=10_000)
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    last = options.first + options.seeds
    chunks = [range(at, min(at + CHUNK, last)) for at in range(options.first, last, CHUNK)]
    began, done, wrong = time.monotonic(), 0, 0
    with ProcessPoolExecutor(options.jobs) as pool:
        for chunk, found in zip(chunks, pool.map(differing, chunks), strict=True):
            done += len(chunk)
            wrong += len(found)
            print(f"{done} stories in {time.monotonic() - began:.0f} s, {wrong} told differently", flush=True)
            for seed in found:
                keep(seed)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
