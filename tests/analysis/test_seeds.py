"""The reference pages as data: nothing is reported in them, and what they forbid is refused in their words."""

import re
from pathlib import Path

import pytest

from osy_analysis.checker import check
from osy_analysis.diagnostic import Diagnostic
from osy_analysis.disk import load
from osy_analysis.markdown import BlockKind, blocks, programs
from osy_analysis.project import Extent

EXIT_REFUSAL = "an `exit { }` body may not `goto` — state 'Pending' runs its exit body BECAUSE"
FIRST_STEP = "workflow-first-step-waits-on-a-slow-call"
MAIL_CALL = 'var sent = Mailer.Send(new MailRequest { To = inv.Email, Subject = "You are invited" });'


def documents(specification: Path) -> list[Path]:
    found = [
        path for path in sorted((specification / "seeds").iterdir()) if "```osy" in path.read_text(encoding="utf-8")
    ]
    assert found
    return found


def in_document(text: str) -> list[Diagnostic]:
    return [diagnostic for project in programs("/seed.md", text) for diagnostic in check(project)]


def page(specification: Path, part: str) -> str:
    (text,) = (text for path in documents(specification) if part in (text := path.read_text(encoding="utf-8")))
    return text


def test_the_documents_are_clean(specification: Path) -> None:
    loaded = load([str(path) for path in documents(specification)])
    assert loaded.diagnostics == ()
    assert {project.extent for project in loaded.projects} == {Extent.FRAGMENT, Extent.PROGRAM}
    found = [(d.code, d.message) for project in loaded.projects for d in check(project)]
    # The mail is guarded, and yet the commit waits for it.
    assert [code for code, _ in found] == [FIRST_STEP]
    assert found[0][1].startswith("`SendInvite` reaches `Mailer.Send`")


def test_each_block_is_clean_alone_and_keeps_its_words(specification: Path) -> None:
    for path in documents(specification):
        text = path.read_text(encoding="utf-8")
        found = blocks(text)
        assert len(found) == len(re.findall(r"^```osy", text, re.MULTILINE))
        assert all(block.app and block.title for block in found if block.kind is BlockKind.TEST)


def test_the_plain_pages_programs_are_clean(specification: Path) -> None:
    text = next(
        t for p in (specification / "seeds").iterdir() if "WorkItemRow_Ticket" in (t := p.read_text(encoding="utf-8"))
    )
    start = text.index("enum Stage")
    program = text[start : text.index("Two more questions")]
    assert in_document(f'```osy title="board" test app=board\n{program}\n```\n') == []


def test_a_goto_in_an_exit_gets_the_reference_words(specification: Path) -> None:
    text = page(specification, "InviteFlow")
    body = "    enter { SendInvite(this.Item); }\n"
    assert body in text
    changed = text.replace(body, body + "    exit { goto Accepted; }\n")
    (diagnostic,) = (one for one in in_document(changed) if one.code != FIRST_STEP)
    assert diagnostic.code == "workflow-goto-in-exit"
    assert diagnostic.message.startswith(EXIT_REFUSAL)
    said = " ".join(re.search(r"```text\n(an `exit.*?)\n```", text, re.DOTALL)[1].split())  # type: ignore[index]  # it is there
    assert diagnostic.message == said.replace("'Open'", "'Pending'")
    assert diagnostic.span.text(changed) == "goto Accepted;"
    assert diagnostic.url == "https://osysharp.com/reference/workflow/enter-exit/"


def test_the_guarded_mail_is_silent_and_its_unguarded_twin_is_found(specification: Path) -> None:
    text = page(specification, "InviteFlow")
    guarded = text[text.index("  try {\n    var sent") : text.index("workflow InviteFlow")]
    changed = text.replace(guarded, f"  {MAIL_CALL}\n}}\n\n")
    diagnostic, first_step = in_document(changed)
    assert first_step.code == FIRST_STEP
    assert diagnostic.code == "reliability-reaches-the-network-unguarded"
    assert diagnostic.span.text(changed) == "SendInvite"
    (hop,) = diagnostic.related
    assert hop.span.text(changed) == "Mailer.Send"
    direct = text.replace(
        "enter { SendInvite(this.Item); }", 'enter { Mailer.Send(new MailRequest { Subject = "x" }); }'
    )
    diagnostic, first_step = in_document(direct)
    assert first_step.code == FIRST_STEP
    assert diagnostic.code == "reliability-outbound-call-unguarded"
    assert diagnostic.span.text(direct) == "Mailer.Send"


def test_two_retry_budgets_are_refused_with_both_places(specification: Path) -> None:
    text = page(specification, "enum Decision")
    arm = "        Unassigned { }\n"
    assert arm in text
    policy = "Backoff.Exponential(TimeSpan.FromMinutes(5)).MaxAttempts(3)"
    changed = text.replace(arm, f"        Retries = 2;\n        Backoff = {policy};\n{arm}")
    (diagnostic,) = in_document(changed)
    assert diagnostic.code == "workflow-two-retry-budgets"
    assert diagnostic.span.text(changed) == "MaxAttempts(3)"
    assert [place.span.text(changed) for place in diagnostic.related] == ["Retries = 2;"]


@pytest.mark.parametrize("cut", range(0, 100, 7))
def test_every_prefix_gives_an_answer(specification: Path, cut: int) -> None:
    for path in documents(specification):
        text = path.read_text(encoding="utf-8")
        in_document(text[: len(text) * cut // 100])
