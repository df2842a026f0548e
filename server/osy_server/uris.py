"""File URIs and paths: one key for a file however a client spells its URI.

The key of a file is its absolute path with a lower-case drive letter; the key of anything else (`untitled:`, `git:` …)
is the URI itself. Answers about an open document carry the URI that the client opened it with.
"""

import os
import re
from pathlib import PurePosixPath, PureWindowsPath
from urllib.parse import quote, unquote, urlsplit

_DRIVE = re.compile(r"^/?([A-Za-z])(:|%3A)(?=/|$)", re.IGNORECASE)


def path_of(uri: str) -> str:
    """The key of the file that `uri` names."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return uri
    if parts.scheme != "file":
        return uri
    path = unquote(parts.path, errors="surrogateescape")
    if parts.netloc and parts.netloc != "localhost":
        path = f"//{parts.netloc}{path}"
    drive = _DRIVE.match(path)
    if drive:
        path = f"{drive[1].lower()}:{path[drive.end() :] or '/'}"
    if "\0" in path:
        return uri
    return os.path.normpath(path) if not drive or os.name == "nt" else path


def uri_of(path: str) -> str:
    """The URI of a file, or `path` itself where it is the key of something else."""
    if _DRIVE.match(path):
        windows = PureWindowsPath(path).as_posix()
        return "file:///" + windows[0].lower() + "%3A" + quote(windows[2:], errors="surrogateescape")
    if not path.startswith("/"):
        return path
    return "file://" + quote(str(PurePosixPath(path)), errors="surrogateescape")


def is_file(path: str) -> bool:
    """Whether the key is that of a file."""
    return path.startswith(("/", "\\\\")) or bool(_DRIVE.match(path))
