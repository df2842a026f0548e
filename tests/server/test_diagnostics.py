"""Diagnostics as they are pushed: when, with what, and when they go."""

import asyncio
from pathlib import Path

import pytest

from osy_testing.lsp import Message, RawClient

pytestmark = pytest.mark.asyncio

GOOD = """\
workflow W {
  Initial = A; Tracks = Row.Stage;
  event Go();
  state A { on Go { goto B; } exit { } }
  terminal success B { }
}
enum Stage { A, B }
entity Row { Stage Stage; }
"""
MAIL = """\
class Letter { public string To; }
client Mailer {
  BaseUrl = "https://api.mail.example";
  [Post("/send")] Letter Send(Letter body);
}
workflow Post {
  Initial = A; Tracks = Parcel.Where; Autostart = false;
  state A { enter { Mailer.Send(new Letter { To = "x" }); } }
}
enum Where { A }
entity Parcel { Where Where; }
"""
UNKNOWN = GOOD.replace("goto B", "goto C")
RICH = {
    "textDocument": {
        "publishDiagnostics": {
            "relatedInformation": True,
            "codeDescriptionSupport": True,
            "tagSupport": {"valueSet": [1]},
        }
    }
}


def change(client: RawClient, uri: str, version: int, text: str) -> None:
    """Replace the text of an open document."""
    document = {"uri": uri, "version": version}
    client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})


async def published(
    client: RawClient, uri: str, codes: list[str] | None, after: int = 0, version: object = ...
) -> Message:
    """The first notification for the file with these codes (any, if None) and this version (any, if none is given)."""

    def fits(message: Message) -> bool:
        params = message.get("params")
        if message.get("method") != "textDocument/publishDiagnostics" or not isinstance(params, dict):
            return False
        if params["uri"] != uri or (version is not ... and params.get("version") != version):
            return False
        return codes is None or [each["code"] for each in params["diagnostics"]] == codes

    found = await client.wait(fits, after)
    assert isinstance(found["params"], dict)
    return found["params"]


def publications(client: RawClient, uri: str) -> list[Message]:
    """All that was published for the file."""
    return [
        each["params"]
        for each in client.received
        if each.get("method") == "textDocument/publishDiagnostics" and each["params"]["uri"] == uri
    ]


async def test_the_programs_of_a_markdown_document_are_checked_one_by_one(tmp_path: Path) -> None:
    (tmp_path / "a.osy").write_text(GOOD, encoding="utf-8")
    path = tmp_path / "notes.md"
    text = f"# Notes\n\n```osy test app=x\n{GOOD}```\n\n```osy test app=y\n{UNKNOWN}```\n\nProse ( is prose.\n"
    async with RawClient() as client:
        await client.initialize(RICH, workspaceFolders=[{"uri": tmp_path.as_uri(), "name": "app"}])
        client.open(path.as_uri(), text, language="markdown")
        found = await published(client, path.as_uri(), ["name-unknown-state"])
        assert found["diagnostics"][0]["range"]["start"]["line"] == text[: text.index("goto C")].count("\n")
        symbols = await client.result("textDocument/documentSymbol", {"textDocument": {"uri": path.as_uri()}})
        assert symbols is None
        client.open((tmp_path / "a.osy").as_uri(), UNKNOWN)
        await published(client, (tmp_path / "a.osy").as_uri(), ["name-unknown-state"])
        seen = len(client.received)
        change(client, path.as_uri(), 2, text.replace("goto C", "goto B"))
        await published(client, path.as_uri(), [], after=seen)


async def test_opening_checks_at_once(tmp_path: Path) -> None:
    uri = (tmp_path / "a.osy").as_uri()
    async with RawClient() as client:
        await client.initialize(RICH)
        client.open(uri, UNKNOWN, version=7)
        params = await published(client, uri, ["name-unknown-state"], version=7)
        [finding] = params["diagnostics"]
        assert finding["severity"] == 1
        assert finding["source"] == "osy"
        assert finding["range"]["start"]["line"] == 3
        assert "`C`" in finding["message"]
        assert finding["codeDescription"]["href"].startswith(("https://osysharp.com/reference/", "file:///"))


async def test_related_information_or_words(tmp_path: Path) -> None:
    flow = "workflow W {\n  Initial = A; Tracks = Row.Stage;\n  state A { }\n  state A { }\n}\n"
    text = flow + "enum Stage { A }\nentity Row { Stage Stage; }\n"
    uri = (tmp_path / "a.osy").as_uri()
    for capabilities, has_related in ((RICH, True), ({}, False)):
        async with RawClient() as client:
            await client.initialize(capabilities)
            client.open(uri, text)
            params = await published(client, uri, ["name-duplicate"])
            [finding] = params["diagnostics"]
            assert ("relatedInformation" in finding) is has_related
            assert ("line 3: " in finding["message"]) is not has_related


