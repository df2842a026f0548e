"""Builds the site: documents with their links led, their order, and Sphinx over it, whose warnings are faults."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.site import links, order, places
from tools.site.places import ROOT

CONFIGURATION = Path(__file__).parent / "sphinx"


class SiteError(Exception):
    """What is wrong with the documents, in lines."""


def build(site: Path) -> None:
    """Write the site into the folder, in the place of what is there. Raises `SiteError`."""
    with tempfile.TemporaryDirectory(prefix="osy-docs-") as folder:
        source, built = Path(folder) / "source", Path(folder) / "built"
        assemble(source)
        _run_sphinx(source, built, Path(folder) / "kept")
        shutil.rmtree(site, ignore_errors=True)
        site.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(built, site)


def assemble(source: Path) -> None:
    """Write what Sphinx reads into the folder. Raises `SiteError`."""
    shutil.copytree(CONFIGURATION, source)
    pages, files = places.pages(), places.files()
    faults = []
    for document, page in pages.items():
        try:
            text = links.placed(document, links.text_of(document), {**pages, **files})
        except links.LinkError as broken:
            faults.append(str(broken))
            continue
        target = source / page
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(f"{order.head(page)}{text}\n{order.lists(page, pages.values())}", encoding="utf-8")
    if faults:
        raise SiteError("\n".join(faults))
    for file, place in files.items():
        for target in (source / place, source / "extra" / place):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / file, target)


def _run_sphinx(source: Path, built: Path, kept: Path) -> None:
    options = ("-W", "--keep-going", "-q", "-b", "html", "-d", str(kept))
    command = [sys.executable, "-m", "sphinx", *options, str(source), str(built)]
    ended = subprocess.run(command, env={**os.environ, "NO_COLOR": "1"}, capture_output=True, text=True, check=False)
    if ended.returncode != 0:
        raise SiteError(f"{ended.stdout}{ended.stderr}".replace(f"{source}{os.sep}", ""))
    (built / ".buildinfo").unlink(missing_ok=True)
