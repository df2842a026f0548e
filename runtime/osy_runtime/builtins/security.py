"""`Security` and `Secret`: passwords, secrets, random text from the world's seeded source, tokens.

A password's hash is a real one (Argon2id), made with little work: it guards nothing here, and a test makes many.
"""

from osy_runtime.builtins.static import Static
from osy_runtime.builtins.texts import text
from osy_runtime.builtins.time import UNIX_EPOCH
from osy_runtime.exceptions import throw
from osy_runtime.show import kind, to_text
from osy_runtime.signals import BadProgram
from osy_runtime.utf16 import plain
from osy_runtime.values import TICKS_PER_SECOND, Guid, Row, Value
from osy_runtime.world import World

_KEY = b"the key of every app in a test"
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_HOUR_S = 3600


def secret(world: World, name: str) -> Value:
    """`Secret.Name`: its stub's value; a secret without one is not set."""
    if name not in world.secrets:
        raise throw("ExternalServiceException", f"the secret `{name}` has no value in this test: stub it")
    return world.secrets[name]


def is_secret_set(world: World, name: Value) -> Value:
    """`Security.IsSecretSet(name)`."""
    return name in world.secrets


# ── Passwords ────────────────────────────────────────────────────────────────────────────────────────────────────────


def hash_password(world: World, password: Value) -> Value:
    """`Security.HashPassword(password)`: its salt comes from the seeded source, so it is the same in every run."""
    from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

    salt = b"".join(world.ids.word().to_bytes(8, "big") for _ in range(2))
    hashed = Argon2id(salt=salt, length=32, iterations=1, lanes=1, memory_cost=64)
    return hashed.derive_phc_encoded(plain(text(password)).encode())


def verify_password(world: World, password: Value, hashed: Value = None) -> Value:
    """`Security.VerifyPassword(password, hash)`; without a hash, or with one that is none, it is never right."""
    from cryptography.exceptions import InvalidKey
    from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

    if not isinstance(password, str) or not isinstance(hashed, str) or not hashed:
        return False
    try:
        Argon2id.verify_phc_encoded(plain(password).encode(), plain(hashed))
    except (InvalidKey, ValueError):
        return False
    return True


# ── Random and derived texts ─────────────────────────────────────────────────────────────────────────────────────────


def _length(value: Value) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 10_000:
        raise BadProgram(f"a length is a whole number up to 10000, not {kind(value)}")
    return value


def random_hex(world: World, length: Value) -> Value:
    """`Security.RandomHex(length)`: so many hexadecimal digits."""
    size, digits = _length(length), ""
    while len(digits) < size:
        digits += f"{world.ids.word():016x}"
    return digits[:size]


def random_id(world: World, length: Value) -> Value:
    """`Security.RandomId(length)`: so many letters and digits."""
    return "".join(_ALPHABET[world.ids.word() % len(_ALPHABET)] for _ in range(_length(length)))


def fingerprint(world: World, value: Value) -> Value:
    """`Security.Fingerprint(text)`: a keyed hash, the same for the same text."""
    import hmac

    return hmac.digest(_KEY, plain(text(value)).encode(), "sha256").hex()


def issue_jwt(world: World, identity: Value, email: Value) -> Value:
    """`Security.IssueJwt(id, email)`: a token signed with the key of tests, good for an hour of the test's clock."""
    import hmac
    from base64 import urlsafe_b64encode
    from json import dumps

    if isinstance(identity, Row):
        identity = identity.id
    if not isinstance(identity, Guid):
        raise BadProgram(f"`Security.IssueJwt` takes the id of a principal, not {kind(identity)}")
    now = (world.clock.now - UNIX_EPOCH) // TICKS_PER_SECOND
    claims = {"sub": identity.text, "email": plain(to_text(email)), "iat": now, "exp": now + _HOUR_S}
    parts = [urlsafe_b64encode(dumps(part).encode()).rstrip(b"=") for part in ({"alg": "HS256", "typ": "JWT"}, claims)]
    signed = b".".join(parts)
    signature = urlsafe_b64encode(hmac.digest(_KEY, signed, "sha256")).rstrip(b"=")
    return b".".join((signed, signature)).decode("ascii")


def jwt_subject(world: World, token: str) -> str | None:
    """Whose token it is, an id as text; None for one that this key did not sign or that has run out."""
    import hmac
    from base64 import urlsafe_b64decode
    from json import loads

    signed, _, signature = token.rpartition(".")
    try:
        given = urlsafe_b64decode(signature + "=" * (-len(signature) % 4))
        claims = loads(urlsafe_b64decode(signed.partition(".")[2] + "==="))
    except ValueError:
        return None
    now = (world.clock.now - UNIX_EPOCH) // TICKS_PER_SECOND
    if not hmac.compare_digest(given, hmac.digest(_KEY, signed.encode(), "sha256")) or claims["exp"] <= now:
        return None
    return str(claims["sub"])


STATICS = {
    "Secret": Static("Secret", dynamic=secret),
    "Security": Static(
        "Security",
        functions={
            "Fingerprint": fingerprint,
            "HashPassword": hash_password,
            "IsSecretSet": is_secret_set,
            "IssueJwt": issue_jwt,
            "RandomHex": random_hex,
            "RandomId": random_id,
            "VerifyPassword": verify_password,
        },
    ),
}
