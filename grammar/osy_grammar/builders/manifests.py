"""Manifests and locale files."""

from collections.abc import Sequence
from typing import NamedTuple

from osy_grammar.builders.lists import Skipped, identifier
from osy_grammar.lexemes import Lexeme
from osy_grammar.nodes import base, declarations, expressions


class _Plural(NamedTuple):
    forms: tuple[declarations.PluralForm, ...]


def app(start: int, end: int, name: Lexeme, clauses: Sequence[declarations.ManifestClause] = ()) -> declarations.App:
    """`app Name { … }`."""
    return declarations.App(start, end, identifier(name), tuple(clauses))


def package(
    start: int, end: int, name: base.QualifiedName, clauses: Sequence[declarations.ManifestClause] = ()
) -> declarations.Package:
    """`package A.B { … }`."""
    return declarations.Package(start, end, name, tuple(clauses))


def error_clause(start: int, end: int, skipped: Skipped) -> declarations.ErrorClause:
    """What recovery skipped in a manifest."""
    return declarations.ErrorClause(start, end, skipped.tokens)


def use(
    start: int,
    end: int,
    tests: Lexeme | None,
    package: declarations.PackageReference,
    options: Sequence[declarations.UseOption] = (),
) -> declarations.Use:
    """`use Package { … }`."""
    return declarations.Use(start, end, tests is not None, package, tuple(options))


def package_reference(
    start: int, end: int, name: base.QualifiedName, major: Lexeme | None
) -> declarations.PackageReference:
    """`A.B@1`."""
    digits = major[2] if major else ""
    return declarations.PackageReference(start, end, name, int(digits) if digits.isdecimal() else None)


def use_option(start: int, end: int, word: Lexeme, value: declarations.ManifestValue) -> declarations.UseOption:
    """`egress "host";` and its like."""
    return declarations.UseOption(start, end, identifier(word), value)


def completes(start: int, end: int, packages: list[declarations.PackageReference]) -> declarations.Completes:
    """`completes A, B;`."""
    return declarations.Completes(start, end, tuple(packages))


def manifest_line(
    start: int,
    end: int,
    word: Lexeme,
    value: declarations.ManifestValue,
    details: Sequence[declarations.ManifestDetail] = (),
) -> declarations.ManifestLine:
    """`word value;`."""
    return declarations.ManifestLine(start, end, identifier(word), value, tuple(details))


def manifest_detail(
    start: int, end: int, word: Lexeme, values: list[declarations.ManifestValue]
) -> declarations.ManifestDetail:
    """A line of the block behind a manifest line."""
    return declarations.ManifestDetail(start, end, identifier(word), tuple(values))


def manifest_word(start: int, end: int, word: Lexeme) -> declarations.ManifestValue:
    """A bare word."""
    return declarations.ManifestValue(start, end, word[2], False)


def manifest_string(start: int, end: int, text: Lexeme) -> declarations.ManifestValue:
    """A text."""
    return declarations.ManifestValue(start, end, text[2], True)


# ── Locale files ─────────────────────────────────────────────────────────────────────────────────────────────────────


def tag(_start: int, _end: int, parts: list[Lexeme]) -> str:
    """`sv`, `pt-BR`."""
    return "-".join(part[2] for part in parts)


def translations(
    start: int, end: int, tag: str, entries: Sequence[declarations.Translation | declarations.ErrorMember] = ()
) -> declarations.Translations:
    """`translations sv { … }`."""
    return declarations.Translations(start, end, tag, tuple(entries))


def was(_start: int, _end: int, _word: Lexeme, text: expressions.Literal) -> expressions.Literal:
    """`was "…"`: the text before it was changed."""
    return text


def no_translation(_start: int, _end: int, _null: Lexeme) -> None:
    """`null`: not translated yet."""


def plural(_start: int, _end: int, forms: list[declarations.PluralForm]) -> _Plural:
    """`{ one: "…", other: "…" }`."""
    return _Plural(tuple(forms))


def plural_form(start: int, end: int, name: Lexeme, text: expressions.Literal) -> declarations.PluralForm:
    """`one: "…"`."""
    return declarations.PluralForm(start, end, identifier(name), text)


def translation(
    start: int,
    end: int,
    kind: Lexeme,
    source: expressions.Literal,
    was_before: expressions.Literal | None,
    target: expressions.Literal | _Plural | None,
    was_behind: expressions.Literal | None,
) -> declarations.Translation:
    """`kind "source" => target;`."""
    plural = target.forms if isinstance(target, _Plural) else ()
    text = None if isinstance(target, _Plural) else target
    return declarations.Translation(start, end, identifier(kind), source, text, plural, was_before or was_behind)
