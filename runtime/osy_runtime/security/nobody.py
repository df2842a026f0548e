"""`user` while a rule is asked and nobody is signed in: somebody without members who equals nothing, not even null."""

from typing import ClassVar

from osy_runtime.faces import HostObject, Value


class Nobody(HostObject):
    """Nobody. A row whose reference to a person is empty is not theirs."""

    type_name: ClassVar[str] = "Principal"

    def get_member(self, name: str) -> Value:
        """Nobody has no members: each is null."""
        return None


NOBODY_AT_ALL = Nobody()
