"""The project's own documents and the fenced blocks in them."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parents[2]
TOP = ("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "SECURITY.md")
FOLDERS = ("start", "guide", "editors", "development")
"""Of `docs`: the pages that are written by hand. The other folders are made of sources that have tests of their own."""


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its document, the line of its first line (from 1), and the words behind its fence."""

    document: Path
    line: int
    words: tuple[str, ...]
    text: str

    @property
    def language(self) -> str:
        """The first word; empty for none."""
        return self.words[0] if self.words else ""

    @property
    def id(self) -> str:
        """A name for the test report."""
        return f"{self.document.relative_to(ROOT).as_posix()}:{self.line}"


def documents() -> list[Path]:
    """The documents that are written by hand."""
    below = (path for folder in FOLDERS for path in sorted((ROOT / "docs" / folder).glob("*.md")))
    return [*(ROOT / name for name in TOP), ROOT / "docs" / "README.md", *below]


def blocks(document: Path) -> Iterator[Block]:
    """The fenced blocks of a document."""
    for token in MarkdownIt("commonmark").parse(document.read_text(encoding="utf-8")):
        if token.type == "fence" and token.map is not None:
            yield Block(document, token.map[0] + 2, tuple(token.info.split()), token.content)


def all_blocks(*languages: str) -> list[Block]:
    """The blocks of these languages in all documents."""
    return [block for document in documents() for block in blocks(document) if block.language in languages]
