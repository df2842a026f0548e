"""Writing over a file so that nobody ever finds half of it, not even where the machine stops meanwhile.

A file with several names in the file system is the exception: whoever replaces it under one of them parts it from the
others, so it is written in place.
"""

# Paths are strings as everywhere in a project.
# ruff: noqa: PTH101, PTH105, PTH108, PTH116, PTH120, PTH123

import io
import os
import stat
import tempfile


def write_over(path: str, data: bytes) -> None:
    """Put `data` in the place of the file's content, all of it at once: owner, permissions and links stay as they are.

    OSError where that is not possible; the file is then as it was.
    """
    target = os.path.realpath(path)
    before = os.stat(target)
    if not os.access(target, os.W_OK):
        # A rename would go over a file that nobody may write.
        raise PermissionError(13, "it is write-protected", target)
    if before.st_nlink > 1:
        _write_in_place(target, data)
        return
    handle, temporary = tempfile.mkstemp(prefix=".osy-fmt-", dir=os.path.dirname(target))
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            # A rename may reach the disk before what it names.
            os.fsync(stream.fileno())
        os.chmod(temporary, _permissions(temporary, before))
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


def _write_in_place(target: str, data: bytes) -> None:
    with open(target, "r+b", buffering=0) as stream:
        old = stream.read()
        try:
            _fill(stream, data)
        except BaseException:
            _fill(stream, old)
            raise


def _fill(stream: io.FileIO, data: bytes) -> None:
    stream.seek(0)
    rest = memoryview(data)
    while rest:
        rest = rest[stream.write(rest) :]
    stream.truncate()
    os.fsync(stream.fileno())


def _permissions(temporary: str, before: os.stat_result) -> int:
    """Hand the new file to who had the old one, and give its permissions; where that may not be done, less of them."""
    mode = stat.S_IMODE(before.st_mode)
    now = os.stat(temporary)
    if (now.st_uid, now.st_gid) == (before.st_uid, before.st_gid):
        return mode
    try:
        os.chown(temporary, before.st_uid, before.st_gid)
    except OSError:
        # What runs as its owner must not run as another.
        return mode & 0o777
    return mode
