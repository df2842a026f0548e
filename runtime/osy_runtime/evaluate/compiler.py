"""The compiler of one program: nodes to callables, by tables keyed by node type.

A function is compiled on its first call. What the runner does not do compiles too, into code that refuses by name
when it is reached, so that a test fails at the very place and nothing passes silently.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar, cast

from osy_grammar.nodes import expressions as e
from osy_grammar.nodes import statements as s
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.types import TypeName
from osy_grammar.tree import Item
from osy_grammar.walk import walk
from osy_runtime.evaluate.frame import Code, Frame, Setter, Step
from osy_runtime.evaluate.functions import own_parameters
from osy_runtime.evaluate.layout import Layout, make_layout
from osy_runtime.evaluate.scope import Scope, Variable, names_in_lambdas
from osy_runtime.evaluate.shapes import written
from osy_runtime.evaluate.types import Conversion, conversion
from osy_runtime.faces import PlainBlock, WorldFace
from osy_runtime.model import ClassInfo, EntityInfo, FieldInfo, FunctionInfo, ParameterInfo, Shape, Site
from osy_runtime.program import Program
from osy_runtime.signals import CodeFrame, Failure, Unsupported
from osy_runtime.values import Row, Value
from osy_runtime.world import World

if TYPE_CHECKING:
    from osy_runtime.evaluate.given import Giving
    from osy_runtime.evaluate.mails import Mail
    from osy_runtime.security.rules import RuleSet
    from osy_runtime.testing.recorder import Recorder
    from osy_runtime.workflow.flow import Flow

N = TypeVar("N", bound=Node)
R = TypeVar("R")
ExpressionHandler = Callable[["Compiler", Scope, Node], Code]
StatementHandler = Callable[["Compiler", Scope, Node], Step]
PlaceHandler = Callable[["Compiler", Scope, Node], Setter]


def for_expression(
    kind: type[N], handler: Callable[["Compiler", Scope, N], Code]
) -> tuple[type[Node], ExpressionHandler]:
    """One row of the table of expressions."""
    # The table is asked with the node's own type, so the handler gets what it was written for.
    return kind, cast(ExpressionHandler, handler)


def for_statement(
    kind: type[N], handler: Callable[["Compiler", Scope, N], Step]
) -> tuple[type[Node], StatementHandler]:
    """One row of the table of statements."""
    return kind, cast(StatementHandler, handler)


def for_place(kind: type[N], handler: Callable[["Compiler", Scope, N], Setter]) -> tuple[type[Node], PlaceHandler]:
    """One row of the table of what can be assigned to."""
    return kind, cast(PlaceHandler, handler)


class Compiler:
    """Compiles the bodies and expressions of one program."""

    def __init__(self, program: Program) -> None:
        """A compiler whose names are looked up in `program`."""
        from osy_runtime.evaluate import assignments, expressions, statements

        self.program = program
        self._expressions = expressions.TABLE
        self._statements = statements.TABLE
        self._places = assignments.PLACES
        self.row_checks: dict[EntityInfo, tuple[Callable[[World, Row], None], ...]] = {}
        self.rule_sets: dict[EntityInfo, RuleSet] = {}
        self.givings: dict[EntityInfo, Giving] = {}
        self.flows: tuple[Flow, ...] | None = None
        self.recorder: Recorder | None = None
        self.variables: dict[e.Name, Variable] = {}
        self.spoken: set[e.Literal] = set()
        self.asks_rows = False
        self.wraps = False
        """Whether what is compiled stands in `unchecked`."""
        self.mails: dict[str, Mail] = {}
        self.static_types: dict[Node, Shape | None] = {}
        self._policies: dict[str, FunctionInfo] = {}
        self._layouts: dict[ClassInfo | EntityInfo, Layout] = {}

    # ── Nodes ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def value(self, scope: Scope, node: e.Expression) -> Code:
        """The expression, compiled."""
        handler = self._expressions.get(type(node))
        return handler(self, scope, node) if handler else refuse(scope, node, form_of(node))

    def step(self, scope: Scope, node: s.Statement) -> Step:
        """The statement, compiled."""
        handler = self._statements.get(type(node))
        if handler is None:
            refusal = refuse(scope, node, form_of(node))
            return cast(Step, refusal)
        return self.counted(scope, node, handler(self, scope, node))

    def counted(self, scope: Scope, node: Node, code: Callable[[Frame], R]) -> Callable[[Frame], R]:
        """The code of a statement or of a body that is an expression, counted where coverage is asked for."""
        if self.recorder is None or isinstance(node, s.Block):
            return code
        place = scope.place(node)
        return self.recorder.counting("statement", place.path, place.offset, code)

    def place(self, scope: Scope, node: e.Expression) -> Setter:
        """What assigns to the expression."""
        handler = self._places.get(type(node))
        if handler is None:
            refusal = refuse(scope, node, f"assigning to {form_of(node)}")
            return lambda f, value: cast(None, refusal(f))
        return handler(self, scope, node)

    # ── The face of the workflow engine ───────────────────────────────────────────────────────────────────────────

    def block(
        self, path: str, item: Item, node: s.Block, names: Sequence[str]
    ) -> Callable[[WorldFace, Mapping[str, Value]], None]:
        """Compile a body; `names` are handed in when it runs, `this` among them if there is one."""
        scope, variables = self._outer_scope(path, item, node, names)
        if self.recorder is None and not variables and len(node.statements) == 1:
            only = node.statements[0]
            return PlainBlock(self._single(scope, only), only.state.text if isinstance(only, s.Goto) else None)
        step = self.step(scope, node)
        if self.recorder is not None:
            step = self.recorder.counting("body", path, item.start + node.start, step)
        if not variables:
            return PlainBlock(_run_plain(step, scope))

        def run(world: WorldFace, given: Mapping[str, Value]) -> None:
            try:
                step(_frame(world, given, variables, scope.size))
            except Failure as failure:
                failure.leave_call()
                raise

        return run

    def _single(self, scope: Scope, node: s.Statement) -> Callable[[WorldFace, Value], None]:
        """A body of one statement, which needs no block around it."""
        from osy_runtime.evaluate.statements import part_of

        scope.open_block()
        part = part_of(self, scope, node)
        scope.close_block()
        return _run_plain(part.run, scope, part.place)

    def expression(
        self, path: str, item: Item, node: e.Expression, names: Sequence[str]
    ) -> Callable[[WorldFace, Mapping[str, Value]], Value]:
        """Compile an expression; `names` as in `block`."""
        scope, variables = self._outer_scope(path, item, node, names)
        code = located(scope, node, self.value(scope, node))

        def run(world: WorldFace, given: Mapping[str, Value]) -> Value:
            try:
                return code(_frame(world, given, variables, scope.size))
            except Failure as failure:
                failure.leave_call()
                raise

        return run

    def _outer_scope(
        self, path: str, item: Item, node: Node, names: Sequence[str]
    ) -> tuple[Scope, dict[str, Variable]]:
        scope = Scope(self.site(path, item), title(item), None, shared=names_in_lambdas(node))
        variables = {name: scope.declare(name) for name in names if name != "this"}
        mentioned = {inner.text for inner in walk(node) if isinstance(inner, e.Name)}
        return scope, {name: variable for name, variable in variables.items() if name in mentioned}

    def site(self, path: str, item: Item) -> Site:
        """Where a top-level item stands."""
        return self.program.site_of(path, item)

    # ── Declarations ──────────────────────────────────────────────────────────────────────────────────────────────

    def policy(self, name: str) -> FunctionInfo:
        """The policy as a function that gives a truth value."""
        if name not in self._policies:
            site, node = self.program.policies[name]
            parameters = tuple(
                ParameterInfo(p.name.text, p.type, p.default is not None, p.is_params)
                for p in (node.parameters.items if node.parameters else ())
            )
            self._policies[name] = FunctionInfo(name, site, parameters, node, most=len(parameters))
        return self._policies[name]

    def conversion(self, type_name: TypeName, site: Site) -> Conversion | None:
        """What is done to a value on its way into a variable of that type."""
        return conversion(self.program, type_name, site)

    def shape(self, type_name: TypeName, site: Site) -> Shape:
        """The shape of a written type."""
        return written(self.program, type_name, site)

    def layout(self, info: ClassInfo | EntityInfo) -> Layout:
        """How the fields of a new instance or row are filled."""
        found = self._layouts.get(info)
        if found is None:
            found = self._layouts[info] = make_layout(self, info)
        return found

    def constant(self, world: World, owner: ClassInfo, field: FieldInfo) -> Value:
        """The value of a class's `const`."""
        from osy_runtime.evaluate.names import constant_code

        return constant_code(self, owner, field)(Frame(world, None, []))

    def scope(self, site: Site, function: str, owner: ClassInfo | EntityInfo | None, *nodes: Node | None) -> Scope:
        """A scope for code that belongs to a declaration."""
        return Scope(site, function, owner, shared=names_in_lambdas(*nodes), type_parameters=own_parameters(owner))


