"""Archives that are the same bytes whenever and wherever they are made of the same files, by the same zlib."""

import gzip
import io
import tarfile
from collections.abc import Mapping
from pathlib import Path


def files_below(folder: Path, into: str) -> dict[str, Path]:
    """The files of a folder by their names in an archive, below the folder `into` there."""
    return {
        f"{into}/{path.relative_to(folder).as_posix()}": path
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def write_archive(target: Path, files: Mapping[str, Path], epoch_s: int) -> None:
    """Write a `.tar.gz`: sorted, owned by nobody, all of one time (seconds since 1970)."""
    with (
        target.open("wb") as raw,
        gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=epoch_s) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for name in sorted(files):
            content = files[name].read_bytes()
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime, entry.mode = len(content), epoch_s, 0o644
            archive.addfile(entry, io.BytesIO(content))
