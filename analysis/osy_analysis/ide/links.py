"""What leads elsewhere: `use` lines to the kit, `using` lines to the namespace, names of pages in comments."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from osy_analysis.project import Project
from osy_analysis.steps import checkpoint
from osy_grammar.language import capability, page, page_ids
from osy_grammar.nodes.declarations import App, Namespace, Package, Use, Using
from osy_grammar.span import Span

_PAGE = re.compile(r"(?<![\w/#.-])[a-z]+(?:-[a-z]+)+(?![\w-])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A place that leads to a file of the project, or to an address; `code` is a finding's, whose page is meant."""

    span: Span
    path: str = ""
    url: str = ""
    code: str = ""
    tip: str = ""


def links(project: Project, path: str) -> tuple[Link, ...]:
    """The links of a file, in source order."""
    found = (*_of_declarations(project, path), *_of_comments(project, path))
    return tuple(sorted(found, key=lambda link: link.span))


def _of_declarations(project: Project, path: str) -> Iterator[Link]:
    for item in project.files[path].items:
        node = item.node
        if isinstance(node, Using):
            yield from _of_name(project, item.span(node.name), node.name.text)
        elif isinstance(node, App | Package):
            for clause in node.clauses:
                if isinstance(clause, Use):
                    yield from _of_kit(project, item.span(clause.package.name), clause.package.name.text)


def _of_name(project: Project, span: Span, namespace: str) -> Iterator[Link]:
    for other, file in sorted(project.files.items()):
        if any(isinstance(item.node, Namespace) and item.node.name.text == namespace for item in file.items):
            yield Link(span=span, path=other, tip=f"A file of {namespace}")
            return
    yield from _of_capability(span, namespace)


def _of_kit(project: Project, span: Span, name: str) -> Iterator[Link]:
    unit = next((unit for unit in project.units[1:] if unit.name == name), None)
    if unit is not None:
        yield Link(span=span, path=unit.manifest, tip=f"The manifest of {name}")
    else:
        yield from _of_capability(span, name)


def _of_capability(span: Span, name: str) -> Iterator[Link]:
    row = capability(name)
    if row is not None and row.page:
        found = page(row.page)
        yield Link(span=span, url=found.url, tip=found.title)


def _of_comments(project: Project, path: str) -> Iterator[Link]:
    from osy_analysis.registry import all_rules

    pages, codes = frozenset(page_ids()), frozenset(rule.code for rule in all_rules())
    for item in project.files[path].items:
        checkpoint()
        text = item.chunk.text
        for comment in item.chunk.comments:
            for name in _PAGE.finditer(text, comment.start, comment.end):
                span = Span(item.start + name.start(), item.start + name.end())
                if name.group() in codes:
                    yield Link(span=span, code=name.group(), tip=f"About {name.group()}")
                elif name.group() in pages:
                    found = page(name.group())
                    yield Link(span=span, url=found.url, tip=found.title)
