"""Comments, texts, characters, numbers."""

from tools.generate.textmate.patterns import Pattern, captures, include, match

ESCAPE = match(r"\\(?:u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|x[0-9A-Fa-f]{1,4}|.)", "constant.character.escape.osy")
BRACES = match(r"\{\{|\}\}", "constant.character.escape.osy")
QUOTES = match(r'""', "constant.character.escape.osy")
HOLE: Pattern = {
    "name": "meta.interpolation.osy",
    "begin": r"\{",
    "beginCaptures": captures({0: "punctuation.section.interpolation.begin.osy"}),
    "end": r"\}",
    "endCaptures": captures({0: "punctuation.section.interpolation.end.osy"}),
    # A `?:` in a hole stands in brackets, so an open `:` begins the format.
    "patterns": [match(r":[^{}\"]*", "constant.other.format.osy"), include("expression")],
}
DECIMAL = r"\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?"
NUMBER = rf"(?<![\w.])(?:0[xX][\dA-Fa-f_]+|0[bB][01_]+|{DECIMAL})[mMlLuUfFdD]*"


def repository() -> dict[str, Pattern]:
    """The entries `comment`, `string` and `number`."""
    comments = [
        match(r"///(?!/).*$", "comment.line.documentation.osy"),
        match(r"//.*$", "comment.line.double-slash.osy"),
        {"name": "comment.block.osy", "begin": r"/\*", "end": r"\*/"},
        match(r"^\s*#.*$", "meta.preprocessor.osy"),
    ]
    strings = [
        _text("triple", r'\$+("{3,})', r'\1"*', BRACES, HOLE),
        _text("triple", r'("{3,})', r'\1"*'),
        _text("double", r'(?:\$@|@\$)"', r'"(?!")', QUOTES, BRACES, HOLE),
        _text("double", r'@"', r'"(?!")', QUOTES),
        _text("double", r'\$"', r'"|$', ESCAPE, BRACES, HOLE),
        _text("double", r'"', r'"|$', ESCAPE),
        match(r"'(?:\\.[^'\s]*|[^'\\])'", "string.quoted.single.osy"),
    ]
    return {
        "comment": {"patterns": comments},
        "string": {"patterns": strings},
        "number": match(NUMBER, "constant.numeric.osy"),
    }


def _text(kind: str, begin: str, end: str, *patterns: Pattern) -> Pattern:
    return {"name": f"string.quoted.{kind}.osy", "begin": begin, "end": end, "patterns": list(patterns)}
