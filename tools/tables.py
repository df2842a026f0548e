"""`osy.lark` to the LALR(1) tables that the driver runs: the only place that needs lark.

The file that comes out is text, a line for each rule and each state, so that a change of the grammar is a readable
change of the file; `osy_grammar.tables` reads it.
"""

from collections.abc import Iterator
from pathlib import Path

from lark import Lark
from lark.grammar import Rule, Terminal
from lark.lexer import Lexer, LexerState, Token
from lark.parsers.lalr_analysis import IntParseTable, Shift

from osy_grammar.language.words import WORDS

FOLDER = Path(__file__).resolve().parent.parent / "grammar" / "osy_grammar"
GRAMMAR = FOLDER / "osy.lark"
TABLES = FOLDER / "tables.txt"
VOCABULARY = FOLDER / "vocabulary.py"
ENTRIES = (
    "item",
    "workflow_items",
    "entity_members",
    "class_members",
    "component_members",
    "security_rules",
    "manifest_clauses",
    "markup_nodes",
    "statements",
    "expr",
)
ABSENT = -1


class Feed(Lexer):
    """Hands lark tokens that are already there: `parse` of a grammar made with it takes a list of them."""

    def __init__(self, _conf: object) -> None:
        """Lark passes its configuration of the terminals, which a ready list does not need."""

    def lex(self, lexer_state: LexerState, _parser_state: object = None) -> Iterator[Token]:
        """The tokens, which lark's parser takes for its text."""
        yield from lexer_state  # type: ignore[misc]  # it is the list that was passed to `parse`


def build_lark(*, propagate_positions: bool = False) -> Lark:
    """Lark's own parser of the grammar. Raises lark's error if the grammar has a conflict of any kind."""
    return Lark(
        GRAMMAR.read_text(encoding="utf-8"),
        parser="lalr",
        lexer=Feed,
        strict=True,
        maybe_placeholders=True,
        propagate_positions=propagate_positions,
        start=list(ENTRIES),
    )


def generate() -> dict[str, str]:
    """The generated files by path: the same bytes for the same grammar."""
    lark = build_lark()
    # Lark has no public way to its tables.
    table = lark.parser.parser._parse_table
    used = {symbol for rule in lark.rules for symbol in (rule.origin, *rule.expansion)}
    terminals = sorted({symbol.name for symbol in used if symbol.is_term} | {"$END"})
    nonterminals = sorted({symbol.name for symbol in used if not symbol.is_term} - set(ENTRIES)) + sorted(ENTRIES)
    symbols = {symbol: number for number, symbol in enumerate((*terminals, *nonterminals))}
    rules: dict[Rule, int] = {}
    states = _numbered(table)
    rows = []
    for state in states:
        cells = []
        for symbol, (kind, argument) in sorted(table.states[state].items()):
            number = symbols[symbol]
            action = states[argument] if kind is Shift else -1 - rules.setdefault(argument, len(rules))
            cells.append(f"{number}:{action}")
        rows.append(" ".join(cells))
    rule_lines = [_rule_line(rule, symbols) for rule in rules]
    lines = ["Generated from osy.lark by `python -m tools gen`; do not edit."]
    lines.append(" ".join(terminals))
    lines.append(" ".join(nonterminals))
    lines.append(
        " ".join(f"{entry}:{states[table.start_states[entry]]}:{states[table.end_states[entry]]}" for entry in ENTRIES)
    )
    lines.append(str(len(rules)))
    lines.extend(rule_lines)
    lines.extend(rows)
    return {str(TABLES): "\n".join(lines) + "\n", str(VOCABULARY): _vocabulary(lark)}


def _vocabulary(lark: Lark) -> str:
    """What the scanner and the messages need to know of words, without loading the table of facts at every start."""
    spellings = {terminal.name: terminal.pattern.value for terminal in lark.terminals}
    words = sorted(word.text for word in WORDS if word.reserved)
    # The type words have no terminals of their own: the grammar takes them all alike.
    reserved = [word for word in words if word.upper() in spellings]
    predefined = [word for word in words if word.upper() not in spellings]
    lines = ['"""Words, generated from language/words.py and osy.lark by `python -m tools gen`; do not edit."""', ""]
    lines += [
        f"{name} = frozenset(\n    (\n{_rows(words)}    )\n)"
        for name, words in (("RESERVED", reserved), ("PREDEFINED", predefined))
    ]
    lines.append("SPELLINGS = {")
    lines += [f'    "{name}": "{spellings[name]}",' for name in sorted(spellings)]
    lines.append("}")
    return "\n".join(lines) + "\n"


def _rows(words: list[str]) -> str:
    return "".join(f'        "{word}",\n' for word in words)


def _numbered(table: IntParseTable) -> dict[int, int]:
    """New numbers for the states, in the order of a walk from the entries: lark's own differ from run to run."""
    order: dict[int, int] = {}
    waiting = [table.start_states[entry] for entry in reversed(ENTRIES)]
    while waiting:
        state = waiting.pop()
        if state in order:
            continue
        order[state] = len(order)
        row = table.states[state]
        waiting.extend(row[symbol][1] for symbol in sorted(row, reverse=True) if row[symbol][0] is Shift)
    return order


def _rule_line(rule: Rule, symbols: dict[str, int]) -> str:
    """Size, origin, builder, then the places of the children that the builder gets (`-1` for one that is absent)."""
    origin = rule.origin.name
    unit = len(rule.expansion) == 1 and rule.options.expand1 and rule.alias is None
    keep = list(_kept(rule))
    if origin.startswith("_"):
        builder = "next" if rule.expansion[0].name == origin else "first"
    elif unit:
        builder = "="
    else:
        builder = rule.alias or origin
    return " ".join(map(str, (len(rule.expansion), symbols[origin], builder, *keep)))


def _kept(rule: Rule) -> Iterator[int]:
    absent = rule.options.empty_indices or (False,) * len(rule.expansion)
    places = iter(enumerate(rule.expansion))
    for is_absent in absent:
        if is_absent:
            yield ABSENT
            continue
        place, symbol = next(places)
        if not (isinstance(symbol, Terminal) and symbol.filter_out):
            yield place
