"""`Crypto`: hashes and comparisons, by Python's own."""

from osy_runtime.builtins.static import Static
from osy_runtime.builtins.texts import text
from osy_runtime.exceptions import throw
from osy_runtime.values import Value
from osy_runtime.world import World


def hmac_sha256(world: World, key: list[int], data: list[int]) -> Value:
    """The keyed hash of the data."""
    import hmac

    return list(hmac.digest(bytes(key), bytes(data), "sha256"))


def sha256_hex(world: World, value: Value) -> Value:
    """The hash of a text in UTF-8, in small hexadecimal digits."""
    import hashlib

    data = bytes(value) if isinstance(value, list) else text(value).encode("utf-8", "replace")
    return hashlib.sha256(data).hexdigest()


def to_hex(world: World, items: list[int]) -> Value:
    """The bytes in small hexadecimal digits."""
    return bytes(items).hex()


def from_hex(world: World, value: Value) -> Value:
    """The bytes of hexadecimal digits."""
    try:
        return list(bytes.fromhex(text(value)))
    except ValueError as problem:
        raise throw("FormatException", "this text is not made of pairs of hexadecimal digits") from problem


STATICS = {
    "Crypto": Static(
        "Crypto",
        functions={
            "FixedTimeEquals": lambda world, one, other: text(one) == text(other),
            "FromHex": from_hex,
            "HmacSha256": hmac_sha256,
            "Sha256Hex": sha256_hex,
            "ToHex": to_hex,
        },
    )
}
