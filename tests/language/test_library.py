"""The library's rows: what a type lacks, what a capability brings, which elements and attributes there are."""

import re

import pytest

from osy_grammar.language import (
    ATTRIBUTES,
    TYPES,
    AttributeFact,
    BuiltinType,
    Capability,
    ElementFact,
    attribute,
    capability,
    capability_of,
    element,
    lacks,
    member,
    overloads,
    platform_type,
    type_named,
    type_names,
)
from osy_grammar.language.capabilities import CAPABILITIES
from osy_grammar.language.elements import ELEMENTS, STYLE
from osy_grammar.language.signatures import SignatureParameter, signature_of
from osy_grammar.nodes.types import TypeName

STANDS_FOR = {"Principal", "Enum", "void", "T", "K", "V", "R", "N"}
OF_ATTRIBUTES = {"Component", "Field", "Fixture", "Function", "Policy"}
"""What arguments of attributes name: declarations, which are no values of a type."""


def names_in(node: TypeName) -> set[str]:
    """The names of types in a type."""
    return {node.name.text}.union(*(names_in(each) for each in node.arguments))


def types_in(parameters: tuple[SignatureParameter, ...] | None, result: TypeName | None = None) -> set[str]:
    """The names of all types in a signature."""
    nodes = [each.type for each in parameters or ()] + ([result] if result is not None else [])
    return set().union(*(names_in(node) for node in nodes))


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.name)
def test_signatures_name_types_that_there_are(kind: BuiltinType) -> None:
    known = {*type_names(), *STANDS_FOR, *kind.type_parameters}
    for fact in (*kind.members, *kind.constructors):
        found = signature_of(fact)
        assert types_in(found.parameters, found.result) <= {*known, *found.type_parameters}, fact.signature


@pytest.mark.parametrize("row", [*ATTRIBUTES, *ELEMENTS, STYLE], ids=lambda row: row.name)
def test_signatures_of_attributes_and_elements_name_types_that_there_are(row: AttributeFact | ElementFact) -> None:
    assert types_in(signature_of(row).parameters) <= {*type_names(), *STANDS_FOR, *OF_ATTRIBUTES}


def test_a_type_is_found_without_loading_the_others() -> None:
    for kind in TYPES:
        assert type_named(kind.name) is kind
    assert list(type_names()) == [kind.name for kind in TYPES]


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.name)
def test_bases_are_types(kind: BuiltinType) -> None:
    assert all(type_named(base) is not None for base in kind.bases)


@pytest.mark.parametrize("kind", [kind for kind in TYPES if kind.is_enum], ids=lambda kind: kind.name)
def test_an_enums_members_are_its_own(kind: BuiltinType) -> None:
    assert all(fact.is_static and fact.signature == f"{kind.name} {fact.name}" for fact in kind.members)


def test_a_constructor_is_called_like_its_type() -> None:
    assert all(fact.name == kind.name for kind in TYPES for fact in kind.constructors)


@pytest.mark.parametrize(
    ("owner", "name"),
    [
        ("string", "Lenght"),
        ("List", "Cuont"),
        ("Array", "Lenght"),
        ("Dictionary", "HasKey"),
        ("DateTime", "AddDay"),
        ("TimeSpan", "FromHour"),
        ("Guid", "New"),
        ("Math", "Rund"),
        ("int", "TryPars"),
        ("Slot", "Asignee"),
        ("SlaKind", "Finishd"),
    ],
)
def test_a_complete_type_lacks_a_name_that_nothing_tells_of(owner: str, name: str) -> None:
    assert lacks(owner, name)


@pytest.mark.parametrize(
    ("owner", "name"),
    [
        ("string", "Length"),
        ("string", "IsNullOrEmpty"),
        ("string", "GetHashCode"),
        ("List", "Where"),
        ("List", "FindIndex"),
        ("Array", "Add"),
        ("Array", "ToList"),
        ("Dictionary", "TryGetValue"),
        ("DateTime", "AddTicks"),
        ("decimal", "ToString"),
        ("Slot", "ToString"),
        ("Assert", "Refuses"),
        ("Assert", "Whatever"),
        ("Text", "Whatever"),
        ("Nothing", "Whatever"),
    ],
)
def test_a_name_that_may_be_there_is_not_lacking(owner: str, name: str) -> None:
    assert not lacks(owner, name)


def test_forms_of_one_member() -> None:
    forms = [signature_of(fact).parameters or () for fact in overloads("string", "StartsWith")]
    assert [[each.name for each in form] for form in forms] == [["part"], ["mark"]]
    assert member("string", "StartsWith") is overloads("string", "StartsWith")[0]


def test_what_programs_cannot_name_is_no_type_to_them() -> None:
    assert platform_type("Row") is None
    assert platform_type("Flow") is None
    assert platform_type("Log") is type_named("Log")


@pytest.mark.parametrize("row", CAPABILITIES, ids=lambda row: row.name)
def test_a_capability_brings_types_of_the_table(row: Capability) -> None:
    assert capability(row.namespace) is row
    assert all(type_named(name) is not None for name in row.types)
    assert all(capability_of(name) is row for name in row.types)


def test_what_is_known_of_capabilities() -> None:
    assert {row.name for row in CAPABILITIES if row.is_complete} == {"Http", "Workflow", "ServiceHours"}
    assert capability("Osysharp.Identity") is None
    assert capability_of("Log") is None


def test_elements_are_brought_by_capabilities_and_there_once() -> None:
    names = [row.name for row in ELEMENTS]
    assert len(names) == len(set(names))
    assert {row.capability for row in ELEMENTS} <= {"", *(row.name for row in CAPABILITIES)}
    button = element("Button")
    assert button is not None
    assert [each.name for each in signature_of(button).parameters or ()][:2] == ["label", "onPress"]
    assert element("Anything") is None


@pytest.mark.parametrize("row", [row for row in ELEMENTS if row.is_styled], ids=lambda row: row.name)
def test_a_parameter_of_all_styled_elements_is_said_once(row: ElementFact) -> None:
    style = {each.name for each in signature_of(STYLE).parameters or ()}
    assert not style & {each.name for each in signature_of(row).parameters or ()}


@pytest.mark.parametrize(
    ("name", "makes"),
    [("CorrelateOn", True), ("Settings", True), ("Event", True), ("Required", False), ("Test", False)],
)
def test_attributes_that_make_members(name: str, makes: bool) -> None:
    row = attribute(name)
    assert row is not None
    assert row.makes_members is makes


def test_an_attributes_name_is_its_signatures() -> None:
    assert all(re.match(rf"{row.name}(\(|$)", row.signature) for row in ATTRIBUTES)
