"""How a release fails."""


class ReleaseError(Exception):
    """A release cannot be made, or one of its artefacts does not do its work; the message says why and what to do."""
