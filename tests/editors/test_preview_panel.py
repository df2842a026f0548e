"""What the preview tells its page: the extension's own code, on what stands in for the editor and the server."""

from typing import Any

import pytest

from osy_testing.extension_code import Module, bundled_module

PROGRAM = """
const { Uri, listeners, said, written } = vscode;
const log = { error() {} };
const preview = new own.StateMachinePreview(new Uri('/extension'), log);
let answers = [...told.answers];
const client = {
  onNotification: () => ({ dispose() {} }),
  code2ProtocolConverter: { asUri: String },
  sendRequest: async () => {
    const answer = answers.shift();
    if (typeof answer === 'string') throw new Error(answer);
    return answer;
  },
};
(async () => {
  const uri = new Uri('/app/flow.osy');
  preview.attach(client);
  await preview.show(uri, { workflow: 'Flow' });
  const [panel] = listeners.panels;
  while (answers.length) await preview.show(uri, { workflow: 'Flow' });
  const first = panel.posted.splice(0);
  if (told.export) await preview.exportPicture();
  if (told.stop) preview.detach();
  panel.posted.splice(0);
  await panel.tell({ type: 'ready' });
  console.log(JSON.stringify({ first, again: panel.posted, said, written: [...written] }));
})();
"""
PLACE = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}


@pytest.fixture(scope="module")
def preview(tmp_path_factory: pytest.TempPathFactory) -> Module:
    return bundled_module("state-machine/preview.ts", tmp_path_factory.mktemp("preview"))


def answer(svg: str | None = "<svg/>", text: str = "Flow as text", *, stale: bool = False) -> dict[str, Any]:
    drawn = {"svg": svg, "text": text}
    facts = {"version": 1, "workflow": "Flow", "workflows": ["Flow", "Other"], "broken": False}
    return {**facts, "stale": stale, "range": PLACE, "drawn": drawn}


def told(preview: Module, *answers: object, export: bool = False, stop: bool = False) -> dict[str, Any]:
    found: dict[str, Any] = preview.run(PROGRAM, {"answers": answers, "export": export, "stop": stop})
    return found


def test_a_page_that_begins_anew_gets_the_picture_again(preview: Module) -> None:
    found = told(preview, answer())
    assert found["again"] == found["first"]
    assert found["again"][0]["picture"]["svg"] == "<svg/>"


def test_a_page_that_begins_anew_gets_the_text_of_what_cannot_be_laid_out(preview: Module) -> None:
    found = told(preview, answer(svg=None))
    assert found["again"] == found["first"]
    picture = found["again"][0]["picture"]
    assert (picture["svg"], picture["text"], picture["workflows"]) == ("", "Flow as text", ["Flow", "Other"])


def test_a_page_that_begins_anew_is_told_that_the_server_ended_meanwhile(preview: Module) -> None:
    [message] = told(preview, answer(), stop=True)["again"]
    assert "not running" in message["picture"]["stale"]


def test_a_page_that_begins_anew_is_told_again_why_there_is_nothing(preview: Module) -> None:
    found = told(preview, None)
    assert found["again"] == found["first"] == [{"type": "nothing", "reason": "flow.osy has no workflow."}]


def test_a_question_that_failed_with_nothing_shown_says_why(preview: Module) -> None:
    [message] = told(preview, "the server fell over")["first"]
    assert message["type"] == "nothing"
    assert "the server fell over" in message["reason"]


def test_a_question_that_failed_leaves_the_picture_and_says_so(preview: Module) -> None:
    found = told(preview, answer(), "the server fell over")
    assert found["first"][-1] == {"type": "stale", "reason": found["again"][0]["picture"]["stale"]}
    assert "gave no answer" in found["again"][0]["picture"]["stale"]


def test_the_picture_of_the_text_is_saved_without_a_warning(preview: Module) -> None:
    found = told(preview, answer(), export=True)
    assert found["written"] == [["/app/Flow.svg", "<svg/>"]]
    assert found["said"] == [["information", "Saved Flow.svg."]]


def test_a_picture_that_is_not_that_of_the_text_is_saved_with_a_warning(preview: Module) -> None:
    found = told(preview, answer(), answer(stale=True), export=True)
    assert found["written"] == [["/app/Flow.svg", "<svg/>"]]
    [[kind, message]] = found["said"]
    assert kind == "warning"
    assert message.startswith("Saved Flow.svg. The text has errors")


def test_a_workflow_without_a_picture_is_not_exported(preview: Module) -> None:
    found = told(preview, answer(svg=None), export=True)
    assert found["written"] == []
    assert "cannot be laid out" in found["said"][0][1]
