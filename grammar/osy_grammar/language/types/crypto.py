"""Hashes, signatures, passwords, random text, ids."""

from osy_grammar.language.model import BuiltinType
from osy_grammar.language.types.csharp import COMPARED, PARSED
from osy_grammar.language.types.rows import constructors, instance, static

_PAGE = "library-crypto"

CRYPTO = BuiltinType(
    name="Crypto",
    page=_PAGE,
    text="Hashes and signatures.",
    members=static(
        _PAGE,
        ("byte[] HmacSha256(byte[] key, byte[] data)", "The keyed hash of the data."),
        ("string Sha256Hex(string text)", "The hash of a text, in hexadecimal digits."),
        ("string ToHex(byte[] bytes)", "The bytes in small hexadecimal digits."),
        ("byte[] FromHex(string text)", "The bytes of hexadecimal digits."),
        ("byte[] SignRs256(string pem, byte[] data)", "The data's RSA signature."),
        ("bool FixedTimeEquals(string one, string other)", "Whether they are equal, in the same time for all texts."),
    ),
)

SECURITY = BuiltinType(
    name="Security",
    page=_PAGE,
    text="Passwords, secrets, random text.",
    members=static(
        _PAGE,
        ("string HashPassword(string password)", "The password's hash."),
        ("bool VerifyPassword(string password, string? hash = default)", "Whether the password fits the hash."),
        ("bool IsSecretSet(string name)", "Whether the secret has a value."),
        ("string Fingerprint(string text)", "A short text that stands for a long one."),
        ("string RandomId(int length)", "Random text."),
        ("string RandomHex(int length)", "Random hexadecimal digits."),
        ("string IssueJwt(Guid id, string email)", "A token for a principal."),
        (
            "string OAuthConnectUrl(string client, string secret, string returnTo, string address)",
            "Where somebody lets the app into an account elsewhere.",
        ),
    ),
)

GUID = BuiltinType(
    name="Guid",
    page=_PAGE,
    text="An id.",
    members=(
        *static(
            _PAGE,
            ("Guid Empty", "The id that is none."),
            ("Guid NewGuid()", "A new id."),
            is_exact=True,
        ),
        *static(
            _PAGE,
            ("Guid Parse(string text)", "The id that a text is; throws if it is none."),
            ("bool TryParse(string text, out Guid id)", "Whether the text is an id, and which."),
        ),
        *instance(_PAGE, ("string ToString(string format = default)", "As text.")),
    ),
    complete=True,
    also=("AllBitsSet", "CreateVersion7", "ToByteArray", "TryWriteBytes", "Variant", "Version", *PARSED, *COMPARED),
    constructors=constructors(_PAGE, ("Guid(string text)", "The id that a text is.")),
    bases=("object",),
)

TYPES = (CRYPTO, SECURITY, GUID)
