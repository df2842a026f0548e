"""Mails: a component marked `[Email]`, called like a function, gives a `RenderedEmail` (R167).

The mail is rendered in the language that `language =>` gives. What an element is called does not matter, unless the
program declares a component of that name, which is rendered in its place: texts that it is given come in the order in
which they are written, then its children; its words lead to the address that it is given. Pages and what they look like
are not rendered here, so that the HTML is plain.
"""

from dataclasses import dataclass, field

from osy_grammar.nodes import declarations as d
from osy_grammar.nodes import expressions as e
from osy_grammar.nodes import ui
from osy_runtime.builtins.sequences import iterated
from osy_runtime.evaluate.arguments import ArgumentCodes
from osy_runtime.evaluate.choices import truth
from osy_runtime.evaluate.compiler import Compiler, form_of, located, refuse
from osy_runtime.evaluate.creation import construct
from osy_runtime.evaluate.frame import Code, Frame
from osy_runtime.evaluate.functions import enter_call
from osy_runtime.evaluate.literals import mark_spoken
from osy_runtime.evaluate.mail_elements import Draw, Page, plain, rows
from osy_runtime.evaluate.members import text_in
from osy_runtime.evaluate.names import bad_name
from osy_runtime.evaluate.scope import Scope, Variable, names_in_lambdas
from osy_runtime.evaluate.targets import into
from osy_runtime.model import ClassInfo, Shape, Site
from osy_runtime.values import Value


@dataclass(slots=True)
class Mail:
    """A component, compiled: its parameters and fields are variables of one scope."""

    name: str
    scope: Scope
    parameters: list[tuple[str, Variable, Code | None]] = field(default_factory=list)
    fields: list[tuple[Variable, Code]] = field(default_factory=list)
    subject: Code | None = None
    language: Code | None = None
    draw: Draw | None = None


def mail_call(compiler: Compiler, scope: Scope, node: e.Call, name: str) -> Code:
    """`SomeMail(arguments)`: the mail, rendered."""
    mail = mail_of(compiler, name)
    arguments = _arguments(compiler, scope, node.arguments, mail)
    if isinstance(arguments, str):
        return bad_name(scope, node, arguments)
    given = arguments
    info = compiler.program.find_platform_type("RenderedEmail")
    assert isinstance(info, ClassInfo)

    def run(f: Frame) -> Value:
        world, page = f.world, Page()
        frame = _frame(f, mail, given)
        before = world.language
        try:
            if mail.language is not None:
                world.language = text_in(world, mail.language(frame))
            subject = text_in(world, mail.subject(frame)) if mail.subject is not None else ""
            _draw(mail, frame, page)
        finally:
            world.language = before
        rendered = construct(world, info, [], {})
        rendered.fields.update(Subject=subject, Text="\n".join(page.lines), Html="\n".join(page.html))
        return rendered

    return run


def mail_of(compiler: Compiler, name: str) -> Mail:
    """The component of that name, compiled once."""
    found = compiler.mails.get(name)
    if found is None:
        site, node = compiler.program.components[name]
        found = compiler.mails[name] = Mail(name, _scope(site, node))
        _compile(compiler, site, node, found)
    return found


def _scope(site: Site, node: ui.Component) -> Scope:
    return Scope(site, node.name.text, None, shared=names_in_lambdas(node))


def _compile(compiler: Compiler, site: Site, node: ui.Component, mail: Mail) -> None:
    scope = mail.scope
    for parameter in node.parameters.items:
        shape = compiler.shape(parameter.type, site)
        default = None if parameter.default is None else into(compiler, scope, parameter.default, shape)
        mail.parameters.append((parameter.name.text, scope.declare(parameter.name.text, None, shape), default))
    for member in node.members or ():
        match member:
            case d.Field():
                shape = compiler.shape(member.type, site)
                code: Code = (lambda f: None) if member.value is None else into(compiler, scope, member.value, shape)
                mail.fields.append((scope.declare(member.name.text, None, shape), code))
            case ui.Live():
                mail.fields.append((scope.declare(member.name.text), compiler.value(scope, member.value)))
            case ui.MailClause(keyword=keyword, value=value):
                mark_spoken(compiler, value)
                code = located(scope, value, compiler.value(scope, value))
                if keyword.text == "subject":
                    mail.subject = code
                else:
                    mail.language = code
            case _:
                pass
    rendering = next((m for m in node.members or () if isinstance(m, ui.Render) and m.keyword.text == "render"), None)
    if rendering is not None:
        mail.draw = _nodes(compiler, scope, rendering.markup.nodes)


def _arguments(compiler: Compiler, scope: Scope, written: e.Arguments | None, mail: Mail) -> dict[str, Code] | str:
    """The codes of the arguments by the names of their parameters; a sentence if they do not fit."""
    shapes = {name: variable.shape for name, variable, _ in mail.parameters}
    names = [*shapes]

    def target(position: int, name: str | None) -> Shape | None:
        known = name or (names[position] if position < len(names) else None)
        shape = shapes.get(known) if known is not None else None
        return shape if isinstance(shape, Shape) else None

    codes = ArgumentCodes(compiler, scope, written, target) if written is not None else None
    given = dict(zip(names, codes.positional, strict=False)) | codes.named if codes is not None else {}
    count = len(codes.positional) + len(codes.named) if codes is not None else 0
    missing = [name for name, _, default in mail.parameters if name not in given and default is None]
    if len(given) != count or missing or not {*given} <= {*names}:
        return f"`{mail.name}` does not take these arguments; its parameters are {', '.join(names) or 'none'}"
    return given


