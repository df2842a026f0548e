"""Binding: what every name and expression of a chunk means.

`bind` goes over the chunk once, from its declaration down, with the names in view. Each kind of node has a handler in
one of the tables here; what has none has no meaning to tell. Binding never raises, whatever was typed: what is broken
or too deep is unknown.
"""

from collections.abc import Mapping

from osy_analysis.semantics.bind import (
    chains,
    components,
    creation,
    declarations,
    expressions,
    markup,
    patterns,
    statements,
    workflows,
)
from osy_analysis.semantics.bind.context import DEEPEST, Binder, Handler, Meaning, Perform
from osy_analysis.semantics.bind.declared import type_of as declared_type_of
from osy_analysis.semantics.bind.meanings import meanings_of
from osy_analysis.semantics.bind.unused import mentioned_namespaces, tell_unused
from osy_analysis.semantics.bound import Bound
from osy_analysis.semantics.definitions import Definition
from osy_analysis.semantics.table import Table
from osy_analysis.semantics.types import UNKNOWN, Type
from osy_grammar.nodes import declarations as declared
from osy_grammar.nodes import expressions as expressed
from osy_grammar.nodes import patterns as pattern_nodes
from osy_grammar.nodes import statements as stated
from osy_grammar.nodes import ui, workflow
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.expressions import Expression
from osy_grammar.tree import Chunk

EXPRESSIONS: Mapping[type[Node], Handler] = {
    expressed.Literal: expressions.literal,
    expressed.Interpolation: expressions.interpolation,
    expressed.Name: expressions.name,
    expressed.This: expressions.this,
    expressed.Base: expressions.base,
    expressed.Parenthesised: expressions.parenthesised,
    expressed.Collection: creation.collection,
    expressed.Member: chains.chain,
    expressed.Call: chains.chain,
    expressed.Index: chains.chain,
    expressed.NonNull: chains.chain,
    expressed.Step: expressions.step,
    expressed.Unary: expressions.unary,
    expressed.Binary: expressions.binary,
    expressed.Is: expressions.is_,
    expressed.As: expressions.as_,
    expressed.Cast: expressions.cast,
    expressed.Conditional: expressions.conditional,
    expressed.Assignment: expressions.assignment,
    expressed.Lambda: creation.lambda_,
    expressed.New: creation.new,
    expressed.TypeOf: expressions.type_of,
    expressed.TupleLiteral: patterns.tuple_literal,
    expressed.Passed: expressions.passed,
    expressed.With: expressions.with_,
    pattern_nodes.IsPattern: patterns.is_pattern,
    pattern_nodes.SwitchExpression: patterns.switch_expression,
    expressed.Foreign: expressions.foreign,
}
"""How each kind of expression is bound; where one is missing there is nothing to bind."""

STATEMENTS: Mapping[type[Node], Perform] = {
    stated.Block: statements.block,
    stated.Local: statements.local,
    stated.ExpressionStatement: statements.expression_statement,
    stated.If: statements.if_,
    stated.While: statements.while_,
    stated.DoWhile: statements.do_while,
    stated.For: statements.for_,
    stated.ForEach: statements.for_each,
    stated.Try: statements.try_,
    stated.Return: statements.return_,
    stated.Throw: statements.throw,
    stated.YieldReturn: statements.yield_return,
    stated.Goto: statements.goto,
    stated.RunAs: statements.run_as,
    stated.Switch: statements.switch,
    stated.ForeignStatement: statements.foreign,
    stated.Deconstruction: patterns.deconstruction,
    stated.GotoCase: statements.goto_case,
    stated.UsingStatement: statements.using,
    stated.Lock: statements.lock,
    stated.CheckedBlock: statements.checked_block,
    ui.Markup: markup.markup,
    ui.MarkupIf: markup.markup_if,
    ui.MarkupForEach: markup.markup_for_each,
    ui.MarkupLocal: markup.markup_local,
    ui.Element: markup.element,
    ui.Fill: markup.fill,
}
"""How each kind of statement and of markup is bound."""

DECLARATIONS: Mapping[type[Node], Perform] = {
    declared.Function: declarations.free_function,
    declared.Entity: declarations.entity,
    declared.Class: declarations.class_,
    declared.Interface: declarations.class_,
    declared.Client: declarations.client,
    declared.Enum: declarations.enum,
    declared.Policy: declarations.policy,
    declared.Principal: declarations.principal_declaration,
    declared.GlobalVariable: declarations.variable,
    declared.Grant: declarations.grant,
    declared.Topic: declarations.topic,
    declared.AppSetting: declarations.app_setting,
    declared.Fragment: declarations.fragment,
    workflow.Workflow: workflows.workflow,
    ui.Component: components.component,
    ui.Control: components.control,
    ui.Theme: components.theme,
    ui.Animation: components.animation,
}
"""How each kind of declaration is bound; the others mention nothing that code declares."""


def bind(chunk: Chunk, path: str, table: Table) -> Bound:
    """The meaning of a chunk of the file `path`. A chunk with a fault of syntax has no problems of its own."""
    binder = _bound(chunk, path, table, -1)
    binder.bound.namespaces = mentioned_namespaces(binder.bound)
    if chunk.problems:
        binder.problems.clear()
    else:
        tell_unused(binder)
    return binder.bound


def in_scope(chunk: Chunk, path: str, table: Table, offset: int) -> Mapping[str, Meaning]:
    """What locals, parameters and ambient names are in view at an offset of the chunk, with what they mean.

    An ambient name that nothing declares (`user`, `actor`) has no target.
    """
    return _bound(chunk, path, table, offset).probed


def type_in_scope(chunk: Chunk, path: str, table: Table, offset: int, expression: Expression) -> Type:
    """The type that an expression would have at an offset of the chunk: of what is not in its tree, or not yet."""
    binder = Binder(chunk, path, meanings_of(table, _bind_on_the_way), EXPRESSIONS, STATEMENTS)
    binder.probe, binder.asked = offset, expression
    perform = DECLARATIONS.get(chunk.node.__class__)
    if perform is not None:
        perform(binder, chunk.node)
    # Where no code was come by, what is around the whole declaration counts.
    return binder.answer if binder.probed or binder.answer != UNKNOWN else binder.expression(expression)


def declared_type(definition: Definition, table: Table) -> Type:
    """What the name of a declaration is where it is mentioned; of a function, what it gives."""
    return declared_type_of(meanings_of(table, _bind_on_the_way), definition)


def _bind_on_the_way(chunk: Chunk, path: str, table: Table) -> Bound:
    """The meaning of a chunk that another one asks for, perhaps from its depths: little may nest in it."""
    return _bound(chunk, path, table, -1, DEEPEST - 15).bound


def _bound(chunk: Chunk, path: str, table: Table, probe: int, depth: int = 0) -> Binder:
    binder = Binder(chunk, path, meanings_of(table, _bind_on_the_way), EXPRESSIONS, STATEMENTS)
    binder.probe = probe
    binder.depth = depth
    perform = DECLARATIONS.get(chunk.node.__class__)
    if perform is not None:
        perform(binder, chunk.node)
    return binder