async def test_typing_is_debounced_and_only_the_last_text_counts(tmp_path: Path) -> None:
    uri = (tmp_path / "a.osy").as_uri()
    async with RawClient() as client:
        await client.initialize()
        client.open(uri, GOOD)
        await published(client, uri, [], version=1)
        await client.result("osy/tests")
        await asyncio.sleep(0.5)
        for version in range(2, 12):
            change(client, uri, version, UNKNOWN if version % 2 else GOOD.replace("goto B", "goto D"))
            await asyncio.sleep(0.02)
        await published(client, uri, ["name-unknown-state"], version=11)
        assert [each.get("version") for each in publications(client, uri)] == [1, 11]


async def test_closing_clears_a_file_outside_of_the_folders(tmp_path: Path) -> None:
    uri = (tmp_path / "a.osy").as_uri()
    async with RawClient() as client:
        await client.initialize()
        client.open(uri, UNKNOWN)
        await published(client, uri, ["name-unknown-state"])
        seen = len(client.received)
        client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        await published(client, uri, [], after=seen)


async def test_the_whole_folder_is_checked_and_saving_reads_it_again(tmp_path: Path) -> None:
    path = tmp_path / "b.osy"
    path.write_text(UNKNOWN, encoding="utf-8")
    async with RawClient() as client:
        await client.initialize({}, workspaceFolders=[{"uri": tmp_path.as_uri(), "name": "app"}])
        await published(client, path.as_uri(), ["name-unknown-state"])
        path.write_text(GOOD, encoding="utf-8")
        other = (tmp_path / "a.osy").as_uri()
        client.open(other, "enum E { X }\n")
        client.notify("textDocument/didSave", {"textDocument": {"uri": other}})
        await published(client, path.as_uri(), [], after=1)
        path.write_text(UNKNOWN, encoding="utf-8")
        seen = len(client.received)
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": path.as_uri(), "type": 2}]})
        await published(client, path.as_uri(), ["name-unknown-state"], after=seen)
        seen = len(client.received)
        path.unlink()
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": path.as_uri(), "type": 3}]})
        await published(client, path.as_uri(), [], after=seen)


async def test_the_open_text_counts_and_closing_gives_the_disk_back(tmp_path: Path) -> None:
    path = tmp_path / "a.osy"
    path.write_text(GOOD, encoding="utf-8")
    uri = path.as_uri()
    async with RawClient() as client:
        await client.initialize({}, workspaceFolders=[{"uri": tmp_path.as_uri(), "name": "app"}])
        client.open(uri, UNKNOWN)
        await published(client, uri, ["name-unknown-state"])
        seen = len(client.received)
        client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        await published(client, uri, [], after=seen)


async def test_open_files_only(tmp_path: Path) -> None:
    path = tmp_path / "b.osy"
    path.write_text(UNKNOWN, encoding="utf-8")
    uri = (tmp_path / "a.osy").as_uri()
    async with RawClient() as client:
        client.settings = {"diagnostics": {"scope": "openFiles"}}
        folders = [{"uri": tmp_path.as_uri(), "name": "app"}]
        await client.initialize({"workspace": {"configuration": True}}, workspaceFolders=folders)
        client.open(uri, UNKNOWN.replace("workflow W", "workflow V"))
        await published(client, uri, ["name-unknown-state"])
        await asyncio.sleep(0.5)
        assert publications(client, path.as_uri()) == []


async def test_the_editor_turns_on_what_the_project_turns_off(tmp_path: Path) -> None:
    code = "reliability-outbound-call-unguarded"
    (tmp_path / "osy.toml").write_text(f'[lint.levels]\n{code} = "off"\n', encoding="utf-8")
    uri = (tmp_path / "a.osy").as_uri()
    async with RawClient() as client:
        client.settings = {"lint": {"levels": {code: "hint"}}}
        folders = [{"uri": tmp_path.as_uri(), "name": "app"}]
        await client.initialize({"workspace": {"configuration": True}}, workspaceFolders=folders)
        await client.result("osy/tests")
        client.open(uri, MAIL)
        found = await published(client, uri, [code])
        assert found["diagnostics"][0]["severity"] == 4
        client.settings = {}
        client.notify("workspace/didChangeConfiguration", {"settings": None})
        await published(client, uri, [], after=len(client.received))


