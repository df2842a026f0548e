"""The enums of the workflow package, as values that programs compare."""

from osy_runtime.model import EnumInfo
from osy_runtime.values import EnumValue


def _enum(name: str, labels: dict[str, str]) -> EnumInfo:
    info = EnumInfo(name)
    info.members.extend(EnumValue(info, member, number, label) for number, (member, label) in enumerate(labels.items()))
    return info


AUDIT_KIND = _enum(
    "AuditKind",
    {
        kind: kind
        for kind in (
            "Started",
            "Transitioned",
            "Assigned",
            "Released",
            "Deposited",
            "Breached",
            "Exhausted",
            "Reminded",
            "Completed",
            "Faulted",
            "Ended",
        )
    },
)
SLOT_STATUS = _enum("SlotStatus", {status: status for status in ("Unassigned", "Assigned", "Satisfied")})
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
"""The enums by name, as a program finds them."""

UNASSIGNED, ASSIGNED, SATISFIED = SLOT_STATUS.members
