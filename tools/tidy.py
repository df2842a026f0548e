"""`python -m tools tidy`: what holds for the whole repository and no compiler checks.

Each check gives a line for each fault; `tests/tidy` runs the same checks.
"""

import ast
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from osy_grammar.language import ATTRIBUTES, BODIES, CLAUSES, FUNCTIONS, TYPES, WORDS, page, page_ids
from osy_grammar.language.capabilities import CAPABILITIES
from osy_grammar.language.elements import ELEMENTS, STYLE, TRIGGERS
from tools.gen import ROOT

LAYERS = ("grammar", "analysis", "runtime", "server", "cli")
LANGUAGE = "grammar/osy_grammar/language/"
MAX_FILE_LINES = 500
MAX_FUNCTION_LINES = 60
MIN_SHARED_WORDS = 6
HEADS = ("grammar/osy_grammar/retag/heads.py", "grammar/osy_grammar/retag/workflow.py")
"""They say what the braces behind a word hold; that the table has the words where they say is a test of the words."""
LINKS = "https://osysharp.com/reference/"
PAGE_REFERENCE = re.compile(r"[\"'`]([a-z]+(?:-[a-z]+)*)(?:#[a-z-]+)?[\"'`]")
# Pieces, so that this file does not hold what it looks for.
PLACES_OF_MACHINES = re.compile(
    "(?:^|[\\s\"'`=(:])(?:/wo" + "rk/(?:main|shared)|/ho" + "me/|/ro" + "ot/|/Us" + "ers/|[A-Z]:\\\\Us" + "ers)"
)
HOSTS = re.compile(
    "(?:registry\\.npm" + "js|pypi\\.o" + "rg|files\\.python" + "hosted|deb\\.deb" + "ian|/opt/py" + "pi)"
)
BINARY = (".png", ".ico", ".wasm", ".vsix")


def main() -> int:
    """Run every check and print what it finds."""
    faults = [fault for check in CHECKS for fault in check()]
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


def loose_files() -> Iterator[str]:
    """A layer's folder holds its package and nothing else: what lies beside it would be a module of its own."""
    for layer in LAYERS:
        allowed = {f"{layer}/osy_{layer}", f"{layer}/README.md"}
        for path in tracked():
            if path.startswith(f"{layer}/") and "/".join(path.split("/")[:2]) not in allowed:
                yield f"{path}: only osy_{layer} may lie in {layer}/"


def facts_without_page() -> Iterator[str]:
    """Every row of the table of language facts names a page that is there."""
    for name, page_id in rows():
        if page_id.partition("#")[0] not in page_ids():
            yield f"{name}: there is no page `{page_id}`"


def broken_pages() -> Iterator[str]:
    """Every page is called as its file, leads to the platform's reference, and is named by a row or a rule."""
    used = {page_id.partition("#")[0] for _, page_id in rows()} | pages_of_rules()
    for page_id in sorted(page_ids()):
        found = page(page_id)
        if found.id != page_id:
            yield f"{LANGUAGE}pages/{page_id}.md: its id is `{found.id}`"
        if not found.url.startswith(LINKS):
            yield f"{LANGUAGE}pages/{page_id}.md: `{found.url}` is not in the reference"
        if page_id not in used:
            yield f"{LANGUAGE}pages/{page_id}.md: no row and no rule names it"


def rules_without_page() -> Iterator[str]:
    """Every reference page that a rule names is there."""
    for path in tracked("analysis/osy_analysis/rules/"):
        for call in calls(path, "Rule"):
            for keyword in call.keywords:
                if keyword.arg == "page" and isinstance(keyword.value, ast.Constant):
                    named = str(keyword.value.value)
                    if named and named.partition("#")[0] not in page_ids():
                        yield f"{path}:{call.lineno}: there is no page `{named}`"


def big_files() -> Iterator[str]:
    """No module is longer than a reader can keep in mind."""
    for path in tracked():
        if path.endswith(".py") and not is_generated(path):
            length = len(text_of(path).splitlines())
            if length > MAX_FILE_LINES:
                yield f"{path}: {length} lines, more than {MAX_FILE_LINES}"


def big_functions() -> Iterator[str]:
    """No function is longer than a screen."""
    for path in tracked():
        if path.endswith(".py"):
            for node in ast.walk(ast.parse(text_of(path))):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    length = (node.end_lineno or node.lineno) - node.lineno + 1
                    if length > MAX_FUNCTION_LINES:
                        yield f"{path}:{node.lineno}: `{node.name}` has {length} lines, more than {MAX_FUNCTION_LINES}"


def modules_without_docstring() -> Iterator[str]:
    """Every module says in its first line what it holds."""
    for path in tracked():
        if path.endswith(".py") and not ast.get_docstring(ast.parse(text_of(path))):
            yield f"{path}: no docstring"


