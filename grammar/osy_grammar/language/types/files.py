"""Stored files. Nothing here leaves the process."""

from osy_grammar.language.model import BuiltinType
from osy_grammar.language.types.rows import constructors, instance, static

_PAGE = "library-files"

FILE = BuiltinType(
    name="File",
    page=_PAGE,
    text="The app's file store.",
    members=static(
        _PAGE,
        ("FileAsset Create(string name, string contentType, byte[] bytes)", "Keeps a file and gives its row."),
        ("byte[] ReadAllBytes(FileAsset file)", "What is in a kept file."),
        ("byte[] ReadAllBytes(string path)", "What is in the file at a path."),
        ("string ReadAllText(string path)", "The text in the file at a path."),
        ("void WriteAllBytes(string path, byte[] bytes)", "Writes a file at a path."),
        ("void WriteAllText(string path, string text, object about = default)", "Writes a text, about a row."),
        ("bool Exists(string path)", "Whether there is a file at a path."),
        ("void Delete(string path)", "Removes the file at a path."),
        ("void DeleteAbout(object row)", "Removes all files about a row."),
        ("List<string> About(object row)", "The paths of all files about a row."),
        ("string SaveUpload(string name, byte[] bytes)", "Keeps an upload and gives its path."),
        ("bool IsOwnUpload(string path)", "Whether who asks has uploaded that file."),
        ("string SignedUrl(string path)", "A link to a file, good for a few minutes."),
        ("string Url(string path)", "A link to a file."),
    ),
)

FILE_ASSET = BuiltinType(
    name="FileAsset",
    page=_PAGE,
    text="The row of a kept file.",
    members=(),
    bases=("Row",),
    is_entity=True,
)

UPLOADED_FILE = BuiltinType(
    name="UploadedFile",
    page=_PAGE,
    text="A file that somebody has just uploaded.",
    members=instance(
        _PAGE,
        ("string Path", "Where it is."),
        ("string FileName", "Its name."),
        ("string ContentType", "What is in it, as far as was said."),
        ("long Length", "How many bytes it has."),
    ),
    constructors=constructors(_PAGE, ("UploadedFile()", "One as an upload would give it.")),
    bases=("object",),
)

TYPES = (FILE, FILE_ASSET, UPLOADED_FILE)
