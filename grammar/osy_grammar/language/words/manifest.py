"""Words of `app { }` and `package { }`."""

from osy_grammar.language.model import Next, Place, Word, WordKind
from osy_grammar.language.words.rows import keyword, plain

_MANIFEST_PLACES = (Place.APP, Place.PACKAGE)

WORDS: tuple[Word, ...] = (
    keyword(
        "use",
        WordKind.DECLARATION,
        _MANIFEST_PLACES,
        Next.NAME,
        "language-manifest",
        "A capability or kit that this needs.",
    ),
    keyword(
        "tests",
        WordKind.DECLARATION,
        _MANIFEST_PLACES,
        (Next.NAME, Next.STRING),
        "language-manifest",
        "Where the tests are; `tests use` names a kit that only they need.",
    ),
    keyword(
        "completes",
        WordKind.DECLARATION,
        Place.PACKAGE,
        Next.NAME,
        "language-manifest",
        "The kits that this one joins.",
    ),
    keyword(
        "egress",
        WordKind.DECLARATION,
        (Place.USE, Place.PACKAGE),
        (Next.STRING, Next.NAME),
        "language-manifest",
        "A host that may be called.",
    ),
    keyword(
        "secret",
        WordKind.DECLARATION,
        (Place.USE, Place.PACKAGE),
        Next.STRING,
        "language-manifest",
        "A secret that is needed.",
    ),
    keyword(
        "clientCert",
        WordKind.DECLARATION,
        (Place.USE, Place.PACKAGE),
        Next.STRING,
        "language-manifest",
        "A client certificate that is needed.",
    ),
    keyword(
        "serverCa",
        WordKind.DECLARATION,
        Place.USE,
        Next.STRING,
        "language-manifest",
        "A certificate authority to trust.",
    ),
    keyword("without", WordKind.DECLARATION, Place.USE, Next.NAME, "language-manifest", "A contribution to leave out."),
    plain(
        "model", WordKind.DECLARATION, _MANIFEST_PLACES, (Next.STRING,), "language-manifest", "Where the sources are."
    ),
    plain("data", WordKind.DECLARATION, Place.APP, (Next.STRING,), "language-manifest", "Where the data files are."),
    plain("version", WordKind.DECLARATION, Place.PACKAGE, (Next.STRING,), "language-manifest", "The kit's version."),
    plain(
        "minPlatform",
        WordKind.DECLARATION,
        Place.PACKAGE,
        (Next.STRING,),
        "language-manifest",
        "The oldest platform that fits.",
    ),
    plain(
        "summary",
        WordKind.DECLARATION,
        Place.PACKAGE,
        (Next.STRING,),
        "language-manifest",
        "What the kit is, in a sentence.",
    ),
    plain(
        "personal",
        WordKind.DECLARATION,
        Place.PACKAGE,
        (Next.NAME,),
        "language-manifest",
        "A level of personal data that it stores.",
    ),
)
