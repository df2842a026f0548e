"""Names that mean something without being declared, and type words."""

from osy_grammar.language.model import Next, Place, Word, WordKind
from osy_grammar.language.words.rows import plain

_BODIES = (Place.STATEMENT, Place.EXPRESSION)

WORDS: tuple[Word, ...] = (
    plain("slot", WordKind.AMBIENT, _BODIES, (Next.DOT,), "workflow-slot", "The slot that the milestone hangs off."),
    plain("actor", WordKind.AMBIENT, _BODIES, (), "workflow-actor", "Who raised the event."),
    plain("user", WordKind.AMBIENT, (Place.SECURITY, Place.EXPRESSION), (), "language-security", "Who asks."),
    plain("role", WordKind.TYPE, Place.TYPE, (Next.NAME,), "language-security", "A member of the app's `[Role]` enum."),
    plain("stream", WordKind.TYPE, Place.TYPE, (), "library-collections", "What a function that yields gives."),
)
