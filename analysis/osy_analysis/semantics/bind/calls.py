"""Calls: which functions one may run, what its arguments are to be, what it gives.

Of the functions of a name those remain that take as many arguments, then those whose parameters the arguments can be.
Arguments are bound first where they tell what type parameters stand for, and lambdas after them, with what was told.
"""

from collections.abc import Mapping, Sequence

from osy_analysis.problems.types import WrongArguments
from osy_analysis.semantics.bind.context import Binder
from osy_analysis.semantics.bind.fit import never_fits
from osy_analysis.semantics.bind.generics import closed, element_of, infer, substitute
from osy_analysis.semantics.bind.lattice import joined
from osy_analysis.semantics.bind.members import standing
from osy_analysis.semantics.builtins import BOOL
from osy_analysis.semantics.callees import Callee, Formal
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.types import UNKNOWN, FunctionType, Group, Named, Type
from osy_grammar.language.model import MemberFact
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.expressions import (
    Argument,
    Arguments,
    Call,
    ErrorExpression,
    Expression,
    Lambda,
    New,
    OutArgument,
)

NO_FORMAL = Formal("", UNKNOWN)


def bind_call(
    binder: Binder,
    node: Call | New,
    arguments: Arguments | None,
    callees: Sequence[Callee],
    known: Mapping[str, Type],
    type_arguments: tuple[Type, ...] = (),
    *,
    is_all: bool,
) -> Type:
    """What a call gives; `is_all` if it can run nothing but the callees, so that wrong arguments are surely wrong."""
    items = arguments.items if arguments is not None else ()
    names = [item.name.text for item in items if item.name is not None]
    fitting = [callee for callee in callees if callee.takes(len(items) - len(names), names)]
    if type_arguments and len(fitting) > 1:
        # `F<T>()` is of the forms that have a type parameter.
        fitting = [callee for callee in fitting if len(callee.type_parameters) == len(type_arguments)] or fitting
    if not fitting:
        bind_loosely(binder, items)
        if callees:
            binder.bound.calls[node] = tuple([callee.source for callee in callees])
            if is_all and all(callee.is_exact for callee in callees):
                _tell_arguments(binder, node, arguments, callees)
        return _common(binder, callees, known)
    if len(fitting) > 1:
        fitting = _by_kinds(binder, items, fitting, known)
    binder.bound.calls[node] = tuple([callee.source for callee in fitting])
    if len(fitting) > 1:
        bind_loosely(binder, items)
        return _common(binder, fitting, known)
    callee = fitting[0]
    if not items and not callee.is_open:
        return callee.result
    return _bind_one(binder, items, callee, known, type_arguments)


def bind_loosely(binder: Binder, items: Sequence[Argument]) -> None:
    """Bind arguments of which nothing is wanted."""
    for item in items:
        value = item.value
        if isinstance(value, OutArgument):
            binder.declare(value.name.text, value, binder.type(value.type))
        elif value not in binder.types:
            binder.expression(value)


# ── One function ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _bind_one(
    binder: Binder,
    items: Sequence[Argument],
    callee: Callee,
    known: Mapping[str, Type],
    type_arguments: tuple[Type, ...],
) -> Type:
    own = callee.type_parameters
    told: dict[str, Type] = {}
    if callee.is_open:
        told.update(standing(binder, known) if isinstance(callee.source, MemberFact) else known)
        if type_arguments and len(type_arguments) == len(own):
            told.update(zip(own, type_arguments, strict=True))
            own = ()
    formals = formals_of(callee, items)
    late: list[tuple[Argument, Formal]] = []
    for item, formal in zip(items, formals, strict=True):
        if item.name is not None and formal.definition is not None:
            binder.targets[item.name] = formal.definition
        if own and item.value.__class__ is Lambda:
            late.append((item, formal))
        else:
            _bind_argument(binder, item, formal, callee, own, told)
    for item, formal in late:
        _bind_argument(binder, item, formal, callee, own, told)
    if not callee.is_open:
        return callee.result
    return closed(substitute(callee.result, told), tuple([name for name in own if name not in told]))


def formals_of(callee: Callee, items: Sequence[Argument]) -> list[Formal]:
    """The parameter that each argument is passed to."""
    formals = callee.formals
    found: list[Formal] = []
    for place, item in enumerate(items):
        if item.name is not None:
            name = item.name.text
            found.append(next((formal for formal in formals if formal.name == name), NO_FORMAL))
        elif place < len(formals):
            found.append(formals[place])
        else:
            found.append(formals[-1] if formals and formals[-1].is_params else NO_FORMAL)
    return found


def _bind_argument(
    binder: Binder, item: Argument, formal: Formal, callee: Callee, own: tuple[str, ...], told: dict[str, Type]
) -> None:
    value = item.value
    wanted = formal.type
    if callee.is_open and told:
        wanted = substitute(wanted, told)
    if isinstance(value, OutArgument):
        written = binder.type(value.type)
        binder.declare(value.name.text, value, closed(wanted, own) if written is UNKNOWN else written)
        return
    if formal.is_params:
        wanted = _rest(binder, value, wanted)
    elif not callee.is_exact and isinstance(wanted, FunctionType) and wanted.result != BOOL:
        # Another form may take a lambda that gives something else, but none whose condition is no condition.
        _bind_lambda(binder, value, wanted, own, told)
        return
    given = binder.types.get(value)
    if given is None or value.__class__ is Lambda:
        given = binder.expression(value, closed(wanted, own) if own else wanted)
    if own:
        infer(wanted, as_function(binder, given, wanted), own, told, joined)
        wanted = closed(substitute(wanted, told), own)
    if formal is not NO_FORMAL and callee.is_exact:
        binder.expect(value, wanted, "parameter `{}` of `{}`", formal.name, callee.name, other=formal.definition)


