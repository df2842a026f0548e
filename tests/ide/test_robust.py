"""No question fails, whatever the text: every prefix of a file, and every file with one token gone."""

import pytest

from osy_analysis.declared_tests import declared_tests
from osy_analysis.ide.actions import actions, organized
from osy_analysis.ide.chunk_tokens import tokens_of
from osy_analysis.ide.completion import complete
from osy_analysis.ide.definition import declaration, definition, implementation, type_definition
from osy_analysis.ide.folding import folding_ranges
from osy_analysis.ide.hierarchy import call_end, incoming, outgoing, subtypes, supertypes, type_end
from osy_analysis.ide.hover import hover
from osy_analysis.ide.inlay_hints import HintKind, inlay_hints
from osy_analysis.ide.lenses import counted
from osy_analysis.ide.links import links
from osy_analysis.ide.outline import outline
from osy_analysis.ide.references import highlights
from osy_analysis.ide.rename import prepare_rename, rename
from osy_analysis.ide.selection import selection_ranges
from osy_analysis.ide.semantic_tokens import semantic_tokens
from osy_analysis.ide.signature import signature_help
from osy_analysis.ide.tests import lenses
from osy_analysis.ide.workspace_symbols import workspace_symbols
from osy_analysis.project import Project
from osy_grammar.parse import parse
from osy_grammar.span import Span
from osy_testing.order_app import PATH, program
from osy_testing.thorough import some

TEXT = program("arm", "slot.Assign(Person.Single(u => slot.Candidates(u) && u.IsLead));")


def ask_everything(project: Project, offset: int) -> None:
    """Each question once."""
    source = project.files[PATH]
    outline(source)
    folding_ranges(source)
    lenses(declared_tests(source))
    end = 0
    for token in semantic_tokens(project, PATH):
        assert end <= token.start < token.end <= len(source.text)
        end = token.end
    for place in {0, offset, len(source.text)}:
        complete(project, PATH, place)
        hover(project, PATH, place)
        definition(project, PATH, place)
    ask_of_names(project, offset)
    ask_of_the_file(project, offset)


def ask_of_names(project: Project, offset: int) -> None:
    """What is asked of the name at an offset."""
    declaration(project, PATH, offset)
    type_definition(project, PATH, offset)
    implementation(project, PATH, offset)
    highlights(project, PATH, offset)
    prepare_rename(project, PATH, offset)
    rename(project, PATH, offset, "Renamed")
    end = call_end(project, PATH, offset)
    if end is not None:
        incoming(project, end)
        outgoing(project, end)
    above = type_end(project, PATH, offset)
    if above is not None:
        supertypes(project, above)
        subtypes(project, above)


def ask_of_the_file(project: Project, offset: int) -> None:
    """What is asked of a place, or of all of the file."""
    length = len(project.files[PATH].text)
    help_ = signature_help(project, PATH, offset)
    for form in help_.forms if help_ is not None else ():
        assert all(0 <= span.start < span.end <= len(form.label) for span in form.parameters)
    spans = selection_ranges(project, PATH, offset)
    assert spans[-1] == Span(0, length)
    links(project, PATH)
    inlay_hints(project, PATH, Span(0, length), frozenset(HintKind))
    actions(project, PATH, Span(max(0, offset - 20), min(offset, length)))
    organized(project, PATH)
    workspace_symbols([project], "or", 10)
    counted(project.files[PATH])


@pytest.mark.parametrize(
    "text",
    [
        "workflow W { " + "state A { " * 10_000,
        "workflow W { " + "subscribe E() as S { Finished { " * 5_000,
        "component C() { render { " + "Row { " * 10_000 + "} " * 10_000 + "} }",
        "int F() => " + "(" * 10_000 + "1" + ")" * 10_000 + ";",
    ],
    ids=["states", "slots", "elements", "parentheses"],
)
def test_deep_text(text: str) -> None:
    project = Project(root="/app").with_file(PATH, text)
    ask_everything(project, len(text) // 2)


@pytest.mark.parametrize("remainder", range(4))
def test_every_prefix(remainder: int) -> None:
    project = Project(root="/app")
    for end in some(range(remainder, len(TEXT) + 1, 4), 3):
        project = project.with_file(PATH, TEXT[:end])
        ask_everything(project, end)


def test_every_token_gone() -> None:
    project = Project(root="/app")
    for item in parse(TEXT).items:
        for start, end, _ in some(tokens_of(item.chunk).lexemes, 2):
            first, last = item.start + start, item.start + end
            project = project.with_file(PATH, TEXT[:first] + TEXT[last:])
            ask_everything(project, first)
