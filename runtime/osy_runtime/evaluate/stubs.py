"""Stubs: `Http.Post.Stub(lambda)`, `Fn.Stub(lambda)`, `Client.Operation.Stub(lambda)`, `Secret.Name.Stub("value")`.

A stub has copies of the variables around it as they are when it is set (R52); a later one replaces it.
"""

from osy_grammar.nodes import expressions as e
from osy_runtime.builtins.http import STUBBED
from osy_runtime.evaluate import names
from osy_runtime.evaluate.compiler import Compiler, refuse
from osy_runtime.evaluate.frame import Code, Frame
from osy_runtime.evaluate.scope import Scope
from osy_runtime.show import kind
from osy_runtime.signals import BadProgram
from osy_runtime.values import Closure, FunctionGroup, Value


def stub_call(compiler: Compiler, scope: Scope, node: e.Call, target: e.Member) -> Code | None:
    """The code of a `….Stub(…)`; None where what is stubbed is an ordinary value with a method of that name."""
    text = names.dotted(target.target)
    if text is None or len(node.arguments.items) != 1:
        return None
    answer = node.arguments.items[0].value
    if not isinstance(answer, e.Expression):
        return None
    holder, _, member = text.partition(".")
    if scope.find(holder) is not None:
        return None
    value = compiler.value(scope, answer)
    program = compiler.program
    if holder == "Secret" and member:
        return _secret_stub(member, value)
    known = (
        (not member and text in program.functions) or text in STUBBED or (holder in program.clients and bool(member))
    )
    if not known:
        return refuse(scope, node, f"a stub of `{text}`")
    return _stub(text, value)


def _stub(key: str, value: Code) -> Code:
    def run(f: Frame) -> Value:
        answer = value(f)
        if not isinstance(answer, Closure | FunctionGroup):
            raise BadProgram(f"a stub of `{key}` is a lambda, not {kind(answer)}")
        f.world.stubs[key] = answer.freeze() if isinstance(answer, Closure) else answer
        return None

    return run


def _secret_stub(name: str, value: Code) -> Code:
    def run(f: Frame) -> Value:
        text = value(f)
        if not isinstance(text, str):
            raise BadProgram(f"the stub of a secret is a text, not {kind(text)}")
        f.world.secrets[name] = text
        return None

    return run
