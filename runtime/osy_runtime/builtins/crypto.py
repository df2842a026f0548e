"""`Crypto`: hashes and signatures; Python's own hashes, and the `cryptography` package for RSA."""

from osy_runtime.builtins.encodings import data
from osy_runtime.builtins.static import Static
from osy_runtime.builtins.texts import text
from osy_runtime.exceptions import throw
from osy_runtime.utf16 import plain
from osy_runtime.values import Bytes, Value
from osy_runtime.world import World


def hmac_sha256(world: World, key: Value, message: Value) -> Value:
    """The keyed hash of the data."""
    import hmac

    return Bytes(hmac.digest(data(key), data(message), "sha256"))


def sha256_hex(world: World, value: Value) -> Value:
    """The hash of a text in UTF-8, or of bytes, in small hexadecimal digits."""
    import hashlib

    content = data(value) if isinstance(value, list) else plain(text(value)).encode()
    return hashlib.sha256(content).hexdigest()


def from_hex(world: World, value: Value) -> Value:
    """The bytes of hexadecimal digits."""
    digits = text(value)
    try:
        if any(c.isspace() for c in digits):
            raise ValueError
        return Bytes(bytes.fromhex(digits))
    except ValueError as problem:
        raise throw("FormatException", "this text is not made of pairs of hexadecimal digits") from problem


def sign_rs256(world: World, pem: Value, message: Value) -> Value:
    """The data's signature: RSA with SHA-256 and the padding of PKCS #1, by a private key in PEM."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import padding, rsa

    try:
        key = serialization.load_pem_private_key(plain(text(pem)).encode(), password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as problem:
        raise throw("ArgumentException", "this text is no private key in PEM") from problem
    if not isinstance(key, rsa.RSAPrivateKey):
        raise throw("ArgumentException", "this private key is none of RSA")
    return Bytes(key.sign(data(message), padding.PKCS1v15(), hashes.SHA256()))


def fixed_time_equals(world: World, one: Value, other: Value) -> Value:
    """Whether two texts are equal, or two lists of bytes."""
    import hmac

    a, b = (data(v) if isinstance(v, list) else plain(text(v)).encode() for v in (one, other))
    return hmac.compare_digest(a, b)


STATICS = {
    "Crypto": Static(
        "Crypto",
        functions={
            "FixedTimeEquals": fixed_time_equals,
            "FromHex": from_hex,
            "HmacSha256": hmac_sha256,
            "Sha256Hex": sha256_hex,
            "SignRs256": sign_rs256,
            "ToHex": lambda world, value: data(value).hex(),
        },
    )
}
