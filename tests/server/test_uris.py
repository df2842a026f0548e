"""One key for a file, however its URI is spelled."""

import pytest

from osy_server.uris import path_of, uri_of

pytestmark = pytest.mark.skipif(__import__("os").name != "posix", reason="the paths here are POSIX paths")


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///desk/a.osy", "/desk/a.osy"),
        ("file:///desk/with%20blank%23.osy", "/desk/with blank#.osy"),
        ("file://localhost/desk/a.osy", "/desk/a.osy"),
        ("file:///desk/../desk/./a.osy", "/desk/a.osy"),
        ("file:///C:/app/a.osy", "c:/app/a.osy"),
        ("file:///c%3A/app/a.osy", "c:/app/a.osy"),
        ("untitled:Untitled-1", "untitled:Untitled-1"),
        ("git:/desk/a.osy?ref", "git:/desk/a.osy?ref"),
        ("file:///a%00b", "file:///a%00b"),
        ("file://[bad", "file://[bad"),
        ("", ""),
    ],
)
def test_the_key_of_a_uri(uri: str, path: str) -> None:
    assert path_of(uri) == path


@pytest.mark.parametrize("path", ["/desk/a b/ä#?.osy", "/desk/%41.osy", "c:/app/a b.osy", "/desk/\udcff.osy"])
def test_a_path_comes_back_from_its_uri(path: str) -> None:
    assert path_of(uri_of(path)) == path


def test_what_is_no_file_is_its_own_uri() -> None:
    assert uri_of("untitled:Untitled-1") == "untitled:Untitled-1"
