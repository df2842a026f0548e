"""Which documents of the repository are pages of the site, and where each page stands.

The documents are written to be read where they lie, also on a code host: their links are paths of the repository, and
none holds a word for the generator.
"""

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FRONT = "index.md"
SINGLE = {
    "README.md": FRONT,
    "ARCHITECTURE.md": "development/architecture.md",
    "CONTRIBUTING.md": "development/contributing.md",
    "CHANGELOG.md": "development/changes.md",
    "SECURITY.md": "development/security.md",
    "docs/README.md": "contents.md",
}
"""The pages that stand elsewhere than their documents, by the documents' paths."""
FILES = {"LICENSE": "files/LICENSE.txt"}
"""Files that pages lead to and that are none themselves; all of `docs/schemas` and of the pictures are, too."""


def pages() -> dict[str, str]:
    """The path of each page of the site, by the path of its document in the repository."""
    return {**SINGLE, **dict(_of_docs())}


def _of_docs() -> Iterator[tuple[str, str]]:
    for path in sorted((ROOT / "docs").rglob("*.md")):
        document = path.relative_to(ROOT).as_posix()
        if document not in SINGLE:
            place = Path(document).relative_to("docs").as_posix()
            yield document, place.replace("README.md", "index.md")


def files() -> dict[str, str]:
    """The path in the site of each file that is no page, by its path in the repository."""
    found = (path for name in ("pictures", "schemas") for path in sorted((ROOT / "docs" / name).glob("*.*")))
    below = {path.relative_to(ROOT).as_posix(): path.relative_to(ROOT / "docs").as_posix() for path in found}
    return {**FILES, **below}