def _frame(f: Frame, mail: Mail, given: dict[str, Code]) -> Frame:
    values = {name: code(f) for name, code in given.items()}
    frame = Frame(f.world, None, [None] * mail.scope.size)
    for name, variable, default in mail.parameters:
        _put(frame, variable, values[name] if name in values else default(frame) if default is not None else None)
    for variable, code in mail.fields:
        _put(frame, variable, code(frame))
    return frame


def _put(frame: Frame, variable: Variable, value: Value) -> None:
    frame.locals[variable.index] = [value] if variable.in_cell else value


def _draw(mail: Mail, frame: Frame, page: Page) -> None:
    if mail.draw is None:
        return
    depth = frame.world.depth
    enter_call(frame.world, mail.name)
    try:
        mail.draw(frame, page)
    finally:
        frame.world.depth = depth


# ── Markup ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _nodes(compiler: Compiler, scope: Scope, nodes: tuple[ui.MarkupNode, ...]) -> Draw:
    scope.open_block()
    parts = [_node(compiler, scope, node) for node in nodes]
    scope.close_block()

    def draw(f: Frame, page: Page) -> None:
        for part in parts:
            part(f, page)

    return draw


def _node(compiler: Compiler, scope: Scope, node: ui.MarkupNode) -> Draw:
    match node:
        case ui.MarkupIf():
            return _if(compiler, scope, node)
        case ui.MarkupForEach():
            source = compiler.value(scope, node.source)
            scope.open_block()
            variable = scope.declare(node.name.text)
            body = _nodes(compiler, scope, node.body.nodes)
            scope.close_block()

            def each(f: Frame, page: Page) -> None:
                for item in iterated(f.world, source(f)):
                    _put(f, variable, item)
                    body(f, page)

            return each
        case ui.MarkupLocal():
            value = compiler.value(scope, node.value)
            local = scope.declare(node.name.text)
            return lambda f, page: _put(f, local, value(f))
        case ui.Fill(children=ui.Markup(nodes=nodes)):
            return _nodes(compiler, scope, nodes)
        case ui.Element():
            return _element(compiler, scope, node)
        case ui.Fill():
            return _refused(scope, node, f"a row template for the slot `{node.name.text}` in a mail")
        case ui.ErrorMarkup():
            return _refused(scope, node, "markup that does not parse")
        case _:
            return _refused(scope, node, f"{form_of(node)} in a mail")


def _refused(scope: Scope, node: ui.MarkupNode, what: str) -> Draw:
    code = refuse(scope, node, what)

    def draw(f: Frame, page: Page) -> None:
        code(f)

    return draw


def _if(compiler: Compiler, scope: Scope, node: ui.MarkupIf) -> Draw:
    condition = compiler.value(scope, node.condition)
    then = _nodes(compiler, scope, node.then.nodes)
    match node.otherwise:
        case ui.Markup(nodes=nodes):
            otherwise: Draw | None = _nodes(compiler, scope, nodes)
        case ui.MarkupIf() as inner:
            otherwise = _if(compiler, scope, inner)
        case _:
            otherwise = None

    def draw(f: Frame, page: Page) -> None:
        if truth(condition(f)):
            then(f, page)
        elif otherwise is not None:
            otherwise(f, page)

    return draw


def _element(compiler: Compiler, scope: Scope, node: ui.Element) -> Draw:
    name = node.name.last.text
    if isinstance(node.children, ui.Template):
        return _template(compiler, scope, node, node.children)
    children = _nodes(compiler, scope, node.children.nodes) if node.children is not None else None
    if name == "Slot":
        return _slot(children)
    if name in compiler.program.components:
        mail = mail_of(compiler, name)
        given = _arguments(compiler, scope, node.arguments, mail)
        if isinstance(given, dict):
            return _component(mail, given, children)
    return plain(compiler, scope, node, children)


def _template(compiler: Compiler, scope: Scope, node: ui.Element, template: ui.Template) -> Draw:
    """`Table(list) { (row, index) => … }`."""
    name = node.name.last.text
    if name == "Slot" or name in compiler.program.components or len(template.parameters) > 2:
        return _refused(scope, node, f"this row template of `{name}` in a mail")
    scope.open_block()
    variables = [scope.declare(parameter.text) for parameter in template.parameters]
    row = _nodes(compiler, scope, template.nodes)
    scope.close_block()
    return rows(compiler, scope, node, variables, row, _put)


def _component(mail: Mail, given: dict[str, Code], children: Draw | None) -> Draw:
    """A component of the program; its `Slot` draws the children, in the frame that they were written in."""

    def draw(f: Frame, page: Page) -> None:
        page.slots.append((f, children))
        try:
            _draw(mail, _frame(f, mail, given), page)
        finally:
            page.slots.pop()

    return draw


def _slot(fallback: Draw | None) -> Draw:
    def draw(f: Frame, page: Page) -> None:
        outer, children = page.slots[-1] if page.slots else (f, None)
        if children is None:
            if fallback is not None:
                fallback(f, page)
            return
        inner, page.slots = page.slots, page.slots[:-1]
        try:
            children(outer, page)
        finally:
            page.slots = inner

    return draw
