"""Signatures of the table as nodes: each is parsed once, by the grammar's own parser, when something first asks for it.

A signature is written as in C#, `bool TryParse(string text, out int number)`; that is nearly a member of a class, and
is parsed as one. What the language has no word for, `out`, is taken out before.
"""

import re
from functools import cache

from osy_grammar.language.model import AttributeFact, ElementFact, MemberFact
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.declarations import Class, Field, Function, Parameter
from osy_grammar.nodes.types import TypeName
from osy_grammar.parse import parse
from osy_grammar.record import record

_OUT = re.compile(r"\bout\s+")
_OUT_NAME = re.compile(r"\bout\s+[\w.]+(?:<[^()]*?>)?[?\[\]]*\s+(\w+)")


@record()
class SignatureParameter:
    """A parameter; `has_default` if it may be left out, `is_params` if it takes all further arguments."""

    type: TypeName
    name: str
    has_default: bool = False
    is_params: bool = False
    is_out: bool = False


@record()
class Signature:
    """What a member takes and gives.

    `parameters` is None for what is not called. `result` is None for what gives nothing of its own: a constructor, an
    attribute, an element. The places in its nodes mean nothing.
    """

    result: TypeName | None
    parameters: tuple[SignatureParameter, ...] | None = None
    type_parameters: tuple[str, ...] = ()

    def accepts(self, count: int) -> bool:
        """Whether a call can pass `count` arguments."""
        items = self.parameters or ()
        required = sum(1 for item in items if not item.has_default and not item.is_params)
        return required <= count and (count <= len(items) or any(item.is_params for item in items))


def signature_of(fact: MemberFact | AttributeFact | ElementFact) -> Signature:
    """The signature of a row. Raises `ValueError` if what the row says is none."""
    heads = (f"{fact.name}(", f"{fact.name}<")
    has_result = isinstance(fact, MemberFact) and fact.signature != fact.name and not fact.signature.startswith(heads)
    return _parsed(fact.signature, has_result)


@cache
def written_type(text: str) -> TypeName:
    """The node of a type that a row names. Raises `ValueError` if the text is none."""
    node = _member(f"{text} it", f"{text} it;")
    assert isinstance(node, Field)
    return node.type


@cache
def _parsed(text: str, has_result: bool) -> Signature:
    plain = _OUT.sub("", text)
    called = plain if has_result else f"void {plain}"
    node = _member(text, f"{called};" if "(" in plain or has_result else f"{called}();")
    if isinstance(node, Field):
        return Signature(node.type)
    assert isinstance(node, Function)
    outs = _OUT_NAME.findall(text)
    return Signature(
        node.type if has_result else None,
        tuple(_parameter(item, outs) for item in node.parameters.items),
        tuple(name.text for name in node.type_parameters),
    )


def _parameter(item: Parameter, outs: list[str]) -> SignatureParameter:
    name = item.name.text
    return SignatureParameter(item.type, name, item.default is not None, item.is_params, name in outs)


def _member(told: str, text: str) -> Node:
    """The one member of a class that holds nothing but the text."""
    tree = parse(f"class It {{ {text} }}")
    node = tree.items[0].node
    if list(tree.problems) or not isinstance(node, Class) or len(node.members) != 1:
        raise ValueError(f"`{told}` is no signature")
    return node.members[0]
