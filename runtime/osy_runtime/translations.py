"""Texts in the language of who acts, out of the project's `translations` (R160).

An entry is found by the text as the program has it. Where that is a `$"…"`, the entry names its holes: a name, a chain
of members (`{items.Count}`), or the function that is called (`{TimeAgo}`); formats are left out. An entry without a
translation leaves the text as it is, and so does a language that has none.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from osy_grammar.literals import decode_parts
from osy_grammar.nodes import expressions as e
from osy_grammar.nodes.declarations import PluralForm, Translation, Translations
from osy_runtime.link import literal_text
from osy_runtime.utf16 import units

if TYPE_CHECKING:
    from osy_grammar.tree import SourceFile
    from osy_runtime.world import World

Lexicon = Mapping[str, Mapping[str, Translation]]
"""For each language, what is said for a text of the program."""


def lexicon(files: "Iterable[SourceFile]") -> Lexicon:
    """The translations of the files; the first entry of a text that says something counts."""
    found: dict[str, dict[str, Translation]] = {}
    for file in files:
        for item in file.items:
            if isinstance(item.node, Translations):
                entries = found.setdefault(item.node.tag, {})
                for entry in item.node.entries:
                    if isinstance(entry, Translation) and (entry.plural or literal_text(entry.target) is not None):
                        source = literal_text(entry.source)
                        if source is not None:
                            entries.setdefault(units(source), entry)
    return found


def translated(world: "World", text: str) -> str:
    """A text without holes in the language of who acts."""
    entry = _entry(world, text)
    return text if entry is None else _said(entry, ())


def filled(world: "World", key: str, names: Sequence[str], values: Sequence[str]) -> str | None:
    """A text with holes in the language of who acts, each hole by its name; None if nothing is said for it."""
    entry = _entry(world, key)
    if entry is None:
        return None
    said = _said(entry, values)
    for name, value in zip(names, values, strict=True):
        said = said.replace("{" + name + "}", value)
    return said


def template(node: e.Interpolation) -> tuple[str, tuple[str, ...]] | None:
    """The text as an entry writes it, and the names of its holes; None if a hole has no name for an entry."""
    parts: list[str] = []
    names: list[str] = []
    for part in decode_parts(node):
        if isinstance(part, str):
            parts.append(units(part))
            continue
        name = _hole_name(part.expression)
        if not name:
            return None
        names.append(name)
        parts.append("{" + name + "}")
    return "".join(parts), tuple(names)


def _hole_name(node: e.Expression) -> str:
    match node:
        case e.Name():
            return node.text
        case e.Member():
            target = _hole_name(node.target)
            return f"{target}.{node.name.text}" if target else node.name.text
        case e.Call():
            return _hole_name(node.target).rpartition(".")[2]
        case e.NonNull():
            return _hole_name(node.target)
        case e.Parenthesised():
            return _hole_name(node.inner)
        case _:
            return ""


def _entry(world: "World", text: str) -> Translation | None:
    languages = world.program.lexicon
    if not languages:
        return None
    found = languages.get(world.language) or languages.get(world.language.partition("-")[0])
    return found.get(text) if found else None


def _said(entry: Translation, values: Sequence[str]) -> str:
    if not entry.plural:
        return units(literal_text(entry.target) or "")
    count = next((value for value in values if value.lstrip("-").isdigit()), "")
    form = _form(entry.plural, "one" if count == "1" else "other") or entry.plural[-1]
    return units(literal_text(form.text) or "")


def _form(forms: Sequence[PluralForm], name: str) -> PluralForm | None:
    return next((form for form in forms if form.name.text == name), None)
