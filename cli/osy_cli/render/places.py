"""How machines are told of files: the path from the root of what is checked out, and URIs of it."""

# Paths are strings as everywhere in a project.
# ruff: noqa: PTH100, PTH109, PTH118

import os
from dataclasses import dataclass
from urllib.parse import quote

WORKSPACE_VARIABLE = "GITHUB_WORKSPACE"


@dataclass(frozen=True, slots=True)
class Root:
    """The folder from which files are told: that of the checkout, where a workflow says it, else the working one."""

    folder: str

    @staticmethod
    def here() -> "Root":
        """The root for this process."""
        folder = os.getcwd()
        workspace = os.environ.get(WORKSPACE_VARIABLE)
        if workspace and (folder + os.sep).startswith(os.path.join(os.path.abspath(workspace), "")):
            folder = os.path.abspath(workspace)
        return Root(folder)

    def inside(self, path: str) -> str | None:
        """The path from here with `/` between its parts; None for a file elsewhere."""
        path = os.path.abspath(path)
        prefix = os.path.join(self.folder, "")
        return path[len(prefix) :].replace(os.sep, "/") if path.startswith(prefix) else None


def quoted(path: str) -> str:
    """The path as a URI writes it: bytes that may not stand there as `%xx`."""
    return quote(os.fsencode(path), safe="/")


def file_uri(path: str) -> str:
    """The URI of an absolute path."""
    path = os.path.abspath(path).replace(os.sep, "/")
    return f"file://{'' if path.startswith('/') else '/'}{quoted(path)}"
