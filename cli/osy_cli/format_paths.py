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
    """The files that the paths name, each once: a file itself, of a folder the programs, or its documents.

    What git ignores and what settings exclude is no part of a folder; with `heeds_exclusion` it is left out where it
    is named itself, too. Links in a folder are not followed: what they lead to has another name in it, or lies outside.
    """
    done: set[str] = set()
    for given in paths:
        for path in _named(surveyor, given, heeds_exclusion=heeds_exclusion):
            real = os.path.realpath(path)
            if real not in done:
                done.add(real)
                yield path


def _named(surveyor: Surveyor, given: str, *, heeds_exclusion: bool) -> Iterator[str]:
    path = os.path.abspath(given)
    if not given or not os.path.exists(path):
        raise CommandError(f"there is no file or folder `{given}`")
    is_folder = os.path.isdir(path)
    if not is_folder and not path.endswith((EXTENSION, *DOCUMENT_ENDINGS)):
        raise CommandError(f"`{given}` is neither an .osy file nor a document")
    if heeds_exclusion and surveyor.is_left_out(path):
        return
    if not is_folder:
        yield path
        return
    programs = surveyor.disk.others(path, (EXTENSION,), follows_links=False)
    if programs:
        yield from (file for file in programs if not surveyor.excludes(file))
    else:
        yield from surveyor.documents_below(path, DOCUMENT_ENDINGS, follows_links=False)
