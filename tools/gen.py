"""`python -m tools gen`: writes what is generated, or, with `--check`, says what is not as it would be written.

A generator gives its files by path, relative to the repository; the same table always gives the same bytes.
"""

import sys
from pathlib import Path

from tools import tables
from tools.generate import (
    commands,
    configuration,
    emacs,
    findings,
    index,
    markdown,
    nvim_settings,
    readme,
    reference,
    schemas,
    settings,
    support,
    textmate,
    vim,
)

ROOT = Path(__file__).resolve().parent.parent
REPAIR = "python -m tools gen"
GENERATORS = (
    textmate.generate,
    markdown.generate,
    configuration.generate,
    vim.generate,
    nvim_settings.generate,
    emacs.generate,
    reference.generate,
    commands.generate,
    settings.generate,
    findings.generate,
    support.generate,
    readme.generate,
    schemas.generate,
    tables.generate,
    index.generate,
)


def outputs() -> dict[str, str]:
    """Every generated file by its path in the repository."""
    files: dict[str, str] = {}
    for generator in GENERATORS:
        for path, text in generator().items():
            files[(ROOT / path).relative_to(ROOT).as_posix()] = text
    return files


def stale(files: dict[str, str]) -> list[str]:
    """What is wrong in the repository: files that differ or are missing, and leftovers of pages that are gone."""
    found = [path for path, text in files.items() if read(ROOT / path) != text]
    kept = {ROOT / path for path in files}
    leftovers = [file for file in (ROOT / reference.FOLDER).glob("*.md") if file not in kept]
    return sorted(found + [file.relative_to(ROOT).as_posix() for file in leftovers])


def read(path: Path) -> str | None:
    """The file's text as it is, or None if there is none."""
    return path.read_bytes().decode("utf-8", "replace") if path.is_file() else None


def write() -> int:
    """Bring every generated file up to date and say which ones were not."""
    files = outputs()
    for path in stale(files):
        target = ROOT / path
        if path in files:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(files[path].encode("utf-8"))
            print(f"wrote {path}")
        else:
            target.unlink()
            print(f"removed {path}")
    return 0


def check() -> int:
    """Say which generated files are not fresh, and what repairs them."""
    found = stale(outputs())
    if not found:
        return 0
    for path in found:
        print(f"{path}: not what the generator writes", file=sys.stderr)
    print(f"run `{REPAIR}`", file=sys.stderr)
    return 1


def show(names: list[str]) -> int:
    """Print the generated files whose paths end in one of the names; all of them if none is given."""
    files = outputs()
    chosen = [path for path in files if not names or any(path.endswith(name) for name in names)]
    for path in chosen:
        print(f"==> {path} <==\n{files[path]}", end="")
    if not chosen:
        print(f"nothing generated ends in {' or '.join(names)}", file=sys.stderr)
    return 0 if chosen else 1