def _bind_lambda(
    binder: Binder, value: Expression, wanted: FunctionType, own: tuple[str, ...], told: dict[str, Type]
) -> None:
    given = binder.expression(value, FunctionType(closed_all(wanted.parameters, own), UNKNOWN))
    if own:
        infer(wanted, as_function(binder, given, wanted), own, told, joined)


def closed_all(types: tuple[Type, ...], names: tuple[str, ...]) -> tuple[Type, ...]:
    """The types with the parameters of these names unknown."""
    return tuple([closed(each, names) for each in types]) if names else types


def _rest(binder: Binder, value: Expression, wanted: Type) -> Type:
    """What an argument among the last ones is to be: one of them, unless it is the array of them all."""
    element = element_of(wanted)
    if element is None:
        return wanted
    given = binder.types.get(value)
    if given is None and value.__class__ is not Lambda:
        given = binder.expression(value, element)
    return wanted if given is not None and element_of(given) is not None else element


def as_function(binder: Binder, given: Type, wanted: Type) -> Type:
    """A function that is named and not called, as what it takes and gives."""
    if isinstance(given, Group) and isinstance(wanted, FunctionType) and len(given.functions) == 1:
        function = given.functions[0]
        if isinstance(function, Definition):
            callee = binder.meanings.callee(function, binder.used)
            return FunctionType(tuple([formal.type for formal in callee.formals]), callee.result)
    return given


# ── Several functions ────────────────────────────────────────────────────────────────────────────────────────────────


def _by_kinds(
    binder: Binder, items: Sequence[Argument], callees: list[Callee], known: Mapping[str, Type]
) -> list[Callee]:
    """Those whose parameters the arguments can be; of these the ones that fit best."""
    for item in items:
        value = item.value
        if not isinstance(value, Lambda | OutArgument) and value not in binder.types:
            binder.expression(value)
    scored: list[tuple[int, Callee]] = []
    for callee in callees:
        score = _score(binder, items, callee, known)
        if score >= 0:
            scored.append((score, callee))
    if not scored:
        return callees
    best = max(score for score, _ in scored)
    return [callee for score, callee in scored if score == best]


def _score(binder: Binder, items: Sequence[Argument], callee: Callee, known: Mapping[str, Type]) -> int:
    """How many arguments are just what the parameters are; -1 if one can never be."""
    score = 0
    for item, formal in zip(items, formals_of(callee, items), strict=True):
        value = item.value
        wanted = substitute(formal.type, known) if callee.is_open else formal.type
        if isinstance(value, Lambda):
            if isinstance(wanted, FunctionType):
                if len(wanted.parameters) != len(value.parameters):
                    return -1
                score += 1
            elif isinstance(wanted, Named) and wanted.name != "object":
                return -1
            continue
        given = binder.types.get(value, UNKNOWN) if not isinstance(value, OutArgument) else UNKNOWN
        if formal.is_params:
            element = element_of(wanted)
            wanted = wanted if element is None or element_of(given) is not None else element
        if isinstance(given, Named):
            if isinstance(wanted, FunctionType) or never_fits(binder.table, wanted, given, binder.used):
                return -1
            if isinstance(wanted, Named):
                if _is_char_for_text(wanted, given):
                    return -1
                score += 2 if wanted.definition is given.definition else 0
    return score


def _is_char_for_text(wanted: Named, given: Named) -> bool:
    """Between overloads, a character is no text and a text no character."""
    return {wanted.name, given.name} == {"char", "string"}


def _common(binder: Binder, callees: Sequence[Callee], known: Mapping[str, Type]) -> Type:
    """What all of them give, if that is the same."""
    results: list[Type] = []
    for callee in callees:
        result = callee.result
        if callee.is_open:
            told = standing(binder, known) if isinstance(callee.source, MemberFact) else known
            result = closed(substitute(result, told), callee.type_parameters)
        results.append(result)
    if not results or any(result != results[0] for result in results):
        return UNKNOWN
    return results[0]


# ── Wrong arguments ──────────────────────────────────────────────────────────────────────────────────────────────────


def _tell_arguments(binder: Binder, node: Call | New, arguments: Arguments | None, callees: Sequence[Callee]) -> None:
    """Say which argument has an unknown name, else that there are too many or too few."""
    sources = tuple([callee.source for callee in callees])
    items = arguments.items if arguments is not None else ()
    name = callees[0].name
    known = tuple(dict.fromkeys(formal.name for callee in callees for formal in callee.formals))
    unknown = next((item.name for item in items if item.name is not None and item.name.text not in known), None)
    if any(isinstance(item.value, ErrorExpression) for item in items) or (unknown is not None and not unknown.text):
        return
    most = max(len(callee.formals) for callee in callees)
    at: Node = items[most] if len(items) > most else (arguments if arguments is not None else node)
    binder.tell(
        WrongArguments(at=unknown or at, name=name, given=len(items), functions=sources, known=known, unknown=unknown)
    )
