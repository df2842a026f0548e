"""How the files beside this one write members: a signature and a sentence each."""

import re

from osy_grammar.language.model import MemberFact

_NAME = re.compile(r"(\w+)(?:<[\w, ]+>)?(?:\(|$)")


def instance(page: str, *rows: tuple[str, str], is_exact: bool = False) -> tuple[MemberFact, ...]:
    """Members of a value, as pairs of signature and text."""
    return tuple(_member(page, signature, text, is_exact=is_exact) for signature, text in rows)


def static(page: str, *rows: tuple[str, str], is_exact: bool = False) -> tuple[MemberFact, ...]:
    """Members of the type's own name."""
    return tuple(_member(page, signature, text, is_static=True, is_exact=is_exact) for signature, text in rows)


def constructors(page: str, *rows: tuple[str, str], is_exact: bool = False) -> tuple[MemberFact, ...]:
    """What `new` takes, as pairs of the type's name with parameters and text."""
    return tuple(_member(page, signature, text, is_exact=is_exact) for signature, text in rows)


def enum_members(page: str, enum: str, *rows: tuple[str, str]) -> tuple[MemberFact, ...]:
    """Members of an enum, as pairs of name and text."""
    return tuple(_member(page, f"{enum} {name}", text, is_static=True, is_exact=True) for name, text in rows)


def enum_names(page: str, enum: str, names: str) -> tuple[MemberFact, ...]:
    """Members of an enum that say all by their names, written with spaces between."""
    return enum_members(page, enum, *((name, "") for name in names.split()))


def _member(page: str, signature: str, text: str, *, is_static: bool = False, is_exact: bool = False) -> MemberFact:
    """A text that opens with "Here:" is a ruling of this project, which knows all forms of what it decides."""
    found = _NAME.search(signature)
    if found is None:
        raise ValueError(f"no name in the signature `{signature}`")
    is_ours = text.startswith("Here:")
    return MemberFact(
        name=found.group(1),
        signature=signature,
        page=page,
        text=text,
        is_static=is_static,
        is_exact=is_exact or is_ours,
        ours=is_ours,
    )
