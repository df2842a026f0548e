"""Calls that leave the process: HTTP, mailboxes, and what is sent and answered."""

from osy_grammar.language.model import BuiltinType
from osy_grammar.language.types.rows import constructors, instance, static

_HEADERS = "Dictionary<string, string> headers = default"
_MAIL = "library-mail"

HTTP = BuiltinType(
    name="Http",
    page="http",
    text="Calls to other machines. In tests each verb has a `Stub`.",
    members=static(
        "http",
        (f"HttpResponse Get(string url, {_HEADERS})", "Reads."),
        (f"HttpResponse Post(string url, string body, string contentType, {_HEADERS})", "Sends."),
        (f"HttpResponse Post(string url, Json body, string contentType, {_HEADERS})", "Sends a document."),
        (f"HttpResponse Put(string url, string body, string contentType, {_HEADERS})", "Puts in place."),
        (f"HttpResponse Patch(string url, string body, string contentType, {_HEADERS})", "Changes a part."),
        (f"HttpResponse Delete(string url, {_HEADERS})", "Removes."),
        (
            f"stream<string> StreamEvents(string url, string body, string contentType, {_HEADERS})",
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
        is_exact=True,
    ),
    constructors=constructors("http", ("HttpResponse()", "An answer for a stub to give.")),
    bases=("object",),
)

HEADER = BuiltinType(
    name="HttpHeader",
    page="http",
    text="A header of an answer.",
    members=instance("http", ("string Name", "Its name."), ("string Value", "Its value."), is_exact=True),
    constructors=constructors("http", ("HttpHeader()", "A header of an answer that a stub gives.")),
    bases=("object",),
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
    constructors=constructors("http", ("FormBody()", "An empty form.")),
    bases=("object",),
)

URI = BuiltinType(
    name="Uri",
    page="http",
    text="Parts of addresses.",
    members=static(
        "http",
        ("string EscapeDataString(string text)", "The text, fit to be a part of an address."),
        ("string UnescapeDataString(string text)", "The text that such a part stands for."),
    ),
)

IMAP = BuiltinType(
    name="Imap",
    page=_MAIL,
    text="Mailboxes that are fetched from. It leaves the process.",
    members=static(
        _MAIL,
        (
            "string Fetch(string host, int port, string login, string password, bool plain, string folder, "
            "string cursor, int most)",
            "The messages behind a cursor, as JSON.",
        ),
    ),
)

SMTP = BuiltinType(
    name="Smtp",
    page=_MAIL,
    text="Servers that mail is handed to. It leaves the process.",
    members=static(
        _MAIL,
        (
            "void Send(string host, int port, string login, string password, bool plain, byte[] message)",
            "Hands a whole message over.",
        ),
    ),
)

MIME = BuiltinType(
    name="Mime",
    page=_MAIL,
    text="Whole messages and their parts.",
    members=static(
        _MAIL,
        ("string Parse(byte[] message)", "What a message holds, as JSON."),
        ("byte[] Build(string json)", "The message that such JSON describes."),
    ),
)

RENDERED_EMAIL = BuiltinType(
    name="RenderedEmail",
    page=_MAIL,
    text="A mail that a component marked `[Email]` made.",
    members=instance(
        _MAIL,
        ("string Subject", "Its subject."),
        ("string Html", "Its text for those who show markup."),
        ("string Text", "Its text for the others."),
    ),
    bases=("object",),
)

TYPES = (HTTP, RESPONSE, HEADER, FORM_BODY, URI, IMAP, SMTP, MIME, RENDERED_EMAIL)
