"""Faults of functions, types and tests."""

from collections.abc import Iterator

from mutants.mutant import Mutant, Site
from osy_analysis.diagnostic import Edit
from osy_grammar.nodes.declarations import Attribute, Class, Entity, Enum, Field, Function, Namespace
from osy_grammar.nodes.expressions import Call, InitialiserMember, Literal, Member, Name, New
from osy_grammar.nodes.statements import Block, If, Local
from osy_grammar.span import Span
from osy_grammar.walk import walk

NUMBERS = ("int", "long", "decimal")
# A condition with one of these may be what makes a later read of null right.
NULL_TESTS = ("null", "Empty", "HasValue", "?.", " is ")


def code_faults(site: Site) -> Iterator[Mutant]:
    """Every fault that can be planted into a declaration that is no workflow."""
    node = site.item.node
    match node:
        case Function():
            yield from _function(site, node)
        case Class() | Entity():
            yield from _type(site, node)
            for member in node.members:
                if isinstance(member, Function):
                    yield from _statements(site, member)
        case Enum() if node.members:
            first = node.members[0].name
            yield site.insert("name-duplicate", site.end(node) - 1, _also(site, node, f" {first.text} "))
        case _:
            pass


def _also(site: Site, node: Enum, text: str) -> str:
    between = site.item.chunk.text[node.members[-1].end : node.end]
    return text if "," in between else f",{text}"


def _function(site: Site, function: Function) -> Iterator[Mutant]:
    yield from _statements(site, function)
    yield from _calls(site, function)
    for attribute in function.attributes:
        yield from _test(site, function, attribute)
    names = [parameter.name for parameter in function.parameters.items]
    if len(names) > 1 and function.body is None:
        yield site.write("name-duplicate", names[1], names[0].text)


def _test(site: Site, function: Function, attribute: Attribute) -> Iterator[Mutant]:
    if attribute.name.text != "Test":
        return
    if attribute.arguments:
        fixture = attribute.arguments[0].value
        yield site.write("test-unknown-fixture", fixture, f"{site.text(fixture)}Elsewhere")
    inside = site.start(function.parameters) + 1
    if not function.parameters.items:
        yield site.insert("test-signature", inside, "int count", inside=0)


def _statements(site: Site, function: Function) -> Iterator[Mutant]:
    if not isinstance(function.body, Block):
        return
    opening = site.start(function.body) + 1
    yield site.insert("name-unused", opening, " var neverRead = 1;", inside=5)
    wide = ' int tooWide = "wide"; Log.Information($"{tooWide}");'
    yield site.insert("type-mismatch", opening, wide, inside=wide.index('"wide"'))
    local = ' var harbour = 1; Log.Information($"{harbuor}");'
    yield site.insert("name-unknown", opening, local, inside=local.index("harbuor"))
    yield site.insert("syntax-error", opening, " var = 1;", inside=5)
    for node in walk(function.body):
        match node:
            case If() if not any(word in site.text(node.condition) for word in NULL_TESTS):
                # What the condition reads stays read, so that nothing else comes of the fault.
                yield site.write("type-mismatch", node.condition, f'"always" + ({site.text(node.condition)})')
            case Local(type=written, value=Literal(kind="string") as value) if written.name.text == "string":
                yield site.write("type-mismatch", value, "17")
            case Local(type=written, value=Literal(kind="number") as value) if written.name.text in NUMBERS:
                yield site.write("type-mismatch", value, '"seventeen"')
            case _:
                pass


def _own_functions(site: Site) -> dict[str, list[Function]]:
    found: dict[str, list[Function]] = {}
    for path in site.project.own_paths:
        for item in site.project.files[path].items:
            if isinstance(item.node, Function):
                found.setdefault(item.node.name.text, []).append(item.node)
    return found


def _calls(site: Site, function: Function) -> Iterator[Mutant]:
    own = _own_functions(site)
    enums = {
        item.node.name.text: item.node
        for path in site.project.own_paths
        for item in site.project.files[path].items
        if isinstance(item.node, Enum)
    }
    for node in walk(function):
        match node:
            case Call(target=Name(text=name)) if len(own.get(name, ())) == 1:
                callee = own[name][0]
                if any(parameter.is_params for parameter in callee.parameters.items):
                    continue
                full = len(node.arguments.items) == len(callee.parameters.items)
                comma = ", " if node.arguments.items else ""
                if full:
                    yield site.insert("type-argument-count", site.end(node) - 1, f"{comma}null", inside=len(comma))
            case Member(target=Name(text=name)) if name in enums:
                if node.name.text in {member.name.text for member in enums[name].members}:
                    yield site.write("name-unknown-member", node.name, f"{node.name.text}Ish")
            case _:
                pass


def _type(site: Site, node: Class | Entity) -> Iterator[Mutant]:
    fields = [member for member in node.members if isinstance(member, Field)]
    if fields:
        again = f" {site.text(fields[0].type)} {fields[0].name.text};"
        yield site.insert("name-duplicate", site.end(fields[-1]), again)
    is_plain = isinstance(node, Class) and not node.bases and "partial" not in node.modifiers
    if is_plain and isinstance(node, Class):
        yield from _members(site, node, {field.name.text for field in fields})


def _members(site: Site, node: Class, fields: set[str]) -> Iterator[Mutant]:
    """Members renamed where an object is made, in the functions of the same file."""
    for item in site.file.items:
        for made in walk(item.node):
            if not isinstance(made, New) or made.type is None or made.initialiser is None:
                continue
            if made.type.name.text != node.name.text or made.type.arguments:
                continue
            for element in made.initialiser.elements:
                if isinstance(element, InitialiserMember) and element.name.text in fields:
                    span = item.span(element.name)
                    edit = Edit(site.path, span, f"{element.name.text}Of")
                    yield Mutant("name-unknown-member", site.path, span.start, (edit,))


def clash(site: Site) -> Iterator[Mutant]:
    """A declaration repeated in a file of its own, under the same namespace."""
    node = site.item.node
    if not isinstance(node, Class | Enum | Entity) or "partial" in node.modifiers:
        return
    ending = ".test.osy" if site.path.endswith(".test.osy") else ".osy"
    copy = f"{site.path.removesuffix(ending)}_again{ending}"
    namespace = "".join(
        site.file.text[item.span(item.node).start : item.span(item.node).end] + "\n"
        for item in site.file.items
        if isinstance(item.node, Namespace)
    )
    text = namespace + site.text(node)
    name = node.name.last if isinstance(node, Entity) else node.name
    at = len(namespace) + name.start - node.start
    yield Mutant("project-clash", copy, 0, (Edit(copy, Span(0, 0), text),), inside=at)
