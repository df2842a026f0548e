"""Which words of a declaration are names, and what they name: by the node that holds each."""

from osy_analysis.passes.workflows import WorkflowNames, names_of
from osy_grammar.language import platform_type, word
from osy_grammar.language.model import WordKind
from osy_grammar.nodes import declarations, expressions, patterns, statements, types, ui, workflow
from osy_grammar.nodes.base import Identifier, Node, QualifiedName, Token
from osy_grammar.walk import children, walk

Kind = tuple[str, tuple[str, ...]]

DECLARED = ("declaration",)
LIBRARY = ("defaultLibrary",)

_NAMED: dict[type[Node], Kind] = {
    declarations.Class: ("class", DECLARED),
    declarations.Interface: ("interface", DECLARED),
    declarations.Enum: ("enum", DECLARED),
    declarations.EnumMember: ("enumMember", DECLARED),
    declarations.Field: ("property", DECLARED),
    declarations.Property: ("property", DECLARED),
    declarations.Constructor: ("method", DECLARED),
    declarations.Parameter: ("parameter", DECLARED),
    declarations.GlobalVariable: ("variable", DECLARED),
    declarations.Policy: ("function", DECLARED),
    declarations.Principal: ("variable", DECLARED),
    declarations.Client: ("class", DECLARED),
    declarations.ClientOperation: ("method", DECLARED),
    declarations.App: ("namespace", DECLARED),
    declarations.Setting: ("property", ()),
    declarations.ClientSetting: ("property", LIBRARY),
    declarations.AttributeArgument: ("parameter", ()),
    expressions.Argument: ("parameter", ()),
    expressions.InitialiserMember: ("property", ()),
    expressions.LambdaParameter: ("parameter", DECLARED),
    expressions.OutArgument: ("variable", DECLARED),
    expressions.TupleItem: ("property", ()),
    patterns.Designation: ("variable", DECLARED),
    statements.Local: ("variable", DECLARED),
    statements.ForEach: ("variable", DECLARED),
    statements.Catch: ("variable", DECLARED),
    ui.Component: ("class", DECLARED),
    ui.Action: ("method", DECLARED),
    workflow.Workflow: ("class", DECLARED),
    workflow.Event: ("event", DECLARED),
    workflow.State: ("enumMember", DECLARED),
    workflow.Terminal: ("enumMember", DECLARED),
    workflow.Clause: ("property", LIBRARY),
    workflow.RemindArgument: ("property", LIBRARY),
    workflow.Remind: ("function", DECLARED),
    workflow.Requirement: ("property", DECLARED),
}

KEYWORD_FIELDS = ("keyword", "outcome", "word")
"""The fields of nodes that hold a word of the language as an identifier."""
_ERRORS = (
    declarations.ErrorDeclaration,
    declarations.ErrorMember,
    declarations.ErrorClause,
    expressions.ErrorExpression,
    statements.ErrorStatement,
    ui.ErrorMarkup,
    workflow.ErrorItem,
)


