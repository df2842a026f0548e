"""Text, characters, patterns."""

from osy_grammar.language.model import BuiltinType
from osy_grammar.language.types.rows import instance, static

_PAGE = "library-text"

STRING = BuiltinType(
    name="string",
    page=_PAGE,
    text="Text.",
    members=(
        *instance(
            _PAGE,
            ("int Length", "How many characters it has."),
            ("string Trim()", "Without white space at both ends."),
            ("string TrimStart()", "Without white space at its start."),
            ("string TrimEnd(char mark = default)", "Without white space, or that mark, at its end."),
            ("string ToUpper()", "In capitals."),
            ("string ToLower()", "In small letters."),
            ("string Substring(int start, int length = default)", "A part of it."),
            ("int IndexOf(string part, int start = default)", "Where the part stands first; -1 if nowhere."),
            ("int LastIndexOf(string part)", "Where the part stands last; -1 if nowhere."),
            ("string Replace(string old, string by)", "With each `old` replaced."),
            ("string[] Split(string separator)", "Its parts between the separators."),
            ("bool StartsWith(string part)", "Whether it starts so."),
            ("bool EndsWith(string part)", "Whether it ends so."),
            ("bool Contains(string part)", "Whether the part is in it."),
            ("string PadLeft(int width, char mark = default)", "Filled up from the left."),
            ("List<char> ToCharArray()", "Its characters."),
            ("string ToString()", "The text itself."),
        ),
        *static(_PAGE, ("string Join(string separator, object items)", "The items, with the separator between.")),
    ),
)

CHAR = BuiltinType(
    name="char",
    page=_PAGE,
    text="One character.",
    members=static(
        _PAGE,
        ("bool IsLetter(char mark)", "Whether it is a letter."),
        ("bool IsDigit(char mark)", "Whether it is a digit."),
        ("bool IsLetterOrDigit(char mark)", "Whether it is one of them."),
        ("bool IsUpper(char mark)", "Whether it is a capital."),
        ("bool IsWhiteSpace(char mark)", "Whether it is white space."),
    ),
)

TEXT = BuiltinType(
    name="Text",
    page=_PAGE,
    text="Text and bytes.",
    members=static(
        _PAGE,
        ("byte[] ToBytes(string text)", "The text's bytes in UTF-8."),
        ("string FromBytes(byte[] bytes)", "The text of bytes in UTF-8."),
        ("bool IsEmpty(string? text)", "Whether there is no text; true for null."),
    ),
)

REGEX = BuiltinType(
    name="Regex",
    page=_PAGE,
    text="Patterns, written as in .NET.",
    members=static(
        _PAGE,
        ("bool IsMatch(string text, string pattern)", "Whether the pattern is found."),
        ("Match Match(string text, string pattern)", "The first place where it is found."),
        ("List<Match> Matches(string text, string pattern)", "All places where it is found."),
        ("string Replace(string text, string pattern, string by)", "The text with each match replaced."),
        ("string[] Split(string text, string pattern)", "The parts between the matches."),
    ),
)

MATCH = BuiltinType(
    name="Match",
    page=_PAGE,
    text="One place where a pattern was found.",
    members=instance(
        _PAGE, ("bool Success", "Whether there is one at all."), ("object Groups", "Its groups, by name.")
    ),
    is_written=False,
)

TYPES = (STRING, CHAR, TEXT, REGEX, MATCH)
