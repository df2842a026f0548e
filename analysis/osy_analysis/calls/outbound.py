"""Which calls leave the process: ruling R32. Storage, outbox rows and the log do not."""

from functools import cache

from osy_analysis.calls.shapes import Code
from osy_analysis.semantics.bound import Bound
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.types import Named, Type, TypeValue
from osy_analysis.symbols import SymbolKind
from osy_grammar.language import members_of
from osy_grammar.language.model import BuiltinType, MemberFact
from osy_grammar.nodes.declarations import Constructor, Function
from osy_grammar.nodes.expressions import Call, Expression, Member, Name
from osy_grammar.nodes.types import TypeName

ANSWER = "HttpResponse"
_STATICS = ("Http", "Imap", "Smtp")
_MODEL_CALLS = ("Complete", "Stream")
_MODELS = ("LlmClient", "ILlmClient")
_DATA_SOURCE = "DataSource"


def leaves_process(bound: Bound, call: Call) -> bool:
    """Whether the call itself goes out, told by what it means."""
    found = bound.calls.get(call)
    if not found:
        return _asks_a_model(bound, call.target)
    return is_outbound(found[0]) or _asks_a_data_source(bound, call.target)


def is_answer(type_: Type | None) -> bool:
    """Whether a value is what another machine answered."""
    return isinstance(type_, Named) and isinstance(type_.definition, BuiltinType) and type_.definition.name == ANSWER


def deals_with_answers(code: Code, bound: Bound) -> bool:
    """Whether code makes an answer, gets one from what it calls, or is handed one."""
    if any(is_answer(bound.types.get(use.node)) for use in code.uses):
        return True
    parameters = code.node.parameters.items if isinstance(code.node, Function | Constructor) else ()
    return any(each.type.name.last.text == ANSWER for each in parameters)


def is_outbound(function: Definition | MemberFact) -> bool:
    """Whether a function goes out, whatever it is asked of."""
    if isinstance(function, Definition):
        return function.kind is SymbolKind.OPERATION or _is_model_method(function)
    return function in _outbound_facts()


@cache
def _outbound_facts() -> frozenset[MemberFact]:
    """The members of the platform that leave."""
    return frozenset(fact for name in _STATICS for fact in members_of(name)) | {
        fact for name in _MODELS for fact in members_of(name) if fact.name in _MODEL_CALLS
    }


def _asks_a_data_source(bound: Bound, target: Expression) -> bool:
    """Whether the platform is asked a question of the entity's name; what is asked of the answer goes along with it."""
    if not isinstance(target, Member):
        return False
    asked = bound.types.get(target.target)
    if not isinstance(asked, TypeValue) or not isinstance(asked.type.definition, Definition):
        return False
    attributes = getattr(asked.type.definition.node, "attributes", ())
    return any(attribute.name.last.text == _DATA_SOURCE for attribute in attributes)


def _is_model_method(definition: Definition) -> bool:
    """Whether it is a method of an interface of that name that a kit in view declares."""
    owner = definition.owner
    return owner is not None and owner.name in _MODELS and definition.name in _MODEL_CALLS


def _asks_a_model(bound: Bound, target: Expression) -> bool:
    """Whether a model is asked that nothing in view declares, by the name or the written type of what is asked."""
    if not isinstance(target, Member) or target.name.text not in _MODEL_CALLS:
        return False
    asked = target.target
    known = bound.types.get(asked)
    if isinstance(known, Named):
        return False
    if isinstance(asked, Name) and asked.text in _MODELS:
        return not isinstance(bound.targets.get(asked), Definition)
    meant = bound.targets.get(asked.name if isinstance(asked, Member) else asked)
    written = getattr(meant, "type", None)
    return isinstance(written, TypeName) and written.name.last.text in _MODELS
