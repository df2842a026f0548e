"""The types of receivers, as far as declarations tell them.

This is a small part of inference, made for finding what a call reaches. A type is a declared short name, perhaps of
many (a list, an array, a query), or the type itself used as a value. Whatever is not plain from a written type, a
creation, a declared result or a field is unknown, and an unknown receiver reaches nothing. The walk down a chain of
members is a recursion with a fixed depth: a longer chain is unknown.
"""

from dataclasses import dataclass, replace

from osy_analysis.passes.declare import Callable
from osy_analysis.passes.index import Index
from osy_analysis.passes.scan import Element, LocalSource
from osy_grammar.nodes.expressions import (
    As,
    Base,
    Binary,
    Call,
    Cast,
    Collection,
    Conditional,
    Expression,
    Member,
    Name,
    New,
    NonNull,
    Parenthesised,
    This,
)
from osy_grammar.nodes.expressions import Index as IndexAccess
from osy_grammar.nodes.types import TypeName

DEEPEST = 40

_SAME_MANY = frozenset(
    [
        "Where",
        "OrderBy",
        "OrderByDescending",
        "ThenBy",
        "ThenByDescending",
        "Take",
        "Skip",
        "Include",
        "Distinct",
        "Concat",
        "Reverse",
        "ToList",
        "ToArray",
    ]
)
_ONE = frozenset(["First", "FirstOrDefault", "Single", "SingleOrDefault", "Last", "LastOrDefault"])
_LISTS = frozenset(["List", "stream", "IEnumerable", "Binding"])


@dataclass(frozen=True, slots=True)
class Ref:
    """A type by its short name; `is_many` for a list of it, `is_type` for the type itself, named as a value."""

    name: str
    is_many: bool = False
    is_type: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Inference:
    """Answers for the expressions of one callable of one file."""

    index: Index
    path: str
    callable: Callable

    def type_of(self, expression: Expression, depth: int = 0) -> Ref | None:
        """The expression's type; None is unknown."""
        if depth > DEEPEST:
            return None
        match expression:
            case Name():
                return self._name(expression, depth)
            case This() | Base():
                return Ref(self.callable.owner) if self.callable.owner else None
            case New(type=TypeName() as written) | Cast(type=written) | As(type=written):
                return written_type(written)
            case Parenthesised(inner=inner) | NonNull(target=inner):
                return self.type_of(inner, depth + 1)
            case Binary(left=left, operator="??", right=right):
                return self.type_of(left, depth + 1) or self.type_of(right, depth + 1)
            case Conditional(then=then, otherwise=otherwise):
                return self._same(self.type_of(then, depth + 1), self.type_of(otherwise, depth + 1))
            case Collection(items=(first, *_)):
                return self._many(self.type_of(first, depth + 1))
            case IndexAccess(target=target):
                return self._one(self.type_of(target, depth + 1))
            case Member():
                return self._member(expression, depth)
            case Call():
                return self._call(expression, depth)
            case _:
                return None

    def is_local(self, name: str) -> bool:
        """Whether the name is a local or a parameter of the callable."""
        if name in self.callable.scan.locals:
            return True
        parameters = self.callable.parameters
        return parameters is not None and any(item.name.text == name for item in parameters.items)

    def _name(self, expression: Name, depth: int) -> Ref | None:
        name = expression.text
        sources = self.callable.scan.locals.get(name)
        if sources is not None:
            kinds = {self._source(source, depth) for source in sources}
            return kinds.pop() if len(kinds) == 1 else None
        for parameter in self.callable.parameters.items if self.callable.parameters else ():
            if parameter.name.text == name:
                return written_type(parameter.type)
        if self.callable.owner is not None:
            found = self.index.field_type(self.path, self.callable.owner, name)
            if found is not None:
                return written_type(found)
        if name in self.index.variables:
            return written_type(self.index.variables[name])
        return Ref(name, is_type=True) if self.index.types_from(self.path, name) else None

    def _source(self, source: LocalSource, depth: int) -> Ref | None:
        match source:
            case TypeName():
                return written_type(source)
            case Element():
                return self._one(self.type_of(source.source, depth + 1))
            case Expression():
                return self.type_of(source, depth + 1)
            case _:
                return None

    def _member(self, expression: Member, depth: int) -> Ref | None:
        if isinstance(expression.target, This) and self.callable.item_type is not None:
            return Ref(self.callable.item_type) if expression.name.text == "Item" else None
        target = self.type_of(expression.target, depth + 1)
        if target is None:
            # `Some.Namespace.Type` used as a value: the last word decides.
            named = isinstance(expression.target, Name | Member) and self.index.types_from(
                self.path, expression.name.text
            )
            return Ref(expression.name.text, is_type=True) if named else None
        if target.is_many:
            return None
        found = self.index.field_type(self.path, target.name, expression.name.text)
        return None if found is None else written_type(found)

    def _call(self, expression: Call, depth: int) -> Ref | None:
        count = len(expression.arguments.items)
        match expression.target:
            case Name(text=name):
                results = self.functions(name, count)
            case Member(target=target, name=name):
                receiver = self.type_of(target, depth + 1)
                if receiver is None:
                    return None
                if receiver.is_many or receiver.is_type:
                    if name.text in _SAME_MANY:
                        return replace(receiver, is_many=True, is_type=False)
                    if name.text in _ONE:
                        return Ref(receiver.name)
                if receiver.is_many:
                    return None
                results = self.index.methods(self.path, receiver.name, name.text)
            case _:
                return None
        kinds = {written_type(result.returns) for result in results if result.returns is not None}
        return kinds.pop() if len(kinds) == 1 else None

    def functions(self, name: str, count: int) -> list[Callable]:
        """What a call of the bare `name` can run: a method of the own type, else a function; nothing for a local."""
        if self.is_local(name):
            return []
        if self.callable.owner is not None:
            methods = self.index.methods(self.path, self.callable.owner, name)
            if methods:
                return methods
        return self.index.functions_from(self.path, name, count)

    def _same(self, left: Ref | None, right: Ref | None) -> Ref | None:
        return left if left == right else None

    def _many(self, one: Ref | None) -> Ref | None:
        return None if one is None or one.is_type else replace(one, is_many=True)

    def _one(self, many: Ref | None) -> Ref | None:
        return replace(many, is_many=False) if many is not None and many.is_many else None


def written_type(written: TypeName) -> Ref | None:
    """The type that is written; lists and arrays are many of their element."""
    if written.name.last.text in _LISTS and len(written.arguments) == 1:
        element = written_type(written.arguments[0])
        return None if element is None else replace(element, is_many=True)
    return Ref(written.name.last.text, is_many="[]" in written.tails)
