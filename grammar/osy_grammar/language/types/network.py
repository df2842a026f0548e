"""Calls that leave the process."""

from osy_grammar.language.model import BuiltinType
from osy_grammar.language.types.rows import instance, static

HTTP = BuiltinType(
    name="Http",
    page="http",
    text="Calls to other machines. In tests each verb has a `Stub`.",
    members=static(
        "http",
        ("HttpResponse Get(string url, Dictionary<string, string> headers = default)", "Reads."),
        (
            "HttpResponse Post(string url, string body, string contentType, "
            "Dictionary<string, string> headers = default)",
            "Sends.",
        ),
        (
            "HttpResponse Put(string url, string body, string contentType, "
            "Dictionary<string, string> headers = default)",
            "Puts in place.",
        ),
        (
            "HttpResponse Patch(string url, string body, string contentType, "
            "Dictionary<string, string> headers = default)",
            "Changes a part.",
        ),
        ("HttpResponse Delete(string url, Dictionary<string, string> headers = default)", "Removes."),
        (
            "stream<string> StreamEvents(string url, string body, string contentType, "
            "Dictionary<string, string> headers = default)",
            "The data of server-sent events, as they come.",
        ),
    ),
)

RESPONSE = BuiltinType(
    name="HttpResponse",
    page="http",
    text="What another machine answered.",
    members=instance(
        "http",
        ("int StatusCode", "The status, such as 200."),
        ("bool IsSuccess", "Whether the status says that it worked."),
        ("string Body", "The answer as text, empty if there is none."),
        ("byte[]? Bytes", "The answer as it came."),
        ("List<HttpHeader>? Headers", "The answer's headers."),
    ),
)

HEADER = BuiltinType(
    name="HttpHeader",
    page="http",
    text="A header of an answer.",
    members=instance("http", ("string Name", "Its name."), ("string Value", "Its value.")),
)

FORM_BODY = BuiltinType(
    name="FormBody",
    page="http",
    text="The fields of a form, to be sent as text.",
    members=instance(
        "http",
        ("void Add(string name, string value)", "Adds a field."),
        ("void AddOptional(string name, string? value)", "Adds a field unless the value is null."),
        ("void AddLong(string name, long value)", "Adds a number."),
        ("void AddBool(string name, bool value)", "Adds true or false."),
        ("void AddList(string name, List<string> values)", "Adds `name[0]`, `name[1]` and so on."),
        ("void AddMap(string name, Dictionary<string, string> values)", "Adds `name[key]`, sorted by key."),
        ("string Encode()", "The whole form, percent-encoded."),
    ),
)

URI = BuiltinType(
    name="Uri",
    page="http",
    text="Parts of addresses.",
    members=static("http", ("string EscapeDataString(string text)", "The text, fit to be a part of an address.")),
)

TYPES = (HTTP, RESPONSE, HEADER, FORM_BODY, URI)
