"""`File`: a scratch store in memory, one for each test. What a failed unit wrote is undone with it (R122)."""

from dataclasses import dataclass

from osy_runtime.builtins.encodings import data, from_bytes, to_bytes
from osy_runtime.builtins.static import Static
from osy_runtime.builtins.texts import text
from osy_runtime.exceptions import throw
from osy_runtime.ids import IdSource
from osy_runtime.model import EntityInfo
from osy_runtime.show import kind
from osy_runtime.signals import BadProgram
from osy_runtime.values import Bytes, Long, Row, Value
from osy_runtime.world import World


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file's content, the row that it is about, and who uploaded it."""

    content: bytes
    about: Row | None = None
    uploader: Row | None = None


def _put(world: World, path: str, file: StoredFile | None) -> None:
    """Write the file, or take it away; the store's log remembers what was there."""
    files = world.files
    before = files.get(path)
    if file is None:
        files.pop(path, None)
    else:
        files[path] = file

    def undo() -> None:
        if before is None:
            files.pop(path, None)
        else:
            files[path] = before

    world.store.log_undo(undo)


def _found(world: World, path: str) -> StoredFile:
    file = world.files.get(path)
    if not isinstance(file, StoredFile):
        raise throw("NotFoundException", f"there is no file `{path}`")
    return file


def _path(value: Value) -> str:
    """The path of a file: of a kept one it is in its row."""
    if isinstance(value, Row) and value.entity.name == "FileAsset":
        return text(value.values.get("Path"))
    return text(value)


def _row(value: Value) -> Row:
    if not isinstance(value, Row):
        raise BadProgram(f"a file is about a row, not about {kind(value)}")
    return value


def create(world: World, name: Value, content_type: Value, content: Value) -> Value:
    """`File.Create(name, contentType, bytes)`: keeps it and gives its row."""
    from osy_runtime.evaluate.layout import blank_row

    info = world.program.find_platform_type("FileAsset")
    assert isinstance(info, EntityInfo)
    kept = data(content)
    path = f"assets/{world.store.count + 1}/{text(name)}"
    values: dict[str, Value] = {
        "FileName": text(name),
        "ContentType": text(content_type),
        "Length": Long(len(kept)),
        "Path": path,
    }
    row = blank_row(world, info, values)
    _put(world, path, StoredFile(kept))
    return row


def write_all_bytes(world: World, path: Value, content: Value, about: Value = None) -> Value:
    """`File.WriteAllBytes(path, bytes)`."""
    _put(world, text(path), StoredFile(data(content), _row(about) if about is not None else None))
    return None


def write_all_text(world: World, path: Value, words: Value, about: Value = None) -> Value:
    """`File.WriteAllText(path, text)`, about a row perhaps."""
    return write_all_bytes(world, path, to_bytes(world, words), about)


def read_all_bytes(world: World, file: Value) -> Value:
    """`File.ReadAllBytes(path)` or of a kept file's row."""
    return Bytes(_found(world, _path(file)).content)


def read_all_text(world: World, file: Value) -> Value:
    """`File.ReadAllText(path)`."""
    return from_bytes(world, read_all_bytes(world, file))


def delete(world: World, file: Value) -> Value:
    """`File.Delete(path)`."""
    _put(world, _path(file), None)
    return None


def about(world: World, row: Value) -> Value:
    """`File.About(row)`: the paths of all files about it."""
    wanted = _row(row)
    return [path for path, file in world.files.items() if isinstance(file, StoredFile) and file.about is wanted]


def delete_about(world: World, row: Value) -> Value:
    """`File.DeleteAbout(row)`."""
    paths = about(world, row)
    assert isinstance(paths, list)
    for path in paths:
        _put(world, path, None)
    return None


def save_upload(world: World, name: Value, content: Value) -> Value:
    """`File.SaveUpload(name, bytes)`: a private path."""
    path = f"uploads/{IdSource(world.ids.word()).guid().text}/{text(name)}"
    _put(world, path, StoredFile(data(content), None, world.principal))
    return path


def is_own_upload(world: World, path: Value) -> Value:
    """`File.IsOwnUpload(path)`: whether who acts uploaded it."""
    file = world.files.get(_path(path))
    return isinstance(file, StoredFile) and _path(path).startswith("uploads/") and file.uploader is world.principal


def url(world: World, path: Value) -> Value:
    """`File.Url(path)`."""
    from urllib.parse import quote

    return f"{world.base_url}/files/{quote(_path(path))}"


def signed_url(world: World, path: Value) -> Value:
    """`File.SignedUrl(path)`."""
    from osy_runtime.builtins.security import fingerprint

    return f"{url(world, path)}?signature={text(fingerprint(world, _path(path)))[:32]}"


STATICS = {
    "File": Static(
        "File",
        functions={
            "About": about,
            "Create": create,
            "Delete": delete,
            "DeleteAbout": delete_about,
            "Exists": lambda world, path: _path(path) in world.files,
            "IsOwnUpload": is_own_upload,
            "ReadAllBytes": read_all_bytes,
            "ReadAllText": read_all_text,
            "SaveUpload": save_upload,
            "SignedUrl": signed_url,
            "Url": url,
            "WriteAllBytes": write_all_bytes,
            "WriteAllText": write_all_text,
        },
    )
}
