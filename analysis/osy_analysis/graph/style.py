"""The look of the SVG: one style sheet for light and dark.

Each colour stands twice, plain and as a variable: programs that do not know variables keep the plain one, and a page
around the picture may set the variables to its own colours.
"""

from collections.abc import Iterator, Mapping

_LIGHT = {
    "paper": "#ffffff",
    "box": "#f6f8fa",
    "ink": "#1f2328",
    "soft": "#57606a",
    "line": "#6e7781",
    "rule": "#d0d7de",
    "clock": "#8250df",
    "redirect": "#0969da",
    "success": "#1a7f37",
    "cancel": "#9a6700",
    "error": "#cf222e",
}
_DARK = {
    "paper": "#0d1117",
    "box": "#161b22",
    "ink": "#e6edf3",
    "soft": "#9da7b3",
    "line": "#8b949e",
    "rule": "#30363d",
    "clock": "#bc8cff",
    "redirect": "#58a6ff",
    "success": "#3fb950",
    "cancel": "#d29922",
    "error": "#f85149",
}

_RULES: tuple[tuple[str, str, str], ...] = (
    (".paper", "fill", "paper"),
    (".box", "fill", "box"),
    (".box,.ring", "stroke", "line"),
    (".name", "fill", "ink"),
    (".row,.more", "fill", "ink"),
    (".kind,.guard", "fill", "soft"),
    (".rule", "stroke", "rule"),
    (".icon", "stroke", "soft"),
    (".dot", "fill", "ink"),
    (".cause", "fill", "ink"),
    (".way", "stroke", "line"),
    (".head", "fill", "line"),
    (".clock .way", "stroke", "clock"),
    (".clock .head,.clock .cause", "fill", "clock"),
    (".redirect .way", "stroke", "redirect"),
    (".redirect .head,.redirect .cause", "fill", "redirect"),
    (".illegal .way", "stroke", "error"),
    (".illegal .head,.illegal .cause", "fill", "error"),
    (".success .box,.success .ring", "stroke", "success"),
    (".success .kind", "fill", "success"),
    (".cancel .box,.cancel .ring", "stroke", "cancel"),
    (".cancel .kind", "fill", "cancel"),
    (".error .box,.error .ring,.missing .box", "stroke", "error"),
    (".error .kind,.missing .kind,.missing .name", "fill", "error"),
    (".any .name", "fill", "soft"),
)

_FIXED = (
    ".osy-graph .box{stroke-width:1.5}"
    ".osy-graph .ring,.osy-graph .way,.osy-graph .icon{fill:none}"
    ".osy-graph .way{stroke-width:1.4;stroke-linejoin:round}"
    ".osy-graph .icon{stroke-width:1.2}"
    ".osy-graph .initial .box{stroke-width:2.5}"
    ".osy-graph .any .box,.osy-graph .missing .box,.osy-graph .unreached .box{stroke-dasharray:5 4}"
    ".osy-graph .clock .way{stroke-dasharray:7 4}"
    ".osy-graph .redirect .way,.osy-graph .illegal .way{stroke-dasharray:2 3}"
    ".osy-graph .name{font-weight:600}"
    ".osy-graph .any .name,.osy-graph .guard,.osy-graph .more,.osy-graph .message{font-style:italic}"
    ".osy-graph [data-start]{cursor:pointer}"
    ".osy-graph .selected .box,.osy-graph .selected .way{stroke-width:3}"
)


def _rules(colours: Mapping[str, str]) -> Iterator[str]:
    for selectors, attribute, colour in _RULES:
        scoped = ",".join(f".osy-graph {selector}" for selector in selectors.split(","))
        plain = colours[colour]
        yield f"{scoped}{{{attribute}:{plain};{attribute}:var(--osy-{colour},{plain})}}"


STYLE = "".join((*_rules(_LIGHT), _FIXED, "@media (prefers-color-scheme:dark){", *_rules(_DARK), "}"))