async def test_levels_and_what_is_excluded(tmp_path: Path) -> None:
    (tmp_path / "made").mkdir()
    made = tmp_path / "made" / "b.osy"
    made.write_text(UNKNOWN.replace("workflow W", "workflow V"), encoding="utf-8")
    uri = (tmp_path / "a.osy").as_uri()
    code = "reliability-outbound-call-unguarded"
    async with RawClient() as client:
        client.settings = {"lint": {"levels": {code: "hint"}}, "exclude": ["made"]}
        folders = [{"uri": tmp_path.as_uri(), "name": "app"}]
        await client.initialize({"workspace": {"configuration": True}}, workspaceFolders=folders)
        await client.result("osy/tests")
        client.open(uri, MAIL)
        params = await published(client, uri, [code])
        assert params["diagnostics"][0]["severity"] == 4
        seen = len(client.received)
        client.settings = {"lint": {"levels": {code: "off"}}}
        client.notify("workspace/didChangeConfiguration", {"settings": None})
        await published(client, uri, [], after=seen)
        await published(client, made.as_uri(), ["name-unknown-state"])
        assert publications(client, made.as_uri())[0]["diagnostics"] != []


async def test_wrong_settings_are_one_message_and_changes_are_fetched(tmp_path: Path) -> None:
    async with RawClient() as client:
        client.settings = {"nonsense": 1, "test": {"timeoutSeconds": "long"}}
        await client.initialize({"workspace": {"configuration": True}})
        told = await client.notification("window/showMessage")
        assert "osy.nonsense" in str(told["params"])
        assert "osy.test.timeoutSeconds" in str(told["params"])
        client.notify("workspace/didChangeConfiguration", {"settings": None})
        await client.result("osy/tests")
        await asyncio.sleep(0.2)
        assert len([each for each in client.received if each.get("method") == "window/showMessage"]) == 1


async def test_settings_of_clients_that_cannot_be_asked(tmp_path: Path) -> None:
    uri = (tmp_path / "a.test.osy").as_uri()
    async with RawClient() as client:
        await client.initialize({}, initializationOptions={"codeLens": {"tests": False}})
        client.open(uri, "[Test]\nvoid one() { }\n")
        lenses = {"textDocument": {"uri": uri}}
        assert await client.result("textDocument/codeLens", lenses) == []
        client.notify("workspace/didChangeConfiguration", {"settings": {"osy": {"codeLens": {"tests": True}}}})
        found = await client.result("textDocument/codeLens", lenses)
        assert isinstance(found, list)
        assert len(found) == 2


async def test_a_quick_fix_edits_the_version_that_is_open(tmp_path: Path) -> None:
    uri = (tmp_path / "a.osy").as_uri()
    capabilities = {"workspace": {"workspaceEdit": {"documentChanges": True}}}
    async with RawClient() as client:
        await client.initialize(capabilities)
        client.open(
            uri,
            GOOD.replace(" B", " Billed").replace("goto Billed", "goto Biled"),
            version=3,
        )
        params = await published(client, uri, ["name-unknown-state"])
        [finding] = params["diagnostics"]
        question = {"textDocument": {"uri": uri}, "range": finding["range"], "context": {"diagnostics": [finding]}}
        actions = await client.result("textDocument/codeAction", question)
        assert isinstance(actions, list)
        fix = next(action for action in actions if action["kind"] == "quickfix")
        assert "Billed" in fix["title"]
        [edit] = fix["edit"]["documentChanges"]
        assert edit["textDocument"] == {"uri": uri, "version": 3}
        assert edit["edits"] == [{"range": finding["range"], "newText": "Billed"}]
        assert fix["diagnostics"][0]["code"] == "name-unknown-state"


async def test_an_unsaved_new_file_is_checked(tmp_path: Path) -> None:
    async with RawClient() as client:
        await client.initialize()
        for uri in ("untitled:Untitled-1", (tmp_path / "no" / "folder" / "a.osy").as_uri()):
            client.open(uri, UNKNOWN)
            await published(client, uri, ["name-unknown-state"])


async def test_what_could_be_taken_away_is_faded_where_the_client_can(tmp_path: Path) -> None:
    (tmp_path / "a.osy").write_text("namespace Yard;\nenum Stage { A }\n", encoding="utf-8")
    text = "using Yard;\nint One() => 1;\n"
    (tmp_path / "b.osy").write_text(text, encoding="utf-8")
    uri = (tmp_path / "b.osy").as_uri()
    for capabilities, tags in ((RICH, [1]), ({}, None)):
        async with RawClient() as client:
            await client.initialize(capabilities, workspaceFolders=[{"uri": tmp_path.as_uri(), "name": "a"}])
            client.open(uri, text)
            message = await published(client, uri, ["name-unused"])
            assert message["diagnostics"][0].get("tags") == tags
