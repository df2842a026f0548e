"""`osy` as a process of its own: what cannot be seen from inside one."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from osy_testing.command_line import Write

PROGRAM = "workflow Flow { state A { exit { goto B; } } state B { } }\n"
WITH_TEST = "[Test] void it_holds() { Assert.Equal(2, 1 + 1); }\n"
MOST_PLAIN = {"check": 0, "test": 4}
"""Data classes that are left to the standard library: those with room for more than their fields, such as a cache."""
MANY = "".join(f"workflow Flow{n} {{ state A {{ exit {{ goto A; }} }} }}\n" for n in range(2000))


def start(arguments: Sequence[str], cwd: Path, **environment: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "osy_cli", *arguments],
        cwd=cwd,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@pytest.mark.parametrize(
    "environment",
    [
        {"LC_ALL": "C"},
        {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        {"PYTHONIOENCODING": "latin-1"},
        {"PYTHONIOENCODING": "ascii:strict"},
    ],
    ids=str,
)
def test_a_terminal_of_any_encoding_gets_the_findings(
    environment: dict[str, str], write: Write, tmp_path: Path
) -> None:
    write("été 日本.osy", PROGRAM)
    process = start(["check", "."], tmp_path, **environment)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (1, b"")
    assert b"error" in out


@pytest.mark.parametrize("environment", [{}, {"PYTHONIOENCODING": "ascii"}], ids=str)
def test_json_is_utf_8_in_any_locale(environment: dict[str, str], write: Write, tmp_path: Path) -> None:
    write("été 日本.osy", PROGRAM)
    process = start(["check", "--format", "json"], tmp_path, **environment)
    out, _ = process.communicate(timeout=60)
    assert json.loads(out.decode("utf-8"))["diagnostics"][0]["file"] == "été 日本.osy"


def test_a_file_name_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"\xff.osy")).write_text(PROGRAM)
    process = start(["check", "--format", "json"], tmp_path)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (1, b"")
    assert json.loads(out)["diagnostics"][0]["file"] == "\udcff.osy"


def test_a_reader_that_goes_away_is_no_error(write: Write, tmp_path: Path) -> None:
    write("many.osy", MANY)
    process = start(["check"], tmp_path)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(10)
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(timeout=60) == 141


def test_closed_streams_do_not_change_the_status(write: Write, tmp_path: Path) -> None:
    write("flow.osy", PROGRAM)
    command = 'exec "$0" -m osy_cli check <&- >&- 2>&-'
    ended = subprocess.run(["sh", "-c", command, sys.executable], cwd=tmp_path, timeout=60, check=False)
    assert ended.returncode == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_said(write: Write, tmp_path: Path) -> None:
    write("flow.osy", PROGRAM)
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "osy_cli", "check"],
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    assert ended.returncode == 2
    assert b"No space left on device" in ended.stderr
    assert b"Traceback" not in ended.stderr


def test_an_interrupt_ends_it_at_once(tmp_path: Path) -> None:
    (tmp_path / "endless.test.osy").write_text("[Test]\nvoid endless() { while (true) { } }\n")
    process = start(["test", "--format", "events"], tmp_path)
    assert process.stdout is not None
    while b"test-started" not in (line := process.stdout.readline()):
        assert line
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert b"Traceback" not in err


def test_a_check_imports_nothing_that_it_does_not_need(write: Write, tmp_path: Path) -> None:
    write("flow.osy", PROGRAM)
    heavy = {"pydantic", "rich", "pygls", "lsprotocol", "markdown_it", "asyncio", "osy_runtime", "osy_server"}
    script = (
        "import sys; from osy_cli.main import main; main(['check', 'flow.osy']); "
        f"print(sorted({heavy} & {{name.partition('.')[0] for name in sys.modules}}))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True
    )
    assert ended.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("command", ["check", "test"])
def test_a_start_makes_no_data_class_but_by_record(command: str, write: Write, tmp_path: Path) -> None:
    """Each that the standard library makes costs every start a third of a millisecond (`osy_grammar/record.py`)."""
    write("flow.osy", WITH_TEST)
    script = (
        "import dataclasses; plain, make = [], dataclasses._process_class\n"
        "def note(cls, init, *rest):\n"
        "  if init: plain.append(cls.__module__)\n"
        "  return make(cls, init, *rest)\n"
        f"dataclasses._process_class = note\nfrom osy_cli.main import main; main([{command!r}, 'flow.osy'])\n"
        "print(sorted(name for name in plain if name.startswith('osy_')))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True
    )
    plain = ended.stdout.splitlines()[-1]
    assert plain.count("osy_") <= MOST_PLAIN[command], plain


def test_a_run_told_in_words_loads_no_other_form(write: Write, tmp_path: Path) -> None:
    write("flow.osy", WITH_TEST)
    script = (
        "import sys; from osy_cli.main import main; main(['test', 'flow.osy']); "
        "print(sorted({'json', 'shutil', 'hashlib', 'xml', 'pydantic', 'osy_cli.render.sarif'} & {*sys.modules}))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True
    )
    assert ended.stdout.splitlines()[-1] == "[]"


def test_a_terminal_gets_colours_unless_they_are_refused(write: Write, tmp_path: Path) -> None:
    write("flow.osy", PROGRAM)
    assert b"\x1b[" in on_terminal(tmp_path)
    assert b"\x1b[" not in on_terminal(tmp_path, NO_COLOR="1")
    assert b"\x1b[" not in on_terminal(tmp_path, TERM="dumb")


def on_terminal(cwd: Path, **environment: str) -> bytes:
    """What `osy check` shows on a terminal of its own."""
    pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")
    ours, theirs = pty.openpty()
    variables = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "TERM"}}
    process = subprocess.Popen(
        [sys.executable, "-m", "osy_cli", "check", "flow.osy"],
        cwd=cwd,
        env={**variables, **environment},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    shown = b""
    try:
        while part := os.read(ours, 4096):
            shown += part
    except OSError:
        # Linux ends a pseudo-terminal without its other side by an error, not by an end of file.
        pass
    finally:
        os.close(ours)
    assert process.wait(timeout=60) == 1
    return shown


SLOW_MODULES = {
    *("argparse", "gettext", "locale", "inspect", "dataclasses", "pathlib", "threading", "fractions", "decimal"),
    *("pkgutil", "urllib.parse"),
}
MOST_MODULES = {"check": 295, "test": 330}
"""Those that an empty program loads are among them. Each costs a start up to half a millisecond."""


@pytest.mark.parametrize("command", ["check", "test"])
def test_a_start_loads_few_modules(command: str, write: Write, tmp_path: Path) -> None:
    loaded = loaded_by(command, write, tmp_path)
    assert len(loaded) <= MOST_MODULES[command], sorted(loaded)


def test_a_check_loads_nothing_slow_of_the_standard_library(write: Write, tmp_path: Path) -> None:
    """What comes in by a side door is seen nowhere else."""
    assert not loaded_by("check", write, tmp_path) & SLOW_MODULES


def loaded_by(command: str, write: Write, folder: Path) -> set[str]:
    """The modules that are there after a run of the command on a small file; none that the environment asks for."""
    write("flow.osy", WITH_TEST)
    paths = [path for path in sys.path if path]
    script = (
        f"import sys; sys.path[:] = {paths!r}; from osy_cli.main import main; main([{command!r}, 'flow.osy']); "
        "print(*sys.modules, file=sys.stderr)"
    )
    ended = subprocess.run(
        [sys.executable, "-S", "-c", script], cwd=folder, capture_output=True, text=True, timeout=60, check=True
    )
    return set(ended.stderr.split())


@pytest.mark.parametrize(
    ("arguments", "status"), [(["check", "flow.osy"], 1), (["explain", "no-such"], 2), (["--version"], 0), ([], 2)]
)
def test_a_process_that_ends_at_once_has_said_all(
    arguments: list[str], status: int, write: Write, tmp_path: Path
) -> None:
    write("flow.osy", PROGRAM)
    inside = "import sys; from osy_cli.main import main; sys.exit(main())"
    ways = [["-m", "osy_cli"], ["-c", inside]]
    told = [
        subprocess.run([sys.executable, *way, *arguments], cwd=tmp_path, capture_output=True, timeout=60, check=False)
        for way in ways
    ]
    assert [one.returncode for one in told] == [status, status]
    assert (told[0].stdout, told[0].stderr) == (told[1].stdout, told[1].stderr)
    assert told[0].stdout + told[0].stderr


def test_what_is_to_be_done_at_the_end_is_done(tmp_path: Path) -> None:
    """A tool that measures coverage, or a profiler, works this way."""
    script = (
        "import atexit, sys; atexit.register(lambda: print('done')); sys.argv[1:] = ['--version']\n"
        "from osy_cli.process import start\n"
        "if sys.flags.dev_mode: sys.setprofile(lambda *_: None)\n"
        "try: start()\nfinally: print('left')"
    )
    for options, ends in (([], ["done"]), (["-X", "dev"], ["left", "done"])):
        ended = subprocess.run(
            [sys.executable, *options, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert (ended.returncode, ended.stdout.splitlines()[1:]) == (0, ends)