def words_typed_twice() -> Iterator[str]:
    """A list of the language's words stands in the table only: elsewhere it would fall behind."""
    known = {word.text for word in WORDS} | {clause.name for clause in CLAUSES}
    for path in tracked():
        is_written = path.endswith(".py") and not path.startswith((LANGUAGE, *HEADS, "tests/", "benchmarks/"))
        if is_written and not is_generated(path):
            for line, words in lists_of_words(path):
                shared = sorted(set(words) & known)
                if len(shared) >= MIN_SHARED_WORDS and len(shared) * 4 >= len(set(words)) * 3:
                    yield f"{path}:{line}: a list of words of the table ({', '.join(shared[:4])} …)"


def words_of_one_machine() -> Iterator[str]:
    """No tracked file names a folder of somebody's machine or the host of a package registry."""
    for path in tracked():
        if path.endswith(BINARY):
            continue
        for number, line in enumerate(text_of(path).splitlines(), 1):
            for pattern in (PLACES_OF_MACHINES, HOSTS):
                found = pattern.search(line)
                if found:
                    yield f"{path}:{number}: `{found.group().strip()}` is of one machine only"


CHECKS: tuple[Callable[[], Iterator[str]], ...] = (
    loose_files,
    facts_without_page,
    broken_pages,
    rules_without_page,
    big_files,
    big_functions,
    modules_without_docstring,
    words_typed_twice,
    words_of_one_machine,
)


def rows() -> Iterator[tuple[str, str]]:
    """Every row that has a page, with the page's id."""
    yield from ((f"word {word.text}", word.page) for word in WORDS if word.page)
    yield from ((f"clause {clause.name}", clause.page) for clause in CLAUSES)
    yield from ((f"body {body.name} of {body.owner}", body.page) for body in BODIES)
    yield from ((f"attribute {attribute.name}", attribute.page) for attribute in ATTRIBUTES)
    yield from ((f"function {function.name}", function.page) for function in FUNCTIONS)
    yield from ((f"element {element.name}", element.page) for element in (*ELEMENTS, STYLE))
    yield from ((f"trigger {trigger.name}", trigger.page) for trigger in TRIGGERS)
    yield from ((f"capability {capability.name}", capability.page) for capability in CAPABILITIES)
    for kind in TYPES:
        yield f"type {kind.name}", kind.page
        yield from ((f"{kind.name}.{member.name}", member.page) for member in (*kind.members, *kind.constructors))


def pages_of_rules() -> set[str]:
    """The ids of pages that a rule names, in whatever way."""
    return {
        found.group(1)
        for path in tracked("analysis/osy_analysis/")
        if path.endswith(".py")
        for found in PAGE_REFERENCE.finditer(text_of(path))
    }


def lists_of_words(path: str) -> Iterator[tuple[int, list[str]]]:
    """Displays of texts, keys of tables, and texts that are split, with the lines on which they stand."""
    for node in ast.walk(ast.parse(text_of(path))):
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            texts = [item.value for item in node.elts if isinstance(item, ast.Constant)]
            yield node.lineno, [text for text in texts if isinstance(text, str)]
        elif isinstance(node, ast.Dict):
            keys = [key.value for key in node.keys if isinstance(key, ast.Constant)]
            yield node.lineno, [key for key in keys if isinstance(key, str)]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "split":
            value = node.func.value
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield node.lineno, value.value.split()


def is_generated(path: str) -> bool:
    """Whether the module's first line says that `python -m tools gen` writes it."""
    first = text_of(path).partition("\n")[0]
    return "tools gen" in first and "do not edit" in first


def calls(path: str, name: str) -> Iterator[ast.Call]:
    """The calls of a name in a module."""
    for node in ast.walk(ast.parse(text_of(path))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
            yield node


def tracked(prefix: str = "") -> list[str]:
    """The files of the repository, those that git ignores excepted; a copy without its history is one, too."""
    listed = _listed_by_git("--cached", "--others")
    if listed is None:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["git", "init", "-q", "--bare", folder], check=True)
            listed = _listed_by_git("--others", git=("--git-dir", folder, "--work-tree", str(ROOT)))
    found = (listed or "").split("\0")
    return sorted(path for path in found if path.startswith(prefix) and (ROOT / path).is_file() and path)


def _listed_by_git(*which: str, git: tuple[str, ...] = ()) -> str | None:
    command = ["git", *git, "ls-files", *which, "--exclude-standard", "-z"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return ended.stdout if ended.returncode == 0 else None


def text_of(path: str) -> str:
    """A file's text; bytes that are none are replaced."""
    return Path(ROOT / path).read_text(encoding="utf-8", errors="replace")
