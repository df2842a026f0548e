"""What was found in a project is kept: found again when nothing has changed, and never when something has."""

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from osy_cli import cache
from osy_cli.main import main
from osy_testing.command_line import Osy, Write

APP = 'app Shop { use Acme.Kit@1; model "model/*.osy"; }\n'
MODEL = "enum Stage { Open, Open }\n// café\n"

Folder = Callable[[], list[Path]]


@pytest.fixture(autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cache of the test, in which small projects are kept too."""
    path = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("OSY_CACHE_DIR", str(path))
    monkeypatch.setattr("osy_cli.inputs.SMALLEST_KEPT", 1)
    return path


@pytest.fixture
def shop(write: Write) -> None:
    """A project with a kit and a finding of each level."""
    write(".git/HEAD", "")
    write("shop/app.osy", APP.replace("use", "use Acme.Gone@2; use"))
    write("shop/model/a.osy", MODEL)
    write("shop/model/b.osy", "enum Other { A }\n")
    write("kit/package.osy", "package Acme.Kit { }\n")
    write("kit/k.osy", "namespace Acme.Kit;\n\nenum Kind { A }\n")


@pytest.fixture
def parses(monkeypatch: pytest.MonkeyPatch) -> Callable[[], bool]:
    """Whether a check had to look at the project itself since the last question."""
    looked: list[str] = []

    from osy_analysis import checker

    check = checker.check

    def counting(*arguments: object) -> object:
        looked.append("")
        return check(*arguments)  # type: ignore[arg-type] # whatever it is given

    monkeypatch.setattr("osy_analysis.checker.check", counting)

    def has_looked() -> bool:
        answer = bool(looked)
        looked.clear()
        return answer

    return has_looked


def entries(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.json"))


@pytest.mark.usefixtures("shop")
@pytest.mark.parametrize("form", ["text", "json", "sarif", "github"])
def test_a_second_run_says_the_same_and_looks_at_nothing(osy: Osy, parses: Callable[[], bool], form: str) -> None:
    first = osy("lint", "--format", form, "shop")
    assert parses()
    second = osy("lint", "--format", form, "shop")
    assert not parses()
    assert (first.status, first.out) == (second.status, second.out)
    assert first.status == 1


@pytest.mark.usefixtures("shop")
def test_check_and_lint_share_what_was_found(osy: Osy, parses: Callable[[], bool]) -> None:
    osy("lint", "shop")
    assert parses()
    assert "Found 1 error in 3 files" in osy("check", "shop").out
    assert not parses()


CHANGES: dict[str, Callable[[Path], object]] = {
    "an edit": lambda root: (root / "shop/model/b.osy").write_text("enum Other { B }\n"),
    "an edit of the same length": lambda root: (root / "shop/model/b.osy").write_text("enum Other { Z }\n"),
    "a blank": lambda root: (root / "shop/model/b.osy").write_text("enum  Other { A }\n"),
    "a renamed file": lambda root: (root / "shop/model/b.osy").rename(root / "shop/model/c.osy"),
    "two files that change places": lambda root: _swap(root / "shop/model/a.osy", root / "shop/model/b.osy"),
    "a new file": lambda root: (root / "shop/model/n.osy").write_text(""),
    "a file less": lambda root: (root / "shop/model/b.osy").unlink(),
    "an edit of a kit": lambda root: (root / "kit/k.osy").write_text("namespace Acme.Kit;\n\nenum Kind { B }\n"),
    "a new file in a kit": lambda root: (root / "kit/n.osy").write_text(""),
    "a kit that was missing": lambda root: _make(root / "gone/package.osy", "package Acme.Gone { }\n"),
    "a second kit of the name": lambda root: _make(root / "two/package.osy", "package Acme.Kit { }\n"),
    "the manifest": lambda root: (root / "shop/app.osy").write_text(APP),
    "a level": lambda root: (root / "shop/osy.toml").write_text('[lint.levels]\nproject-kit-unresolved = "warning"\n'),
    "what is excluded": lambda root: (root / "shop/osy.toml").write_text('[project]\nexclude = ["model/b.osy"]\n'),
    "a level of the repository": lambda root: (root / "osy.toml").write_text(
        '[lint.levels]\nproject-kit-unresolved = "off"\n'
    ),
}


def _swap(one: Path, other: Path) -> None:
    text = one.read_text()
    one.write_text(other.read_text())
    other.write_text(text)


def _make(path: Path, text: str) -> None:
    path.parent.mkdir()
    path.write_text(text)


@pytest.mark.usefixtures("shop")
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_change_is_seen(
    osy: Osy, parses: Callable[[], bool], tmp_path: Path, change: Callable[[Path], object]
) -> None:
    osy("lint", "shop")
    assert parses()
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.osy")}
    change(tmp_path)
    for path, changed in before.items():
        if path.exists():
            # As after a checkout, times tell nothing.
            os.utime(path, ns=(changed, changed))
    cached = osy("lint", "shop")
    assert parses()
    assert cached == osy("lint", "--no-cache", "shop")


@pytest.mark.usefixtures("shop")
def test_another_version_of_the_tool_looks_for_itself(
    osy: Osy, parses: Callable[[], bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    osy("lint", "shop")
    parses()
    monkeypatch.setattr(cache, "tool_fingerprint", lambda: b"another")
    osy("lint", "shop")
    assert parses()


def test_the_tool_is_all_its_rules_tables_and_the_python(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("osy_grammar", "osy_analysis"):
        for file in ("a.py", "tables.bin", "pages/b.md", "rules/c.py"):
            path = tmp_path / name / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("1")
        monkeypatch.setattr(f"{name}.__path__", [str(tmp_path / name)])
    fingerprint = cache.tool_fingerprint.__wrapped__
    seen = {fingerprint()}
    for name in ("osy_grammar/a.py", "osy_grammar/tables.bin", "osy_grammar/pages/b.md", "osy_analysis/rules/c.py"):
        (tmp_path / name).write_text("2")
        seen.add(fingerprint())
    (tmp_path / "osy_analysis/rules/d.py").write_text("")
    seen.add(fingerprint())
    monkeypatch.setattr("sys.version", "9")
    seen.add(fingerprint())
    assert len(seen) == 7


@pytest.mark.usefixtures("shop")
def test_files_that_are_asked_for_are_one_thing_and_the_project_is_another(
    osy: Osy, parses: Callable[[], bool]
) -> None:
    whole = osy("check", "--format", "json", "shop")
    parses()
    part = osy("check", "--format", "json", "shop/model/b.osy")
    assert parses()
    assert (len(whole.rows("diagnostics")), len(part.rows("diagnostics"))) == (1, 0)
    assert osy("check", "--format", "json", "shop/model/b.osy") == part
    assert not parses()


@pytest.mark.usefixtures("shop")
def test_a_project_that_moved_is_still_known(osy: Osy, parses: Callable[[], bool], tmp_path: Path) -> None:
    osy("lint", "shop")
    parses()
    moved = tmp_path / "moved"
    moved.mkdir()
    for name in (".git", "shop", "kit"):
        (tmp_path / name).rename(moved / name)
    assert "moved/shop/model/a.osy:1:20" in osy("check", "moved/shop").out
    assert not parses()


# ── It heals ─────────────────────────────────────────────────────────────────────────────────────────────────────────

DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "nothing in it": lambda data: b"",
    "cut off": lambda data: data[:-3],
    "only its first line": lambda data: data.partition(b"\n")[0],
    "another letter": lambda data: data.replace(b"name-duplicate", b"name-dublicate"),
    "something else": lambda data: b"\xff\x00 hello\n[1]",
    "no list, well summed": lambda data: b"5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9\n0",
}


@pytest.mark.usefixtures("shop")
@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_entry_counts_as_none_and_is_written_anew(
    osy: Osy, parses: Callable[[], bool], folder: Path, damage: Callable[[bytes], bytes]
) -> None:
    first = osy("lint", "shop")
    parses()
    (entry,) = entries(folder)
    entry.write_bytes(damage(entry.read_bytes()))
    assert osy("lint", "shop") == first
    assert parses()
    assert osy("lint", "shop") == first
    assert not parses()


@pytest.mark.usefixtures("shop")
def test_a_folder_that_cannot_be_written_is_no_cache(
    osy: Osy, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = osy("lint", "--no-cache", "shop")
    (tmp_path / "file").write_text("")
    for place in (str(tmp_path / "file"), str(tmp_path / "file" / "below"), "/dev/null/x"):
        monkeypatch.setenv("OSY_CACHE_DIR", place)
        assert osy("lint", "shop") == expected
    assert entries(folder) == []


@pytest.mark.usefixtures("shop")
def test_no_cache_reads_and_writes_none(osy: Osy, parses: Callable[[], bool], folder: Path) -> None:
    osy("lint", "--no-cache", "shop")
    assert entries(folder) == []
    osy("lint", "shop")
    parses()
    osy("lint", "--no-cache", "shop")
    assert parses()


def test_a_small_project_is_not_kept(osy: Osy, write: Write, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("osy_cli.inputs.SMALLEST_KEPT", 100)
    write("a.osy", MODEL)
    osy("lint", "a.osy")
    assert entries(folder) == []


@pytest.mark.usefixtures("shop")
def test_many_may_write_at_once(osy: Osy, folder: Path, tmp_path: Path) -> None:
    found = osy("lint", "shop")
    (entry,) = entries(folder)
    data = entry.read_bytes()
    place = cache.Entry(entry, folder / "findings", str(tmp_path / "shop"))
    rows = place.read()
    assert rows
    threads = [threading.Thread(target=place.write, args=(rows,)) for _ in range(16)]
    for thread in threads:
        thread.start()
    for _ in range(50):
        assert place.read() == rows
    for thread in threads:
        thread.join()
    assert entry.read_bytes() == data
    assert [path.name for path in entry.parent.iterdir()] == [entry.name]
    assert osy("lint", "shop") == found


def test_what_is_old_or_too_much_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    days = {"a": 40, "b": 20, "c": 10, "d": 1}
    for name, age in days.items():
        path = tmp_path / name / f"{name}.json"
        path.parent.mkdir()
        path.write_bytes(b"x" * 100)
        os.utime(path, (now - age * 86_400, now - age * 86_400))
    monkeypatch.setattr(cache, "LARGEST_CACHE", 250)
    cache.prune(tmp_path)
    assert [path.stem for path in entries(tmp_path)] == ["c", "d"]
    (tmp_path / "e").mkdir()
    (tmp_path / "e" / "e.json").write_bytes(b"x" * 1_000)
    cache.prune(tmp_path)
    assert [path.stem for path in entries(tmp_path)] == ["c", "d", "e"], "it is done once a day"


@pytest.mark.usefixtures("shop")
def test_a_read_entry_counts_as_used(osy: Osy, folder: Path) -> None:
    osy("lint", "shop")
    (entry,) = entries(folder)
    os.utime(entry, (1, 1))
    osy("lint", "shop")
    assert entry.stat().st_mtime > 1_000


def test_without_a_folder_of_its_own_the_systems_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Write
) -> None:
    write("a.osy", MODEL)
    monkeypatch.setenv("OSY_CACHE_DIR", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name, appauthor: tmp_path / "xdg" / name)
    assert main(["check", str(tmp_path / "a.osy")]) == 1
    assert len(entries(tmp_path / "xdg" / "osysharp-tools" / "findings")) == 1
