"""Text, characters, bytes."""

from osy_grammar.language.model import BuiltinType
from osy_grammar.language.types.csharp import COMPARED, LINQ, names
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
            ("string Trim(params char[] marks)", "Without white space, or those marks, at both ends."),
            ("string TrimStart(params char[] marks)", "Without white space, or those marks, at its start."),
            ("string TrimEnd(params char[] marks)", "Without white space, or those marks, at its end."),
            ("string Substring(int start, int length = default)", "A part of it."),
            ("string PadLeft(int width, char mark = default)", "Filled up from the left."),
            ("string PadRight(int width, char mark = default)", "Filled up from the right."),
            is_exact=True,
        ),
        *instance(
            _PAGE,
            ("string ToUpper()", "In capitals."),
            ("string ToLower()", "In small letters."),
            ("int IndexOf(string part, int start = default)", "Where the part stands first; -1 if nowhere."),
            ("int IndexOf(char mark, int start = default)", "Where the mark stands first; -1 if nowhere."),
            ("int LastIndexOf(string part)", "Where the part stands last; -1 if nowhere."),
            ("int LastIndexOf(char mark)", "Where the mark stands last; -1 if nowhere."),
            ("string Replace(string old, string by)", "With each `old` replaced."),
            ("string Replace(char old, char by)", "With each `old` replaced."),
            ("string[] Split(string separator)", "Its parts between the separators."),
            ("string[] Split(params char[] separators)", "Its parts between the separators."),
            ("bool StartsWith(string part)", "Whether it starts so."),
            ("bool StartsWith(char mark)", "Whether it starts so."),
            ("bool EndsWith(string part)", "Whether it ends so."),
            ("bool EndsWith(char mark)", "Whether it ends so."),
            ("bool Contains(string part)", "Whether the part is in it."),
            ("bool Contains(char mark)", "Whether the mark is in it."),
            ("char[] ToCharArray()", "Its characters."),
        ),
        *static(
            _PAGE, ("string Join(string separator, params object[] items)", "The items, with the separator between.")
        ),
    ),
    complete=True,
    also=(
        *names("""Chars Clone CompareOrdinal Concat Copy CopyTo Create Empty EnumerateRunes Format
        GetEnumerator IndexOfAny Insert Intern IsInterned IsNormalized IsNullOrEmpty IsNullOrWhiteSpace
        LastIndexOfAny Normalize Remove ReplaceLineEndings ToLowerInvariant ToUpperInvariant TryCopyTo AsSpan
        AsMemory"""),
        *LINQ,
        *COMPARED,
    ),
    bases=("object",),
    index="char",
    item="char",
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
        ("bool IsLower(char mark)", "Whether it is a small letter."),
        ("bool IsWhiteSpace(char mark)", "Whether it is white space."),
        ("char ToUpper(char mark)", "As a capital."),
        ("char ToLower(char mark)", "As a small letter."),
    ),
    complete=True,
    also=(
        *names("""ConvertFromUtf32 ConvertToUtf32 GetNumericValue GetUnicodeCategory IsAscii IsAsciiDigit
        IsAsciiHexDigit IsAsciiHexDigitLower IsAsciiHexDigitUpper IsAsciiLetter IsAsciiLetterLower
        IsAsciiLetterOrDigit IsAsciiLetterUpper IsBetween IsControl IsHighSurrogate IsLowSurrogate IsNumber
        IsPunctuation IsSeparator IsSurrogate IsSurrogatePair IsSymbol MaxValue MinValue Parse ToLowerInvariant
        ToUpperInvariant TryParse"""),
        *COMPARED,
    ),
    bases=("object",),
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
        ("List<string> Split(string text, string separator)", "The text's parts between the separators."),
    ),
)

UTF8 = BuiltinType(
    name="UTF8Encoding",
    page=_PAGE,
    text="How text becomes bytes: what `Encoding.UTF8` is.",
    members=instance(
        _PAGE,
        ("byte[] GetBytes(string text)", "The text's bytes."),
        ("string GetString(byte[] bytes)", "The bytes' text."),
    ),
    is_written=False,
)

ENCODING = BuiltinType(
    name="Encoding",
    page=_PAGE,
    text="The ways in which text becomes bytes.",
    members=static(_PAGE, ("UTF8Encoding UTF8", "The way that everybody uses.")),
)

WEB_UTILITY = BuiltinType(
    name="WebUtility",
    page=_PAGE,
    text="Text of web pages.",
    members=static(_PAGE, ("string HtmlDecode(string text)", "The text with its `&…;` marks as characters.")),
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
    complete=True,
    also=(
        *names("""CacheSize Count EnumerateMatches EnumerateSplits Escape GetGroupNames GetGroupNumbers
        GroupNameFromNumber GroupNumberFromName InfiniteMatchTimeout MatchTimeout Options RightToLeft Unescape"""),
        *COMPARED,
    ),
)

MATCH = BuiltinType(
    name="Match",
    page=_PAGE,
    text="One place where a pattern was found.",
    members=instance(
        _PAGE,
        ("bool Success", "Whether there is one at all."),
        ("string Value", "What was found there."),
        ("int Index", "Where it stands in the text."),
        ("int Length", "How long it is."),
        ("MatchGroups Groups", "Its groups, by name or number."),
    ),
    complete=True,
    also=("Captures", "Empty", "Name", "NextMatch", "Result", "Synchronized", "ValueSpan", *COMPARED),
    bases=("object",),
)

MATCH_GROUPS = BuiltinType(
    name="MatchGroups",
    page=_PAGE,
    text="The groups of a match.",
    members=instance(_PAGE, ("int Count", "How many there are.")),
    index="MatchGroup",
    item="MatchGroup",
    is_written=False,
)

MATCH_GROUP = BuiltinType(
    name="MatchGroup",
    page=_PAGE,
    text="What one group of a pattern took.",
    members=instance(
        _PAGE,
        ("bool Success", "Whether the group took part."),
        ("string Value", "What it took; empty if it took no part."),
        ("int Index", "Where that stands in the text."),
        ("int Length", "How long it is."),
        ("string Name", "The group's name, or its number."),
    ),
    bases=("object",),
    is_written=False,
)

TYPES = (
    STRING,
    CHAR,
    TEXT,
    UTF8,
    ENCODING,
    WEB_UTILITY,
    REGEX,
    MATCH,
    MATCH_GROUPS,
    MATCH_GROUP,
)
