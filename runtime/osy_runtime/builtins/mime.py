"""`Mime`: mails as they travel (RFC 5322) and as JSON, by Python's own `email` package.

The JSON has the members `From To Cc Bcc ReplyTo Subject Text Html Attachments Headers MessageId InReplyTo References
FailedMessageIds Date`; an attachment has `FileName Content ContentType ContentId`, its content in base 64. What a mail
lacks is an empty text or list, but `Text`, `Html` and `Date` are null (R121).
"""

from collections.abc import Iterator, Mapping
from datetime import UTC
from typing import TYPE_CHECKING

from osy_runtime.builtins.encodings import data
from osy_runtime.builtins.json_reading import parse_json
from osy_runtime.builtins.json_writing import serialize
from osy_runtime.builtins.static import Static
from osy_runtime.builtins.texts import text
from osy_runtime.date_formats import date_time_text
from osy_runtime.exceptions import throw
from osy_runtime.utf16 import plain, units
from osy_runtime.values import Bytes, Value
from osy_runtime.world import World

if TYPE_CHECKING:
    from email.message import EmailMessage, Message

_OWN_MEMBERS = frozenset(
    {"from", "to", "cc", "bcc", "reply-to", "subject", "message-id", "in-reply-to", "references", "date"}
    | {"mime-version"}
)
"""Headers that are members of their own, or say how the mail is written down."""


# ── Reading ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def parse(world: World, raw: Value) -> Value:
    """`Mime.Parse(bytes)`: the mail as JSON."""
    from email import message_from_bytes
    from email.errors import MessageError

    try:
        mail = message_from_bytes(data(raw))
        found = _read(mail)
    except (MessageError, ValueError, LookupError) as problem:
        raise throw("ValidationException", f"these bytes are no mail: {problem}") from problem
    return serialize(found)


def _read(mail: "Message") -> dict[Value, Value]:
    body = _Body(mail)
    references = (_header(mail, "References") or "").split()
    return {
        "From": next(iter(_addresses(mail, "From")), ""),
        "To": _addresses(mail, "To"),
        "Cc": _addresses(mail, "Cc"),
        "Bcc": _addresses(mail, "Bcc"),
        "ReplyTo": _addresses(mail, "Reply-To"),
        "Subject": _header(mail, "Subject"),
        "Text": body.text,
        "Html": body.html,
        "Attachments": body.attachments,
        "Headers": _other_headers(mail),
        "MessageId": _header(mail, "Message-ID"),
        "InReplyTo": _header(mail, "In-Reply-To"),
        "References": [*references],
        "FailedMessageIds": [*_failed(mail)],
        "Date": _date(mail),
    }


def _decoded(raw: str) -> str:
    """A header's value with its encoded words decoded; what cannot be decoded stays as it is."""
    from email.errors import HeaderParseError
    from email.header import decode_header, make_header

    unfolded = " ".join(raw.split())
    try:
        return units(str(make_header(decode_header(unfolded))))
    except (HeaderParseError, LookupError, ValueError):
        return units(unfolded)


def _header(mail: "Message", name: str) -> str:
    value = mail.get(name)
    return _decoded(str(value)).strip() if value is not None else ""


def _addresses(mail: "Message", name: str) -> list[Value]:
    from email.utils import getaddresses

    found: list[Value] = []
    for called, address in getaddresses([str(value) for value in mail.get_all(name, [])]):
        shown = _decoded(called)
        if address:
            found.append(f"{shown} <{address}>" if shown else address)
    return found


def _other_headers(mail: "Message") -> dict[Value, Value]:
    found: dict[Value, Value] = {}
    for name, value in mail.items():
        if name.lower() not in _OWN_MEMBERS and not name.lower().startswith("content-"):
            found.setdefault(units(name), _decoded(str(value)))
    return found


def _date(mail: "Message") -> Value:
    from email.utils import parsedate_to_datetime

    try:
        moment = parsedate_to_datetime(str(mail.get("Date", "")))
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    if moment.tzinfo is not None:
        moment = moment.astimezone(UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}Z"


def _failed(mail: "Message") -> Iterator[Value]:
    """The ids of the mails that a delivery report says could not be delivered."""
    if mail.get_content_type() != "multipart/report":
        return
    for part in mail.walk():
        kind = part.get_content_type()
        if kind == "text/rfc822-headers":
            from email import message_from_string

            yield from filter(None, [_header(message_from_string(_text_of(part)), "Message-ID")])
        elif kind == "message/rfc822" and part.is_multipart():
            yield from filter(None, [_header(inner, "Message-ID") for inner in _parts(part)])


def _parts(mail: "Message") -> "list[Message]":
    payload: object = mail.get_payload()
    return [part for part in payload if not isinstance(part, str)] if isinstance(payload, list) else []


def _text_of(part: "Message") -> str:
    content = part.get_payload(decode=True)
    raw = content if isinstance(content, bytes) else b""
    try:
        return units(raw.decode(part.get_content_charset() or "utf-8", "replace"))
    except LookupError:
        return units(raw.decode("utf-8", "replace"))


