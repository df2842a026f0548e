"""`osy lsp` is the language server; what it can do is tested with the server."""

import json
import subprocess
import sys
from pathlib import Path


def message(**fields: object) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", **fields}).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def test_it_answers_and_ends_when_it_is_told_to(tmp_path: Path) -> None:
    said = b"".join(
        (
            message(id=1, method="initialize", params={"processId": None, "rootUri": None, "capabilities": {}}),
            message(method="initialized", params={}),
            message(id=2, method="shutdown", params={}),
            message(method="exit", params={}),
        )
    )
    with subprocess.Popen(
        [sys.executable, "-m", "osy_cli", "lsp", "--stdio"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(said)
        process.stdin.flush()
        answered = process.stdout.read()
        assert process.wait(timeout=60) == 0
    assert answered.startswith(b"Content-Length: ")
    assert b'"capabilities"' in answered
