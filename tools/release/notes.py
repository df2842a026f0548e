"""What users are told of a release, out of the fragments in `changes/`."""

import sys

from tools.release.build import run
from tools.release.version import version


def release_notes() -> str:
    """The changes since the last release, as Markdown."""
    return run(sys.executable, "-m", "towncrier", "build", "--draft", "--version", version())
