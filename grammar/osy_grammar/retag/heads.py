"""What the first tokens of an item say, place by place: which words are keywords there, and what its braces hold.

A head gets the index of the item's first token behind attributes and modifiers, and gives back whether a value starts
right there. A word opens its construct only before its own next token, and stays a name everywhere else.
"""

from collections.abc import Callable

from osy_grammar.retag import statements
from osy_grammar.retag.tokens import OPERAND_STARTS, Tokens
from osy_grammar.retag.ui import HEADS as UI_HEADS
from osy_grammar.retag.workflow import HEADS as WORKFLOW_HEADS

Head = Callable[[Tokens, int], bool]

FILE_WORDS = {
    "entity": "ENTITY",
    "component": "COMPONENT",
    "workflow": "WORKFLOW",
    "control": "CONTROL",
    "theme": "THEME",
    "animation": "ANIMATION",
    "grant": "SETTINGS",
    "topic": "SETTINGS",
    "client": "CLIENT",
    "translations": "TRANSLATIONS",
    "package": "MANIFEST",
    "app": "MANIFEST",
    "policy": "",
    "principal": "",
}
"""The words that open a declaration before its name, and what the braces of the declaration hold."""


def file(tokens: Tokens, i: int) -> bool:
    """A word opens its declaration only before a name; `app` also before `.` and `=`, `zones` only before `{`."""
    kinds = tokens.kinds
    kind, following = kinds[i], kinds[i + 1]
    if kind == "ENUM":
        tokens.opens[tokens.opener(i)] = "ENUM"
    elif kind == "CLASS" or kind == "INTERFACE":
        tokens.opens[tokens.opener(i)] = kind
        tokens.class_name = tokens.word(i + 1)
    elif kind == "ID":
        word = tokens.word(i)
        if word == "zones":
            if following == "LBRACE":
                tokens.keyword(i, "ZONES")
        elif word == "app" and (following == "DOT" or following == "EQUAL"):
            tokens.keyword(i)
        elif word in FILE_WORDS and (following == "ID" or following == "LBRACE"):
            tokens.keyword(i, FILE_WORDS[word])
        elif word in ("record", "struct"):
            _record(tokens, i)
    return False


def _record(tokens: Tokens, i: int) -> None:
    """C#'s `record Name`, `record struct Name`, `struct Name`, before what only a type can have."""
    kinds = tokens.kinds
    is_record = tokens.word(i) == "record"
    second = is_record and (kinds[i + 1] == "CLASS" or (kinds[i + 1] == "ID" and tokens.word(i + 1) == "struct"))
    name = i + 2 if second and kinds[i + 2] == "ID" else i + 1
    if kinds[name] != "ID" or kinds[name + 1] not in ("LPAR", "LBRACE", "COLON", "LESSTHAN"):
        return
    if not is_record and kinds[name + 1] == "LPAR" and tokens.after_partner(name + 1) not in ("SEMICOLON", "LBRACE"):
        return
    kinds[i] = "RECORD" if is_record else "STRUCT"
    if name == i + 2 and kinds[i + 1] == "ID":
        kinds[i + 1] = "STRUCT"
    opener = tokens.opener(name)
    if kinds[opener] == "LBRACE":
        tokens.opens[opener] = "CLASS"
    tokens.class_name = tokens.word(name)


def manifest(tokens: Tokens, i: int) -> bool:
    """`use` and `completes` before a package; `tests` only as `tests use`; every other word is the platform's."""
    word, following = tokens.word(i), tokens.kinds[i + 1]
    if word == "use" and following == "ID":
        tokens.keyword(i, "USE")
    elif word == "tests" and following == "ID" and tokens.word(i + 1) == "use":
        tokens.keyword(i)
        tokens.keyword(i + 1, "USE")
    elif word == "completes" and following == "ID":
        tokens.keyword(i)
    else:
        tokens.opens[tokens.opener(i + 1)] = "DETAILS"
    return False


def use(tokens: Tokens, i: int) -> bool:
    """The options of a `use` are a closed set."""
    if tokens.word(i) in ("egress", "secret", "clientCert", "serverCa", "without"):
        tokens.keyword(i)
    return False


def class_(tokens: Tokens, i: int) -> bool:
    """A constructor is the class's own name right before `(`."""
    kinds = tokens.kinds
    if kinds[i] == "ID" and kinds[i + 1] == "LPAR" and tokens.word(i) == tokens.class_name:
        kinds[i] = "CTOR_NAME"
        behind = tokens.partner[i + 1] + 1
        if kinds[behind] == "COLON" and kinds[behind + 1] in ("THIS", "BASE") and kinds[behind + 2] == "LPAR":
            tokens.opens[behind + 2] = "ARGS"
    return False


def entity(tokens: Tokens, i: int) -> bool:
    """`security {` and `invariant condition`; the latter is a value from its second token on."""
    if tokens.kinds[i] != "ID":
        return False
    word = tokens.word(i)
    if word == "security" and tokens.kinds[i + 1] == "LBRACE":
        tokens.keyword(i, "SECURITY")
    elif word == "invariant" and tokens.kinds[i + 1] in OPERAND_STARTS and not _is_field(tokens, i):
        tokens.keyword(i)
        return True
    return False


def _is_field(tokens: Tokens, i: int) -> bool:
    """`invariant Name;` and `invariant Name = …;` are fields of a type of that name."""
    return tokens.kinds[i + 1] == "ID" and tokens.kinds[i + 2] == "EQUAL"


def security(tokens: Tokens, i: int) -> bool:
    """`allow` and `deny` before verbs; a comma after a verb goes on with verbs, no comma begins the fields."""
    kinds, word = tokens.kinds, tokens.word(i)
    if word == "message" and kinds[i + 1] in ("STRING", "RAW_STRING"):
        tokens.keyword(i)
    elif word == "allow" or word == "deny":
        tokens.keyword(i)
        i += 1
        while kinds[i] == "ID" and tokens.word(i) in ("read", "create", "update", "delete"):
            kinds[i] = "VERB"
            if kinds[i + 1] != "COMMA":
                break
            i += 2
    return True


def property_(tokens: Tokens, i: int) -> bool:
    """`get` and `set` only inside a property's braces; C#'s `init` is taken for a `set`."""
    word, following = tokens.word(i), tokens.kinds[i + 1]
    if word in ("get", "set", "init") and following in ("SEMICOLON", "LBRACE", "ARROW", "RBRACE"):
        tokens.kinds[i] = "GET" if word == "get" else "SET"
        if following == "LBRACE":
            tokens.opens[i + 1] = "BLOCK"
    return False


def translations(tokens: Tokens, i: int) -> bool:
    """A plural map stands where a lambda's block would."""
    opener = tokens.opener(i)
    if tokens.kinds[opener] == "LBRACE":
        tokens.opens[opener] = "PLURAL"
    return False


HEADS: dict[str, Head] = {
    "FILE": file,
    "MANIFEST": manifest,
    "USE": use,
    "CLASS": class_,
    "ENTITY": entity,
    "SECURITY": security,
    "PROPERTY": property_,
    "TRANSLATIONS": translations,
    "BLOCK": statements.statement,
    "LAMBDA": statements.statement,
    "SWITCH": statements.switch_item,
    **UI_HEADS,
    **WORKFLOW_HEADS,
}
