"""The sample programs by name; every test of the grammar may run over them."""

from pathlib import Path

FOLDER = Path(__file__).parent.parent / "samples"
SAMPLES = {file.stem: file.read_text(encoding="utf-8") for file in sorted(FOLDER.glob("*.osy"))}
