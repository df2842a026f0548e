"""The project's rulings as the reference shows them: read where they are kept, given to the pages that they touch."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "language"
FILES = ("founding-rulings.md", "rulings.md")
TOUCHES: dict[str, str] = {
    "http": "R29 R32 R35 R116 R124",
    "http-client": "R32 R51",
    "language-attributes": "R36 R72 R112 R128 R130 R162",
    "language-class": "R76 R81 R83 R88 R92 R93 R97",
    "language-csharp": "R68 R69 R79 R80 R89 R95 R96 R114 R115",
    "language-entity": "R50 R125 R126 R128 R129 R162",
    "language-events": "R158",
    "language-grant": "R131",
    "language-manifest": "R31 R84 R85 R109 R110 R113 R117",
    "language-principal": "R132 R165",
    "language-security": "R82 R125 R126 R127 R130 R131",
    "language-topic": "R164",
    "language-translations": "R160",
    "library-collections": "R70 R166",
    "library-endpoints": "R136",
    "library-exceptions": "R50 R57 R89 R123",
    "library-files": "R122",
    "library-json": "R123",
    "library-mail": "R121 R124",
    "library-numbers": "R68 R118",
    "library-platform": "R120",
    "library-records": "R159 R163",
    "library-text": "R69 R81",
    "library-time": "R1 R78 R119",
    "test-api": "R136",
    "test-assert": "R53 R71 R135 R138",
    "test-cost": "R137",
    "test-fixture": "R28 R74 R75 R76 R134",
    "test-runas": "R126 R132",
    "test-stub": "R29 R51 R52 R124",
    "test-ui": "R135",
    "workflow": "R25 R27 R54 R55 R67 R77 R103 R152",
    "workflow-accrues": "R22 R25 R105",
    "workflow-assigned": "R5 R18 R38",
    "workflow-audit": "R23 R24 R39 R43 R66",
    "workflow-autostart": "R25 R26 R44 R55 R63 R102",
    "workflow-backoff": "R7 R38",
    "workflow-candidates": "R12 R19 R42 R60",
    "workflow-complete-when": "R15 R154",
    "workflow-correlate-on": "R150",
    "workflow-deadline": "R16 R45 R56",
    "workflow-durable-clock": "R2",
    "workflow-enter-exit": "R8 R9 R11 R58 R59 R108",
    "workflow-event": "R13 R60 R61 R62",
    "workflow-exhausted": "R6 R7 R90",
    "workflow-expire": "R6 R45 R56",
    "workflow-fault-propagation": "R6 R24",
    "workflow-finished": "R5 R41",
    "workflow-goto": "R9 R10 R11 R57 R59",
    "workflow-inbox": "R21 R65",
    "workflow-initial": "R26 R44 R102",
    "workflow-item": "R97",
    "workflow-milestone": "R3 R5 R6 R38 R103",
    "workflow-milestone-enter": "R6 R41",
    "workflow-network": "R32 R33 R34 R35 R89 R115",
    "workflow-on-complete": "R15",
    "workflow-raise": "R12 R13 R37 R58 R61 R98",
    "workflow-redeem": "R48 R153",
    "workflow-remind": "R4 R38 R39",
    "workflow-requires": "R153",
    "workflow-retries": "R7 R90",
    "workflow-route": "R12 R14 R40 R62",
    "workflow-run": "R63 R152",
    "workflow-run-handle": "R19 R20 R64",
    "workflow-service-hours": "R22 R49 R139 R140",
    "workflow-settle": "R2 R3 R4 R37 R54 R57",
    "workflow-slot": "R17 R18 R42 R64 R98",
    "workflow-slot-assign": "R42 R64",
    "workflow-slot-breaches-at": "R46 R65",
    "workflow-slot-callback-url": "R48 R153",
    "workflow-slot-candidates": "R19 R42",
    "workflow-slot-claim": "R18 R19 R42 R64",
    "workflow-slot-release": "R5 R42",
    "workflow-slot-status": "R18",
    "workflow-start": "R11 R26",
    "workflow-started-at": "R5 R16 R55",
    "workflow-state": "R27 R106 R107",
    "workflow-subscribe": "R17 R40 R62",
    "workflow-terminal": "R11 R43",
    "workflow-tracks": "R27 R102 R104 R106",
    "workflow-transitions": "R20 R45",
    "workflow-unassigned": "R6 R38 R39",
    "workflow-unfinished": "R6 R38 R39",
    "workflow-within": "R5 R22 R38",
    "workflow-work": "R21 R46 R47 R65",
    "workflow-work-by-item": "R21 R47 R65 R151",
}
"""The rulings that a reader of a page should know, by the page."""
_RULING = re.compile(r"^- (?P<text>\*\*(?P<number>R\d+)\b(?:.*\n)(?:[ ]{2}\S.*\n|\n(?=[ ]{2}\S))*)", re.MULTILINE)


def of_page(page_id: str) -> Iterator[str]:
    """The rulings that touch the page, each as Markdown on one line."""
    for number in TOUCHES.get(page_id, "").split():
        yield every()[number]


@cache
def every() -> dict[str, str]:
    """All rulings by their numbers."""
    found: dict[str, str] = {}
    for name in FILES:
        for ruling in _RULING.finditer((FOLDER / name).read_text(encoding="utf-8")):
            found[ruling["number"]] = " ".join(ruling["text"].split())
    return found
