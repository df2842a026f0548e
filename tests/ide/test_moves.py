"""Files and folders that get another name: what names them is written otherwise."""

import pytest

from osy_analysis.ide.moves import Move, manifest_edits, workspace_edits
from osy_analysis.ide.rename import apply
from osy_analysis.project import Project

APP = 'app Shop {\n  model "model/**/*.osy";\n  tests "tests/**/*.osy";\n  ui "./pages/start.osy";\n}\n'


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("/s/model", "/s/core", APP.replace("model/**", "core/**")),
        ("/s/model", "/s/deep/model", APP.replace("model/**", "deep/model/**")),
        ("/s/pages/start.osy", "/s/pages/first.osy", APP.replace("./pages/start", "pages/first")),
        ("/s/pages", "/s/views", APP.replace("./pages", "views")),
        ("/s/model/order.osy", "/s/model/sale.osy", APP),
        ("/s/models", "/s/core", APP),
        ("/s/model", "/elsewhere/model", APP),
    ],
)
def test_globs_of_a_manifest(old: str, new: str, wanted: str) -> None:
    project = Project(root="/s").with_file("/s/app.osy", APP)
    assert apply(APP, manifest_edits(project, [Move(old, new)])) == wanted


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("/w/kits", "/w/parts", "# kits\nparts/*\nparts/mail  # mail\napp/\n"),
        ("/w/kits/mail", "/w/kits/post", "# kits\nkits/*\nkits/post  # mail\napp/\n"),
        ("/w/app", "/w/shop", "# kits\nkits/*\nkits/mail  # mail\nshop/\n"),
        ("/w/other", "/w/shop", "# kits\nkits/*\nkits/mail  # mail\napp/\n"),
    ],
)
def test_lines_of_a_workspace(old: str, new: str, wanted: str) -> None:
    text = "# kits\nkits/*\nkits/mail  # mail\napp/\n"
    assert apply(text, workspace_edits("/w/osy.workspace", text, [Move(old, new)])) == wanted
