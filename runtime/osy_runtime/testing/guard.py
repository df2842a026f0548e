"""What the process of a test may not do, whatever the program in it reaches: leave, start something, change a file.

The library has no way out of the process. This is a second wall behind it, of Python's own making: what is refused
here is refused wherever the call comes from, and there is no taking it back. Reading stays possible where Python and
the data of time zones are, because parts of the library are loaded only when a program first needs them.
"""

import os
import sys

REFUSED = (
    "socket.",
    "subprocess.",
    "ctypes.dlopen",
    "ftplib.",
    "http.client.",
    "imaplib.",
    "os.",
    "pty.",
    "shutil.",
    "smtplib.",
    "urllib.Request",
    "webbrowser.",
)
"""What events of Python's audit are refused by how their names begin."""

ALLOWED = frozenset(
    ("os.listdir", "os.scandir", "os.walk", "os.fwalk", "os.getxattr", "os.listxattr", "os.add_dll_directory")
)
"""Those that look at folders, as looking for a module does."""

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_MACHINE = ("/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo", "/proc/self")


class Refused(PermissionError):  # noqa: N818 -- it is what Python itself raises, by our name
    """The program of a test tried to leave its process."""


def shut_in() -> None:
    """From here on this process reads Python's own files and nothing else, and reaches nobody."""
    roots = _readable()

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        if event == "open":
            _check_open(roots, arguments)
        elif event.startswith(REFUSED) and event not in ALLOWED:
            raise Refused(f"a test may not do this: {event}")

    sys.addaudithook(watch)


def _check_open(roots: tuple[str, ...], arguments: tuple[object, ...]) -> None:
    path, mode, flags = (*arguments, None, None, None)[:3]
    is_writing = isinstance(flags, int) and flags & _WRITING != 0
    if isinstance(mode, str) and not is_writing:
        is_writing = any(letter in mode for letter in "wxa+")
    if is_writing:
        raise Refused(f"a test may not write a file: {path!r}")
    if isinstance(path, (str, bytes)) and not _real(path).startswith(roots):
        raise Refused(f"a test may not read a file: {path!r}")


def _readable() -> tuple[str, ...]:
    """The folders that Python loads modules from, and those of the machine's time zones."""
    folders = [*sys.path, sys.prefix, sys.base_prefix, *_MACHINE]
    # Python also looks for modules where it was started, which may be a project; who put its packages there is served.
    outside = {os.path.realpath(folder) for folder in (os.getcwd(), os.sep)}  # noqa: PTH109
    real = {os.path.realpath(folder) for folder in folders if folder}
    return tuple(f"{folder}{os.sep}" for folder in sorted(real - outside))


def _real(path: str | bytes) -> str:
    return os.path.realpath(os.fsdecode(path))
