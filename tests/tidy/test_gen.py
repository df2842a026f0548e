"""The generators: what they write is fresh, and what is not is said."""

import json
from pathlib import Path
from types import ModuleType

import pytest

from tools import gen
from tools.generate import configuration, markdown, reference, schemas, textmate, vim

FILES = {"docs/reference/README.md": "index\n", "docs/x.json": "{}\n"}


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(gen, "ROOT", tmp_path)
    monkeypatch.setattr(gen, "GENERATORS", (lambda: FILES,))
    return tmp_path


def test_what_is_missing_is_written_and_then_fresh(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert gen.write() == 0
    assert capsys.readouterr().out.splitlines() == ["wrote docs/reference/README.md", "wrote docs/x.json"]
    assert (repository / "docs" / "x.json").read_text("utf-8") == "{}\n"
    assert gen.check() == 0


@pytest.mark.usefixtures("repository")
def test_a_check_writes_nothing_and_names_the_repair(capsys: pytest.CaptureFixture[str]) -> None:
    assert gen.check() == 1
    told = capsys.readouterr().err
    assert "docs/x.json" in told
    assert "python -m tools gen" in told
    assert gen.check() == 1


def test_line_ends_count(repository: Path) -> None:
    gen.write()
    (repository / "docs" / "x.json").write_bytes(b"{}\r\n")
    assert gen.stale(FILES) == ["docs/x.json"]


def test_the_page_of_a_page_that_is_gone_goes_too(repository: Path) -> None:
    gen.write()
    gone = repository / reference.FOLDER / "gone.md"
    gone.write_text("old\n", "utf-8")
    assert gen.stale(FILES) == ["docs/reference/gone.md"]
    gen.write()
    assert not gone.exists()


@pytest.mark.usefixtures("repository")
def test_print_shows_some(capsys: pytest.CaptureFixture[str]) -> None:
    assert gen.show(["x.json"]) == 0
    assert capsys.readouterr().out == "==> docs/x.json <==\n{}\n"
    assert gen.show(["nothing"]) == 1


@pytest.mark.parametrize("module", [textmate, markdown, configuration, vim, reference, schemas])
def test_the_same_table_gives_the_same_bytes(module: ModuleType) -> None:
    assert module.generate() == module.generate()


def test_the_schemas_describe_an_event() -> None:
    files = schemas.generate()
    schema = json.loads(files["docs/schemas/test-event.schema.json"])
    assert set(schema["discriminator"]["mapping"]) == {
        "run-started",
        "discovered",
        "test-started",
        "output",
        "test-finished",
        "run-finished",
    }
    result = json.loads(files["docs/schemas/test-result.schema.json"])
    assert result["properties"]["outcome"]["enum"] == ["passed", "failed", "errored", "skipped"]
