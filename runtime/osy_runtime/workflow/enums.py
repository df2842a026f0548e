"""The enums of the platform, as values that programs compare; their members are those of the table of facts."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from osy_grammar.language import type_named
from osy_runtime.model import EnumInfo
from osy_runtime.values import EnumValue

_PLAIN: Mapping[str, str] = MappingProxyType({})


def _enum(name: str, labels: Mapping[str, str] = _PLAIN) -> EnumInfo:
    """The enum of the table; a member without a label of its own is shown by its name."""
    fact = type_named(name)
    assert fact is not None
    info = EnumInfo(name)
    info.members.extend(
        EnumValue(info, member.name, number, labels.get(member.name, member.name))
        for number, member in enumerate(fact.members)
    )
    return info


AUDIT_KIND = _enum("AuditKind")
SLOT_STATUS = _enum("SlotStatus")
SLA_KIND = _enum(
    "SlaKind",
    {
        "Assigned": "first response",
        "Finished": "resolution",
        "Expire": "state expiry",
        "Deadline": "ticket deadline",
    },
)
CORRELATION_OUTCOME = _enum(
    "CorrelationOutcome",
    {
        "Deposited": "recorded",
        "NoSuchKey": "no such key",
        "NotRunning": "nothing is waiting",
        "Ambiguous": "more than one match",
        "NoRule": "no correlation rule",
    },
)

ENUMS = {info.name: info for info in (AUDIT_KIND, SLOT_STATUS, SLA_KIND, CORRELATION_OUTCOME)}
"""The enums that the engine gives values of, by name."""


@cache
def platform_enum(name: str) -> EnumInfo:
    """The enum of that name, as a program finds it."""
    return ENUMS.get(name) or _enum(name)


UNASSIGNED, ASSIGNED, SATISFIED = (SLOT_STATUS.by_name[name] for name in ("Unassigned", "Assigned", "Satisfied"))
