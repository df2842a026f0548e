"""Records do what data classes of the standard library do, or are refused when they are declared."""

import pickle
import weakref
from collections.abc import Callable
from dataclasses import KW_ONLY, FrozenInstanceError, InitVar, asdict, dataclass, field, is_dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

import pytest
from pydantic import TypeAdapter

from osy_grammar import record as ours
from osy_grammar.record import record
from osy_grammar.record_constructor import FEW


@record()
class Place:
    """With a default, a default that is made, and what belongs to the class."""

    kind: ClassVar[str] = "place"
    path: str
    line: int = 1
    marks: list[str] = field(default_factory=list)


@record()
class Wide(Place):
    """With one field more than its base."""

    width: int = 2


@record(kw_only=True)
class Named:
    """Takes its fields by name, and looks at them when it is made."""

    first: str
    last: str = "x"

    def __post_init__(self) -> None:
        if not self.first:
            raise ValueError("empty")


@record(eq=False)
class Itself:
    """Equals itself only."""

    value: int


@record(frozen=False)
class Open:
    """Can be changed."""

    value: int


@record(frozen=False)
class Late:
    """One field is filled in by whoever made it."""

    first: int = 1
    later: str = field(init=False)
    last: int = 3


def test_a_field_may_be_filled_in_later() -> None:
    late = Late(2, 4)
    assert (late.first, late.last) == (2, 4)
    with pytest.raises(AttributeError):
        _ = late.later
    late.later = "x"
    assert repr(late) == "Late(first=2, later='x', last=4)"


def _declared(annotations: dict[str, object], base: type = object, **values: object) -> type:
    return type("Made", (base,), {"__annotations__": annotations, "__module__": __name__, **values})


@dataclass(frozen=True)
class Foreign:
    """A data class of another make."""

    value: int


@pytest.mark.parametrize(
    ("cls", "sentence"),
    [
        (_declared({"hidden": int}, hidden=field(default=1, compare=False)), "`hidden` as well"),
        (_declared({"marks": list}, marks=[]), "share the default of `marks`"),
        (_declared({"marks": list}, marks=field(default=[])), "share the default of `marks`"),
        (_declared({"first": int, "second": int}, first=1), "`second` of `Made` needs a value, and follows `first`"),
        (_declared({"second": int}, Place), "`second` of `Made` needs a value, and follows `marks`"),
        (_declared({"value": InitVar[int]}), "`InitVar`"),
        (_declared({"value": "InitVar[int]"}), "`InitVar`"),
        (_declared({"_": KW_ONLY}), "`KW_ONLY`"),
        (_declared({"_record_a": int}), "`_record_a` begins"),
        (_declared({"more": int}, Foreign), "base `Foreign`"),
        (_declared({"value": int}, __setattr__=object.__setattr__), "`__setattr__` of its own"),
    ],
)
def test_what_a_record_cannot_do_is_refused_when_it_is_declared(cls: type, sentence: str) -> None:
    with pytest.raises(TypeError, match=sentence):
        record()(cls)


ClassVariable = int


@record()
class Odd:
    """Fields that are called as generated names once were, and one whose type looks like `ClassVar`."""

    self: int
    a: int
    set_a: int = 2
    default_a: "ClassVariable" = 3
    MISSING: list[int] = field(default_factory=list)
    late: int = field(init=False, default=4)
    made: list[int] = field(init=False, default_factory=list)
    named: int = field(kw_only=True)

    @record()
    class Inner:
        """Inside another."""

        value: int


def test_fields_may_be_called_anything_and_say_how_they_are_given() -> None:
    odd = Odd(0, 1, named=5)
    assert asdict(odd) == {
        "self": 0, "a": 1, "set_a": 2, "default_a": 3, "MISSING": [], "late": 4, "made": [], "named": 5
    }  # fmt: skip
    assert odd == Odd(0, 1, 2, 3, [], named=5)
    assert Odd.__match_args__ == ("self", "a", "set_a", "default_a", "MISSING")
    with pytest.raises(TypeError):
        Odd(0, 1)  # type: ignore[call-arg]


def test_one_inside_another_goes_through_pickle() -> None:
    assert repr(Odd.Inner(1)) == "Odd.Inner(value=1)"
    assert pickle.loads(pickle.dumps(Odd.Inner(1))) == Odd.Inner(1)


@record()
class Deeper(Place):
    """Asks its base."""

    @property
    def shown(self) -> str:
        """Found by way of `super()` without arguments."""
        return super().__repr__()


def test_a_method_may_ask_the_base() -> None:
    assert Deeper("a").shown == "Deeper(path='a', line=1, marks=[])"


@record(order=True, weakref_slot=True)
class Ordered:
    """Is before and after others, and can be referred to weakly."""

    first: int
    second: int


def test_an_order_is_that_of_the_fields() -> None:
    one, other = Ordered(1, 2), Ordered(1, 3)
    assert one < other
    assert one <= other
    assert other > one
    assert other >= one
    assert sorted([other, one]) == [one, other]
    with pytest.raises(TypeError):
        sorted([one, Open(1)])  # type: ignore[type-var]
    assert weakref.ref(one)() is one


def test_it_is_made_and_read_as_it_is_declared() -> None:
    place = Place("a", marks=["m"])
    assert (place.path, place.line, place.marks, place.kind) == ("a", 1, ["m"], "place")
    assert Place("a").marks is not Place("a").marks
    wide = Wide("a", 2, [], 3)
    assert (wide.path, wide.line, wide.width) == ("a", 2, 3)
    assert Named(first="a").last == "x"
    match wide:
        case Wide(path, line, _, width):
            assert (path, line, width) == ("a", 2, 3)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Place(),  # type: ignore[call-arg]
        lambda: Named("a"),  # type: ignore[call-arg]
        lambda: Named(first="a", other="b"),  # type: ignore[call-arg]
    ],
)
def test_wrong_arguments_are_refused(make: Callable[[], object]) -> None:
    with pytest.raises(TypeError):
        make()