class NameKinds:
    """The names of one declaration: `kinds` by their starts; None for a name of no known kind."""

    def __init__(self, root: Node) -> None:
        self.kinds: dict[int, Kind | None] = {}
        self._skipped: set[int] = set()
        self._root = root
        self._names = names_of(root) if isinstance(root, workflow.Workflow) else WorkflowNames()
        self._called: set[Node] = set()
        self._owners: set[Node] = set()
        self._locals: dict[str, Kind] = {}
        self._milestones: list[Node] = []
        for node in walk(root):
            self._take(node)

    def is_skipped(self, start: int) -> bool:
        """Whether the token there is among those that recovery skipped."""
        return start in self._skipped

    def _take(self, node: Node) -> None:
        match node:
            case declarations.Function():
                self.kinds[node.name.start] = ("function" if node is self._root else "method", DECLARED)
            case declarations.Field() | declarations.GlobalVariable() if node.is_constant:
                self.kinds[node.name.start] = (_NAMED[type(node)][0], (*DECLARED, "readonly"))
            case declarations.Entity():
                self._qualified(node.name, ("class", DECLARED))
            case declarations.Using() | declarations.Namespace() | declarations.Package():
                self._qualified(node.name, ("namespace", ()))
            case declarations.Attribute():
                self._qualified(node.name, ("decorator", ()))
            case declarations.SecurityRule():
                self._security(node)
            case types.TypeName():
                self._type(node)
            case _ if isinstance(node, workflow.WorkflowItem):
                self._workflow_item(node)
            case statements.Goto():
                self.kinds[node.state.start] = ("enumMember", ())
            case expressions.Call():
                self._called.add(node.target)
            case expressions.Member():
                self.kinds[node.name.start] = ("method" if node in self._called else "property", ())
                self._owners.add(node.target)
            case expressions.Name():
                self.kinds.setdefault(node.start, self._kind_of_name(node))
            case _:
                pass
        self._claim(node)
        if isinstance(node, _ERRORS):
            self._skipped.update(token.start for token in node.tokens if isinstance(token, Token))

    def _claim(self, node: Node) -> None:
        """Every name that is a child of the node is a name, whether its kind is known or not."""
        keywords = [getattr(node, field, None) for field in KEYWORD_FIELDS]
        named = getattr(node, "name", None)
        for child in children(node):
            if not isinstance(child, Identifier) or any(child is keyword for keyword in keywords):
                continue
            kind = _NAMED.get(type(node)) if child is named else None
            self.kinds.setdefault(child.start, kind)
            if kind is not None and kind[0] in ("parameter", "variable"):
                self._locals.setdefault(child.text, (kind[0], ()))

    # ── Nodes whose names need a look around ─────────────────────────────────────────────────────────────────────────

    def _qualified(self, name: QualifiedName, last: Kind) -> None:
        for part in name.parts:
            self.kinds[part.start] = ("namespace", ())
        self.kinds[name.last.start] = last

    def _type(self, node: types.TypeName) -> None:
        row = word(node.name.text)
        if row is not None and row.reserved:
            self.kinds[node.name.last.start] = ("type", LIBRARY)
            return
        self._qualified(node.name, ("type", LIBRARY if platform_type(node.name.last.text) else ()))

    def _workflow_item(self, node: workflow.WorkflowItem) -> None:
        match node:
            case workflow.Subscribe():
                self._subscribe(node)
            case workflow.Route():
                self._route(node)
            case workflow.Clause(name=Identifier(text="Initial"), value=expressions.Name() as value):
                self.kinds[value.start] = ("enumMember", ())
            case workflow.Milestone():
                self._milestones.append(node)
            case _:
                pass

    def _subscribe(self, node: workflow.Subscribe) -> None:
        self.kinds[node.event.start] = ("event", ())
        if node.alias is not None:
            self.kinds[node.alias.start] = ("variable", DECLARED)

    def _route(self, node: workflow.Route) -> None:
        if node.name.text in self._names.slots:
            self.kinds[node.name.start] = ("variable", ())
        elif node.name.text in self._names.events:
            self.kinds[node.name.start] = ("event", ())
        else:
            self.kinds[node.name.start] = ("property", LIBRARY)

    def _kind_of_name(self, node: expressions.Name) -> Kind | None:
        if node.text in self._locals:
            return self._locals[node.text]
        if self._is_ambient(node):
            return "variable", ("readonly", "defaultLibrary")
        if platform_type(node.text) is not None:
            return "type", LIBRARY
        if node in self._called:
            return "function", ()
        if node.text in self._names.slots and isinstance(self._root, workflow.Workflow):
            return "variable", ()
        return ("type", ()) if node in self._owners and node.text[:1].isupper() else None

    def _is_ambient(self, node: expressions.Name) -> bool:
        row = word(node.text)
        if row is None or (row.kind is not WordKind.AMBIENT and node.text != "slot"):
            return False
        if node.text == "slot":
            return any(each.start <= node.start < each.end for each in self._milestones)
        return isinstance(self._root, workflow.Workflow | declarations.Policy | declarations.Entity)

    def _security(self, node: declarations.SecurityRule) -> None:
        for verb in node.verbs:
            self.kinds[verb.start] = ("modifier", ())
        for field in node.fields:
            self.kinds[field.start] = ("property", ())
