"""The text of a file in an editor: edits that can be undone."""

from dataclasses import dataclass, field

from osy_grammar.span import LineIndex, Position, Units


@dataclass(frozen=True, slots=True)
class Edit:
    """At `offset`, `old` became `new`."""

    offset: int
    old: str
    new: str

    @property
    def inverse(self) -> "Edit":
        """What takes it back."""
        return Edit(self.offset, self.new, self.old)


Group = tuple[Edit, ...]
"""Edits that are undone together, each of the text that the one before it left."""


@dataclass(slots=True)
class Buffer:
    """An open file. `saved` is the text on disk as the editor knows it."""

    text: str
    saved: str
    version: int = 1
    undoable: list[Group] = field(default_factory=list)
    redoable: list[Group] = field(default_factory=list)

    @property
    def is_dirty(self) -> bool:
        """Whether there is something to save."""
        return self.text != self.saved

    def offset(self, line: int, column: int) -> int:
        """The offset of a place."""
        return LineIndex(self.text).offset(Position(line, column), Units.UTF16)

    def place(self, offset: int) -> tuple[int, int]:
        """The place of an offset."""
        found = LineIndex(self.text).position(offset, Units.UTF16)
        return found.line, found.column

    def apply(self, edit: Edit) -> None:
        """Change the text; whoever calls says when it was a step to undo."""
        end = edit.offset + len(edit.old)
        assert self.text[edit.offset : end] == edit.old, (self.text[edit.offset : end], edit.old)
        self.text = self.text[: edit.offset] + edit.new + self.text[end:]

    def did(self, group: Group) -> None:
        """Take what was applied for a step of its own."""
        self.undoable.append(group)
        self.redoable.clear()

    def undo(self) -> Group:
        """The edits that take back the last step; whoever calls applies them."""
        group = self.undoable.pop()
        self.redoable.append(group)
        return tuple(edit.inverse for edit in reversed(group))

    def redo(self) -> Group:
        """The edits that do again what was undone last; whoever calls applies them."""
        group = self.redoable.pop()
        self.undoable.append(group)
        return group

    def reload(self, text: str) -> None:
        """Take what is on disk now."""
        self.text = self.saved = text
        self.undoable.clear()
        self.redoable.clear()


def renamed(text: str, old: str, new: str) -> str:
    """The text after a rename of a name that nothing else bears: what a server's answer is compared with."""
    import re

    return re.sub(rf"\b((?:Raise|Correlate)?){re.escape(old)}\b", rf"\g<1>{new}", text)
