"""What of others is bundled: the packages of `requirements.lock`, and those that the extension's script is made of."""

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from tools.release.failures import ReleaseError

ROOT = Path(__file__).parent.parent.parent
EXTENSION = ROOT / "vscode-extension"
LOCK = ROOT / "requirements.lock"
LICENCE_FILE = re.compile(r"(licen[cs]e|copying|notice|authors)[^/]*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundled:
    """One package that is installed or copied with ours."""

    ecosystem: str
    """`pypi` or `npm`, as in a package URL."""
    name: str
    version: str
    licence: str
    """An SPDX expression, or the licence's name where the package has no better."""
    texts: tuple[str, ...]
    """The texts of its licence files."""
    needs: tuple[str, ...]
    """The names of what it needs itself, of the same ecosystem and bundled too."""


@dataclass(frozen=True, slots=True)
class Locked:
    """One line of the lock."""

    name: str
    version: str
    requirement: str
    """The whole of it, with its hashes."""


def python_packages() -> tuple[Bundled, ...]:
    """The distributions of `requirements.lock`; raises `ReleaseError` for one that is not installed here."""
    pinned = _pinned()
    return tuple(_distribution(name, version, pinned) for name, version in sorted(pinned.items()))


def needed_by_ours() -> tuple[str, ...]:
    """The names of what the project's own description asks for."""
    return _needs(metadata.distribution("osysharp-tools"), _pinned())


def npm_packages() -> tuple[Bundled, ...]:
    """The npm packages whose code the extension's script holds."""
    lock = json.loads((EXTENSION / "package-lock.json").read_text("utf-8"))
    entries = {place: entry for place, entry in lock["packages"].items() if place and not entry.get("dev")}
    names = {place.rpartition("node_modules/")[2] for place in entries}
    return tuple(_npm_package(place, entry, names) for place, entry in sorted(entries.items()))


def locked() -> Iterator[Locked]:
    """What `requirements.lock` pins, in its order."""
    for part in re.split(r"\n(?=[A-Za-z0-9])", LOCK.read_text("utf-8")):
        found = re.match(r"([A-Za-z0-9._-]+)==([^ ;\\]+)", part)
        if found:
            kept = "\n".join(line for line in part.splitlines() if not line.lstrip().startswith("#"))
            yield Locked(found[1], found[2], f"{kept}\n")


def installed(name: str, version: str) -> metadata.Distribution:
    """The distribution as it is installed here; raises `ReleaseError` where it is not, or not of that version."""
    try:
        found = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        raise ReleaseError(f"{name} is not installed for {sys.executable}; `./dev setup` installs it") from None
    if found.version != version:
        raise ReleaseError(f"{name} {found.version} is installed, requirements.lock says {version}")
    return found


def _pinned() -> dict[str, str]:
    return {each.name: each.version for each in locked()}


def _distribution(name: str, version: str, pinned: dict[str, str]) -> Bundled:
    found = installed(name, version)
    files = [file for file in found.files or () if ".dist-info" in file.parts[0] and LICENCE_FILE.search(file.name)]
    texts = tuple(file.read_text("utf-8").strip() for file in sorted(files))
    return Bundled(
        ecosystem="pypi",
        name=name,
        version=version,
        licence=_python_licence(found),
        texts=texts,
        needs=_needs(found, pinned),
    )


def _python_licence(found: metadata.Distribution) -> str:
    said = [each for name in ("License-Expression", "License") for each in found.metadata.get_all(name) or ()]
    if said and "\n" not in said[0]:
        return str(said[0])
    classifiers = [each for each in found.metadata.get_all("Classifier") or () if each.startswith("License :: ")]
    if not classifiers:
        raise ReleaseError(f"{found.name} does not say under which licence it stands")
    return " AND ".join(each.rpartition(" :: ")[2] for each in classifiers)


def _needs(found: metadata.Distribution, pinned: dict[str, str]) -> tuple[str, ...]:
    # Whoever only packs the extension has no need of it.
    from packaging.requirements import Requirement

    requirements = [Requirement(each) for each in found.requires or ()]
    wanted = {_normal(each.name) for each in requirements if each.marker is None or each.marker.evaluate({"extra": ""})}
    return tuple(sorted(wanted & pinned.keys()))


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _npm_package(place: str, entry: dict[str, object], names: set[str]) -> Bundled:
    folder = EXTENSION / place
    if not (folder / "package.json").exists():
        raise ReleaseError(f"{place} is not installed: run `npm ci` in vscode-extension/")
    described = json.loads((folder / "package.json").read_text("utf-8"))
    texts = [path for path in sorted(folder.iterdir()) if path.is_file() and LICENCE_FILE.search(path.name)]
    if not texts or not described.get("license"):
        raise ReleaseError(f"{place} has no licence")
    return Bundled(
        ecosystem="npm",
        name=described["name"],
        version=str(entry["version"]),
        licence=described["license"],
        texts=tuple(path.read_text("utf-8").strip() for path in texts),
        needs=tuple(sorted(names & described.get("dependencies", {}).keys())),
    )
