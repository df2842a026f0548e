"""`Crypto.SignRs256`: what it signs is verified with the public key of the pair."""

from pathlib import Path

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa

from osy_analysis.project import Project
from osy_grammar.parse import parse
from osy_runtime import run_tests
from osy_runtime.events import Event, Output


def test_a_signature_is_verified_with_the_public_key(tmp_path: Path) -> None:
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode()
    escaped = pem.replace("\n", "\\n")
    program = (
        '[Test] void signs() { Secret.SigningKey.Stub("' + escaped + '");\n'
        '  Log.Information(Crypto.ToHex(Crypto.SignRs256(Secret.SigningKey, Text.ToBytes("header.payload")))); }'
    )
    path = str(tmp_path / "sign.test.osy")
    told: list[Event] = []
    run_tests([Project(root=str(tmp_path), files={path: parse(program)}, is_whole=True)], None, told.append)
    (signature,) = [event.text for event in told if isinstance(event, Output)]
    key.public_key().verify(bytes.fromhex(signature), b"header.payload", padding.PKCS1v15(), hashes.SHA256())