def _run_plain(
    step: Callable[[Frame], object], scope: Scope, place: CodeFrame | None = None
) -> Callable[[WorldFace, Value], None]:
    blank: list[Value] = [None] * scope.size

    def run(world: WorldFace, this: Value) -> None:
        try:
            # The engine's world is the evaluator's.
            step(Frame(world, this, blank[:]))  # type: ignore[arg-type]
        except Failure as failure:
            if place is not None:
                failure.locate(place)
            failure.leave_call()
            raise

    return run


def _frame(world: WorldFace, given: Mapping[str, Value], variables: Mapping[str, Variable], size: int) -> Frame:
    assert isinstance(world, World)
    values: list[Value] = [None] * size
    for name, variable in variables.items():
        value = given.get(name)
        values[variable.index] = [value] if variable.in_cell else value
    return Frame(world, given.get("this"), values)


def title(item: Item) -> str:
    """The name of a top-level item, for frames."""
    name = getattr(item.node, "name", None)
    return str(getattr(name, "text", "")) or type(item.node).__name__.lower()


def located(scope: Scope, node: Node, code: Code) -> Code:
    """The code of an expression that is a body by itself: failures in it get its place."""
    place = scope.place(node)

    def run(f: Frame) -> Value:
        try:
            return code(f)
        except Failure as failure:
            failure.locate(place)
            raise

    return run


def refuse(scope: Scope, node: Node, what: str) -> Code:
    """Code that says, when it is reached, that this runner does not do it."""
    place = scope.place(node)

    def run(_: Frame) -> Value:
        failure = Unsupported(f"{what} is not supported by this runner yet")
        failure.locate(place)
        raise failure

    return run


_FORMS: dict[type[Node], str] = {
    s.YieldReturn: "`yield return` in a function that gives no `stream`",
    s.ErrorStatement: "a statement that does not parse",
    e.ErrorExpression: "an expression that does not parse",
}


def form_of(node: Node) -> str:
    """What a construct is called in a refusal."""
    if isinstance(node, e.Foreign | s.ForeignStatement):
        return node.form
    return _FORMS.get(type(node)) or f"`{type(node).__name__}`"
