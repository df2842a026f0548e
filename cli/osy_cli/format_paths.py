"""Which files `osy fmt` formats, from the paths it is given."""

# Paths are strings throughout, as everywhere in a project: with lone surrogates, in any form that was given.
# ruff: noqa: PTH100, PTH110, PTH112

import os
from collections.abc import Iterator, Sequence

from osy_analysis.files import EXTENSION
from osy_analysis.survey import Surveyor
from osy_cli.exits import CommandError
from osy_cli.inputs import DOCUMENT_ENDINGS


def files_of(surveyor: Surveyor, paths: Sequence[str], *, heeds_exclusion: bool) -> Iterator[str]:
    """The files that the paths name: a file itself, of a folder the programs, or its documents if it has none.

    What git ignores and what settings exclude is no part of a folder; with `heeds_exclusion` it is left out where it
    is named itself, too.
    """
    for given in paths:
        path = os.path.abspath(given)
        if not given or not os.path.exists(path):
            raise CommandError(f"there is no file or folder `{given}`")
        is_folder = os.path.isdir(path)
        if not is_folder and not path.endswith((EXTENSION, *DOCUMENT_ENDINGS)):
            raise CommandError(f"`{given}` is neither an .osy file nor a document")
        if heeds_exclusion and is_left_out(surveyor, path):
            continue
        if is_folder:
            found = surveyor.disk.osy_files(path) or surveyor.disk.others(path, DOCUMENT_ENDINGS)
            yield from (file for file in found if not surveyor.excludes(file))
        else:
            yield path


def is_left_out(surveyor: Surveyor, path: str) -> bool:
    """Whether git ignores the path or settings exclude it."""
    return surveyor.disk.is_ignored(path) or surveyor.excludes(path)
