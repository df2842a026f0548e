"""Places of the program as a run tells them: paths from the working directory, lines and columns from 1."""

from collections.abc import Mapping

from osy_analysis.paths import shown_path
from osy_grammar.tree import SourceFile
from osy_runtime.events import Frame, Place
from osy_runtime.signals import CodeFrame


def place_of(files: Mapping[str, SourceFile], frame: CodeFrame) -> Place | None:
    """Where the frame stands; None if its file is not the project's."""
    file = files.get(frame.path)
    if file is None:
        return None
    position = file.lines.position(frame.offset)
    return Place(file=shown_path(frame.path), line=position.line + 1, column=position.column + 1)


def frames_of(files: Mapping[str, SourceFile], frames: list[CodeFrame]) -> tuple[Frame, ...]:
    """The frames of a failure, innermost first."""
    placed = ((frame.function, place_of(files, frame)) for frame in frames)
    return tuple(Frame(function=function, at=at) for function, at in placed if at is not None)
