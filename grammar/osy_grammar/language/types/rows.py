"""How the files beside this one write members: a signature and a sentence each."""

import re

from osy_grammar.language.model import MemberFact

_NAME = re.compile(r"(\w+)(?:<[\w, ]+>)?(?:\(|$)")


def instance(page: str, *rows: tuple[str, str]) -> tuple[MemberFact, ...]:
    """Members of a value, as pairs of signature and text."""
    return tuple(_member(page, signature, text, is_static=False) for signature, text in rows)


def static(page: str, *rows: tuple[str, str]) -> tuple[MemberFact, ...]:
    """Members of the type's own name."""
    return tuple(_member(page, signature, text, is_static=True) for signature, text in rows)


def enum_members(page: str, enum: str, *rows: tuple[str, str]) -> tuple[MemberFact, ...]:
    """Members of an enum, as pairs of name and text."""
    return tuple(_member(page, f"{enum} {name}", text, is_static=True) for name, text in rows)


def _member(page: str, signature: str, text: str, *, is_static: bool) -> MemberFact:
    """A text that opens with "Here:" is a ruling of this project."""
    found = _NAME.search(signature)
    if found is None:
        raise ValueError(f"no name in the signature `{signature}`")
    return MemberFact(
        name=found.group(1),
        signature=signature,
        page=page,
        text=text,
        is_static=is_static,
        ours=text.startswith("Here:"),
    )
