"""How the path of a file is written for people and programs."""

# A path is a string as everywhere in a project: with lone surrogates, in any form that the caller gave.
# ruff: noqa: PTH100

import os


def shown_path(path: str) -> str:
    """The path from the working directory, with `/` between its parts; absolute where no way leads there."""
    try:
        relative = os.path.relpath(path)
    except (ValueError, OSError):
        relative = os.path.abspath(path)
    return relative.replace(os.sep, "/")