class _Body:
    """What a mail says: the first plain text, the first page, and everything else as attachments."""

    def __init__(self, mail: "Message") -> None:
        self.text: str | None = None
        self.html: str | None = None
        self.attachments: list[Value] = []
        self._take(mail)

    def _take(self, mail: "Message") -> None:
        waiting = [mail]
        while waiting:
            part = waiting.pop()
            kind, is_kept = part.get_content_type(), part.get_content_disposition() == "attachment"
            if part.is_multipart() and kind != "message/rfc822":
                waiting.extend(reversed(_parts(part)))
            elif kind == "text/plain" and not is_kept and self.text is None:
                self.text = _text_of(part)
            elif kind == "text/html" and not is_kept and self.html is None:
                self.html = _text_of(part)
            elif kind != "message/delivery-status" or is_kept:
                self.attachments.append(_attachment(part, kind))


def _attachment(part: "Message", kind: str) -> dict[Value, Value]:
    if kind == "message/rfc822" and part.is_multipart():
        content = b"".join(inner.as_bytes() for inner in _parts(part))
    else:
        payload = part.get_payload(decode=True)
        content = payload if isinstance(payload, bytes) else b""
    return {
        "FileName": _decoded(part.get_filename() or ""),
        "Content": Bytes(content),
        "ContentType": kind,
        "ContentId": _header(part, "Content-ID").strip("<>"),
    }


# ── Writing ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def build(world: World, source: Value) -> Value:
    """`Mime.Build(json)`: the mail's bytes."""
    document = parse_json(text(source))
    if not isinstance(document, dict):
        raise throw("ValidationException", "a mail is built from an object in JSON")
    members = {str(name).lower(): value for name, value in document.items()}
    try:
        return Bytes(_composed(world, members).as_bytes())
    except (ValueError, TypeError, LookupError, IndexError) as problem:
        raise throw("ValidationException", f"no mail can be made of this: {problem}") from problem


def _composed(world: World, members: Mapping[str, Value]) -> "EmailMessage":
    from email.message import EmailMessage
    from email.policy import SMTP

    mail = EmailMessage(policy=SMTP.clone(max_line_length=200))
    for name, header in (("from", "From"), ("to", "To"), ("cc", "Cc"), ("bcc", "Bcc"), ("replyto", "Reply-To")):
        value = members.get(name)
        listed = ", ".join(map(str, value)) if isinstance(value, list) else value
        if listed:
            mail[header] = plain(str(listed))
    mail["Subject"] = plain(str(members.get("subject") or ""))
    mail["Date"] = _written_date(world, members.get("date"))
    for name, header in (("messageid", "Message-ID"), ("inreplyto", "In-Reply-To")):
        if members.get(name):
            mail[header] = str(members[name])
    references = members.get("references")
    if isinstance(references, list) and references:
        mail["References"] = " ".join(map(str, references))
    others = members.get("headers")
    for name, value in others.items() if isinstance(others, dict) else ():
        mail[str(name)] = plain(str(value))
    _fill(mail, members)
    for part in mail.walk():
        # Python makes boundaries by chance; here everything is the same in every run.
        if part.get_content_maintype() == "multipart":
            part.set_boundary(f"=-{world.ids.word():016x}")
    return mail


def _written_date(world: World, value: Value) -> str:
    from osy_runtime.builtins.time_parsing import parse_instant

    ticks = parse_instant(value)
    return date_time_text(world.clock.now if ticks is None else ticks, "ddd, dd MMM yyyy HH:mm:ss +0000")


def _fill(mail: "EmailMessage", members: Mapping[str, Value]) -> None:
    """The body: plain text, a page, the pictures in it, what is attached."""
    words, page = members.get("text"), members.get("html")
    if words is not None or page is None:
        mail.set_content(plain(str(words or "")))
    if page is not None and words is not None:
        mail.add_alternative(plain(str(page)), subtype="html")
    elif page is not None:
        mail.set_content(plain(str(page)), subtype="html")
    attachments = members.get("attachments")
    for attachment in attachments if isinstance(attachments, list) else []:
        _attach(mail, {str(name).lower(): value for name, value in dict(attachment).items()})


def _attach(mail: "EmailMessage", members: Mapping[str, Value]) -> None:
    from base64 import b64decode
    from mimetypes import guess_type

    name, content_id = plain(str(members.get("filename") or "")), str(members.get("contentid") or "")
    kind = str(members.get("contenttype") or "") or guess_type(name)[0] or "application/octet-stream"
    main, _, sub = kind.partition("/")
    content = b64decode(str(members.get("content") or ""))
    page = mail.get_body(("html",)) if content_id else None
    if page is not None:
        page.add_related(content, main, sub or "octet-stream", cid=f"<{content_id}>", filename=name or None)
    else:
        mail.add_attachment(content, main, sub or "octet-stream", filename=name or None)


STATICS = {"Mime": Static("Mime", functions={"Build": build, "Parse": parse})}
