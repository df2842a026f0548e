"""`vscode-extension/language-configuration.json`: brackets, comments, indentation, words."""

import json

PATH = "vscode-extension/language-configuration.json"
WORD = r"\d+(?:\.\d+)?[mMlL]?|[\p{L}_][\p{L}\p{Mn}\p{Nd}_]*"
DOC = r"^\s*///(?!/).*$"


def generate() -> dict[str, str]:
    """The configuration's file."""
    return {PATH: json.dumps(configuration(), ensure_ascii=False, indent=2) + "\n"}


def configuration() -> dict[str, object]:
    """What an editor knows of the language without a server."""
    return {
        "comments": {"lineComment": "//", "blockComment": ["/*", "*/"]},
        "brackets": [["{", "}"], ["[", "]"], ["(", ")"]],
        "colorizedBracketPairs": [["{", "}"], ["[", "]"], ["(", ")"]],
        "autoClosingPairs": [
            {"open": "{", "close": "}"},
            {"open": "[", "close": "]"},
            {"open": "(", "close": ")"},
            {"open": '"', "close": '"', "notIn": ["string", "comment"]},
            {"open": "'", "close": "'", "notIn": ["string", "comment"]},
            {"open": "/*", "close": " */", "notIn": ["string", "comment"]},
        ],
        "surroundingPairs": [["{", "}"], ["[", "]"], ["(", ")"], ["<", ">"], ['"', '"'], ["'", "'"]],
        "autoCloseBefore": ";:.,=}])> \n\t",
        "wordPattern": {"pattern": WORD, "flags": "u"},
        "indentationRules": {
            "increaseIndentPattern": r"^((?!//).)*[{(\[][^})\]\"'`]*(//.*)?$",
            "decreaseIndentPattern": r"^\s*[}\])].*$",
        },
        "onEnterRules": [
            {"beforeText": DOC, "action": {"indent": "none", "appendText": "/// "}},
            {
                "beforeText": r"^\s*/\*\*?(?!/)([^*]|\*(?!/))*$",
                "afterText": r"^\s*\*/$",
                "action": {"indent": "indentOutdent", "appendText": " * "},
            },
        ],
        "folding": {
            "markers": {"start": r"^\s*//\s*#?region\b", "end": r"^\s*//\s*#?endregion\b"},
        },
    }
