"""The entries by which package managers of editors find the tools, ready to be handed in."""

import json
import re
from pathlib import Path

from tools.release.failures import ReleaseError

ROOT = Path(__file__).parent.parent.parent
PLUGIN = ROOT / "editors" / "nvim" / "lsp" / "osy.lua"
DESCRIPTION = (
    "Language server, linter, formatter and test runner for Osy#, the language of business applications with workflows."
)


def mason(version: str, repository: str) -> str:
    """`packages/osysharp-tools/package.yaml` of the Mason registry; JSON strings are YAML strings too."""
    rows = (
        ("name", "osysharp-tools"),
        ("description", DESCRIPTION),
        ("homepage", repository),
    )
    head = "\n".join(f"{key}: {json.dumps(value)}" for key, value in rows)
    return f"""---
{head}
licenses: [Apache-2.0]
languages: ["Osy#"]
categories: [LSP, Linter, Formatter]

source:
  id: pkg:pypi/osysharp-tools@{version}

bin:
  osy: pypi:osy

neovim:
  lspconfig: osy
"""


def lspconfig(repository: str) -> str:
    """`lsp/osy.lua` of nvim-lspconfig: the rows of our own file, under the words that its pages are made of."""
    own = PLUGIN.read_text("utf-8")
    return f"""---@brief
---
--- {repository}
---
--- {DESCRIPTION}
---
--- ```sh
--- pip install osysharp-tools
--- ```

---@type vim.lsp.Config
return {{
{"".join(_row(own, name) for name in ("cmd", "filetypes", "root_markers"))}}}
"""


def _row(own: str, name: str) -> str:
    found = re.search(rf"^  {name} = {{.*}},\n", own, re.MULTILINE)
    if found is None:
        raise ReleaseError(
            f"{PLUGIN.relative_to(ROOT)} has no row `{name}`; the entry for nvim-lspconfig is made of it"
        )
    return found.group()
