"""Which tests drive a browser: they name `Ui`, or ask what a page shows, themselves or in a function that they call.

Calls are followed by the names of top-level functions, from the callee to its callers, each function once. What goes
another way round (a method, a function kept in a field) is not found here: a run meets it when it gets there.
"""

from collections.abc import Iterator, Mapping

from osy_analysis.project import Project
from osy_grammar.language import members_of
from osy_grammar.nodes.base import Node
from osy_grammar.nodes.declarations import Class, Entity, Enum, Function, Interface
from osy_grammar.nodes.expressions import Call, Member, Name
from osy_grammar.walk import walk

BROWSER = "Ui"
ASSERT = "Assert"
PAGE = "test-ui"


def ui_functions(project: Project) -> Mapping[str, str]:
    """The names of the functions that need a browser, each with what it uses, as `Ui.Click`."""
    functions = [*_functions(project)]
    if not any(f"{BROWSER}." in text or f"{ASSERT}." in text for text, _ in functions):
        return {}
    asserts = frozenset(fact.name for fact in members_of(ASSERT) if fact.page == PAGE)
    uses: dict[str, str] = {}
    callers: dict[str, list[str]] = {}
    for text, function in functions:
        _look(text, function, asserts, uses, callers)
    if _declares_its_own(project):
        return {}
    waiting = [*uses]
    while waiting:
        called = waiting.pop()
        for caller in callers.get(called, ()):
            if caller not in uses:
                uses[caller] = uses[called]
                waiting.append(caller)
    return uses


def _functions(project: Project) -> Iterator[tuple[str, Function]]:
    for file in project.files.values():
        for item in file.items:
            if isinstance(item.node, Function) and item.node.body is not None:
                yield item.chunk.text, item.node


def _look(
    text: str, function: Function, asserts: frozenset[str], uses: dict[str, str], callers: dict[str, list[str]]
) -> None:
    """What one function uses of the browser, if anything, and what it calls."""
    name = function.name.text
    is_suspect = BROWSER in text or ASSERT in text
    assert function.body is not None
    for node in walk(function.body):
        match node:
            case Call(target=Name(text=called)):
                callers.setdefault(called, []).append(name)
            case Member() if is_suspect and (used := _browser_member(node, asserts)):
                uses.setdefault(name, used)
            case _:
                pass


def _browser_member(node: Node, asserts: frozenset[str]) -> str | None:
    match node:
        case Member(target=Name(text=owner), name=member) if owner == BROWSER or (
            owner == ASSERT and member.text in asserts
        ):
            return f"{owner}.{member.text}"
        case _:
            return None


def _declares_its_own(project: Project) -> bool:
    """Whether the program has a type of its own by that name."""
    for file in project.files.values():
        for item in file.items:
            match item.node:
                case Class(name=name) | Enum(name=name) | Interface(name=name) if name.text == BROWSER:
                    return True
                case Entity(name=qualified) if qualified.text == BROWSER:
                    return True
                case _:
                    pass
    return False
