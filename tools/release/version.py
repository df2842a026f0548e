"""The version of the project: which places say it, and whether they say the same.

`python -m tools.release.version` prints it, `python -m tools.release.version 0.2.0` writes another one everywhere.
"""

import re
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
SHAPE = re.compile(r"\d+\.\d+\.\d+")


@dataclass(frozen=True, slots=True)
class Place:
    """A file that says the version, and what stands before it there, as often as it stands there."""

    file: str
    before: str
    times: int = 1

    def found(self, root: Path) -> list[str]:
        """The versions that the file says."""
        text = (root / self.file).read_text("utf-8")
        return re.findall(rf"(?m){self.before}({SHAPE.pattern})", text)[: self.times]

    def write(self, root: Path, version: str) -> None:
        """Say another version there."""
        path = root / self.file
        text = path.read_text("utf-8")
        said = rf"(?m)({self.before}){SHAPE.pattern}"
        path.write_text(re.sub(said, rf"\g<1>{version}", text, count=self.times), "utf-8", newline="\n")


PLACES = (
    Place("pyproject.toml", r'^version = "'),
    Place("server/osy_server/handshake.py", r'^VERSION = "'),
    Place("vscode-extension/package.json", r'^  "version": "'),
    Place("vscode-extension/package-lock.json", r'^ {2,6}"version": "', times=2),
)


class VersionError(Exception):
    """The places do not agree, or a version has not the shape of one."""


def version(root: Path = ROOT) -> str:
    """The version that all places say; raises `VersionError` where they differ."""
    said = {f"{place.file}: {', '.join(place.found(root)) or 'none'}" for place in PLACES}
    versions = {found for place in PLACES for found in place.found(root)}
    if len(versions) != 1 or any(len(place.found(root)) != place.times for place in PLACES):
        raise VersionError("the version is not the same everywhere:\n  " + "\n  ".join(sorted(said)))
    return versions.pop()


def set_version(new: str, root: Path = ROOT) -> None:
    """Say this version everywhere; raises `VersionError` for what is none."""
    if not SHAPE.fullmatch(new):
        raise VersionError(f"`{new}` is no version: three numbers with points between them are needed")
    for place in PLACES:
        place.write(root, new)


def main(arguments: list[str]) -> int:
    """Print the version, or write the one that is given."""
    try:
        if arguments:
            set_version(arguments[0])
        print(version())
    except VersionError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
