"""The platform's capabilities whose names are all in the table; what stands in another one is not known here."""

KNOWN_CAPABILITIES: frozenset[str] = frozenset(("Osysharp.Http", "Osysharp.ServiceHours", "Osysharp.Workflow"))