def test_what_it_checks_when_it_is_made_is_checked() -> None:
    with pytest.raises(ValueError, match="empty"):
        Named(first="")


def test_equal_are_those_of_one_class_with_equal_fields() -> None:
    assert Named(first="a") == Named(first="a")
    assert Named(first="a") != Named(first="b")
    assert hash(Named(first="a")) == hash(Named(first="a"))
    assert Place("a", 2, []) != Wide("a", 2, [])
    assert Itself(1) != Itself(1)
    assert len({Itself(1), Itself(1)}) == 2
    assert Open(1) == Open(1)
    with pytest.raises(TypeError):
        hash(Open(1))


def test_a_frozen_one_is_not_changed() -> None:
    place: Any = Place("a")
    for name in ("path", "unknown"):
        with pytest.raises(FrozenInstanceError):
            setattr(place, name, "b")
        with pytest.raises(FrozenInstanceError):
            delattr(place, name)
    opened = Open(1)
    opened.value = 2
    assert opened == Open(2)
    assert not hasattr(place, "__dict__")


def test_its_text_tells_its_fields() -> None:
    assert repr(Wide("a")) == "Wide(path='a', line=1, marks=[], width=2)"


def test_it_goes_through_pickle() -> None:
    for value in (Wide("a", 2, ["m"], 3), Named(first="a"), Open(1)):
        assert pickle.loads(pickle.dumps(value)) == value


def test_the_standard_library_takes_it_for_its_own() -> None:
    assert replace(Wide("a", width=5), line=9) == Wide("a", 9, [], 5)
    is_one: bool = is_dataclass(Wide)
    assert is_one
    assert asdict(Wide("a")) == {"path": "a", "line": 1, "marks": [], "width": 2}

    @dataclass(frozen=True)
    class Heir(Place):
        more: int = 0

    assert Heir("a", more=3).more == 3


def test_pydantic_reads_it() -> None:
    adapter = TypeAdapter(Wide)
    assert adapter.validate_python({"path": "a", "width": 4}) == Wide("a", width=4)
    assert adapter.dump_json(Wide("a")) == b'{"path":"a","line":1,"marks":[],"width":2}'


@record()
class Ours:
    """Declared without anything of the standard library."""

    path: str
    marks: list[str] = ours.field(default_factory=list, repr=False)
    later: int = ours.field(init=False, default=3)
    named: int = ours.field(kw_only=True, default=4)


def test_a_field_of_ours_is_as_one_of_the_standard_library() -> None:
    one = Ours("a", ["m"], named=5)
    assert repr(one) == "Ours(path='a', later=3, named=5)"
    assert asdict(one) == {"path": "a", "marks": ["m"], "later": 3, "named": 5}
    assert Ours("a").marks is not Ours("a").marks
    with pytest.raises(TypeError):
        Ours("a", [], 5)  # type: ignore[call-arg]


def test_a_field_has_no_two_defaults() -> None:
    with pytest.raises(TypeError, match="has a default or one that is made"):
        ours.field(default=1, default_factory=list)  # type: ignore[call-overload]


def test_a_copy_differs_in_what_is_given() -> None:
    one = Ours("a", ["m"], named=5)
    assert ours.replace(one, path="b") == Ours("b", ["m"], named=5)
    assert ours.replace(Named(first="a"), last="z") == Named(first="a", last="z")
    assert ours.replace(Foreign(1), value=2) == Foreign(2)
    with pytest.raises(TypeError, match="`later` is not given"):
        ours.replace(one, later=1)
    with pytest.raises(TypeError):
        ours.replace(one, other=1)  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="empty"):
        ours.replace(Named(first="a"), first="")


def test_the_many_are_made_as_the_first_few_were() -> None:
    """The constructor is compiled on the way."""

    @record()
    class Often:
        value: int
        marks: list[int] = ours.field(default_factory=list)
        word: str = "x"

    many = [(Often(n), Often(n, [n]), Often(value=n, word="y")) for n in range(FEW)]
    shown = [(one.value, one.marks, one.word) for three in many for one in three]
    assert shown == [values for n in range(FEW) for values in ((n, [], "x"), (n, [n], "x"), (n, [], "y"))]
    assert len({id(one.marks) for three in many for one in three}) == len(shown)


@pytest.mark.parametrize("made_before", [0, FEW])
@pytest.mark.parametrize(
    ("values", "named"),
    [((), {}), (("a", [], 1), {}), (("a",), {"path": "b"}), (("a",), {"other": 1}), (("a",), {"later": 1})],
)
def test_wrong_arguments_are_refused_early_and_late(
    made_before: int, values: tuple[object, ...], named: dict[str, object]
) -> None:
    @record()
    class Early:
        path: str
        marks: list[str] = ours.field(default_factory=list)
        later: int = ours.field(init=False, default=3)

    for _ in range(made_before):
        Early("a")
    make: Any = Early
    with pytest.raises(TypeError, match=r"Early.__init__\(\)"):
        make(*values, **named)


@record(eq=False, dict_slot=True)
class Roomy:
    """Keeps what it worked out."""

    value: int

    @cached_property
    def twice(self) -> list[int]:
        """Made once."""
        return [self.value * 2]


def test_one_with_room_keeps_more_than_its_fields() -> None:
    roomy = Roomy(2)
    assert roomy.twice is roomy.twice
    assert roomy.twice == [4]
    assert ours.replace(roomy, value=3).twice == [6]
    with pytest.raises(FrozenInstanceError):
        roomy.other = 1  # type: ignore[attr-defined]
