"""Signatures: every row's is one, and its node says what its text says."""

import pytest

from osy_grammar.language import ATTRIBUTES, FUNCTIONS, TYPES, AttributeFact, BuiltinType, ElementFact, MemberFact
from osy_grammar.language.elements import ELEMENTS, STYLE, TRIGGERS
from osy_grammar.language.signatures import signature_of, written_type
from osy_grammar.nodes.types import TypeName

ROWS: list[tuple[str, MemberFact | AttributeFact | ElementFact]] = [
    *((f"{kind.name}.{fact.signature}", fact) for kind in TYPES for fact in (*kind.members, *kind.constructors)),
    *((fact.signature, fact) for fact in FUNCTIONS),
    *((f"[{fact.signature}]", fact) for fact in ATTRIBUTES),
    *((f"element {fact.signature}", fact) for fact in (*ELEMENTS, STYLE)),
    *((f"on {fact.signature}", fact) for fact in TRIGGERS),
]
WRITTEN = [
    *((kind.name, text) for kind in TYPES for text in (kind.index, kind.item, *kind.bases) if text),
]


def fact(signature: str, name: str) -> MemberFact:
    return MemberFact(name=name, signature=signature, page="", text="")


def spelled(node: TypeName | None) -> str:
    """The type as text again."""
    if node is None:
        return ""
    listed = f"<{', '.join(spelled(each) for each in node.arguments)}>" if node.arguments else ""
    return node.name.text + listed + "".join(node.tails)


@pytest.mark.parametrize("row", [row for _, row in ROWS], ids=[text for text, _ in ROWS])
def test_the_signature_of_every_row_can_be_read(row: MemberFact | AttributeFact | ElementFact) -> None:
    found = signature_of(row)
    names = [parameter.name for parameter in found.parameters or ()]
    assert len(names) == len(set(names))
    assert (found.parameters is not None) == ("(" in row.signature or row.signature == row.name)
    optional = [parameter.has_default or parameter.is_params for parameter in found.parameters or ()]
    assert optional == sorted(optional), "what may be left out comes last"


@pytest.mark.parametrize(("kind", "text"), WRITTEN, ids=[f"{kind}-{text}" for kind, text in WRITTEN])
def test_the_types_that_a_type_names_can_be_read(kind: str, text: str) -> None:
    assert spelled(written_type(text)) == text


@pytest.mark.parametrize(
    ("signature", "name", "result", "parameters"),
    [
        ("int Length", "Length", "int", None),
        ("List<HttpHeader>? Headers", "Headers", "List<HttpHeader>?", None),
        ("void Settle()", "Settle", "void", []),
        ("Query<R> Select<R>(Func<T, R> of)", "Select", "Query<R>", ["Func<T, R>"]),
        ("void Log(string template, params object[] values)", "Log", "void", ["string", "object[]"]),
        ("DateTime(int year, int month = default)", "DateTime", "", ["int", "int"]),
    ],
)
def test_what_a_signature_says(signature: str, name: str, result: str, parameters: list[str] | None) -> None:
    found = signature_of(fact(signature, name))
    assert spelled(found.result) == result
    told = None if found.parameters is None else [spelled(parameter.type) for parameter in found.parameters]
    assert told == parameters


def test_the_kinds_of_parameters() -> None:
    found = signature_of(fact("bool TryParse(string text, out Dictionary<int, int> it, int a = default)", "TryParse"))
    assert [(each.is_out, each.has_default) for each in found.parameters or ()] == [
        (False, False),
        (True, False),
        (False, True),
    ]
    assert signature_of(fact("T Of<T>(params T[] items)", "Of")).type_parameters == ("T",)


@pytest.mark.parametrize(
    ("signature", "counts"),
    [
        ("void A()", {0}),
        ("void A(int a, int b = default)", {1, 2}),
        ("void A(int a, params int[] more)", {1, 2, 3, 4}),
    ],
)
def test_how_many_arguments_fit(signature: str, counts: set[int]) -> None:
    assert {count for count in range(5) if signature_of(fact(signature, "A")).accepts(count)} == counts


@pytest.mark.parametrize("text", ["int", "void A(", "int A; int B", "enum A"])
def test_what_is_no_signature_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no signature"):
        signature_of(fact(text, "A"))


def test_a_signature_is_parsed_once() -> None:
    rows = {kind.name: kind for kind in TYPES}
    row: BuiltinType = rows["string"]
    assert signature_of(row.members[0]) is signature_of(row.members[0])
