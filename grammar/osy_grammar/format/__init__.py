"""The formatter: the style of published Osy#, over the tokens and comments of a file with its tree at hand.

It keeps most of what the author decided, because published programs do: where an expression goes on on the next line,
what is aligned with what, which short bodies stand on one line. So pieces are moved, not printed anew, and nothing but
blanks and line ends changes:

1. `atoms` takes a file apart into tokens and comments. `bodies` asks the tree which braces hold items, and where
   items begin. A declaration with a fault of syntax is one piece, which nobody looks into.
2. `spacing` says what stands between two pieces on one line, by the kinds that retagging gave.
3. `lines` says where lines end. 4. `columns` says where they begin, and `alignment` which pieces stay under each other.
5. `overflow` finds what is too long. Bodies on one line open; what is still too long becomes a `document`, whose
   printer (Wadler's method, with fill) says where its lines end. Then 3 to 5 again, until nothing is too long.
6. `edits` compares with what was there. `formatter` does it for a file, and holds the net: an edit that would change
   a token or lose a comment is not made. `ranges` takes the edits of some lines, or of what was just typed.

That formatting twice is formatting once follows from one rule: each decision keeps what it would have made itself.
"""

from osy_grammar.format.edits import FormatEdit, applied
from osy_grammar.format.formatter import WIDTH, format_edits, format_text
from osy_grammar.format.ranges import TRIGGERS, format_range, format_typed

__all__ = [
    "TRIGGERS",
    "WIDTH",
    "FormatEdit",
    "applied",
    "format_edits",
    "format_range",
    "format_text",
    "format_typed",
]
