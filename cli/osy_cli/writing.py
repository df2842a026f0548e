"""Writing over a file so that nobody ever finds half of it, not even where the machine stops meanwhile."""

# Paths are strings as everywhere in a project.
# ruff: noqa: PTH101, PTH105, PTH108, PTH116, PTH120

import os
import stat
import tempfile


def write_over(path: str, data: bytes) -> None:
    """Put `data` in the place of the file's content, all of it at once; its permissions stay, a link stays a link.

    OSError where that is not possible; the file is then as it was.
    """
    target = os.path.realpath(path)
    mode = stat.S_IMODE(os.stat(target).st_mode)
    if not os.access(target, os.W_OK):
        # A rename would go over a file that nobody may write.
        raise PermissionError(13, "it is write-protected", target)
    handle, temporary = tempfile.mkstemp(prefix=".osy-fmt-", dir=os.path.dirname(target))
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            # A rename may reach the disk before what it names.
            os.fsync(stream.fileno())
        os.chmod(temporary, mode)
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise
