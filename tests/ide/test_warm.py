"""What is asked ahead of the user changes no answer, takes any text, and ends when nobody wants it any more."""

import pytest

from osy_analysis.ide.completion import complete
from osy_analysis.ide.warm import warm
from osy_analysis.project import Project
from osy_analysis.steps import asked_with
from osy_testing.order_app import PATH, program
from osy_testing.shop import TEST, shop


def test_answers_are_the_same() -> None:
    cold, warmed = shop(), shop()
    warm(warmed, TEST)
    for offset in range(0, len(cold.files[TEST].text), 40):
        assert complete(warmed, TEST, offset) == complete(cold, TEST, offset)


@pytest.mark.parametrize(
    "text", ["", "\n", "// nothing", "workflow W {", "void f() {", program("arm", "slot."), "}" * 9]
)
def test_any_text(text: str) -> None:
    project = Project(root="/app").with_file(PATH, text)
    warm(project, PATH)
    warm(project, "/app/not there.osy")


def test_it_ends_when_it_is_told_to() -> None:
    class Enough(Exception):  # noqa: N818 - it is no error
        pass

    def enough() -> None:
        raise Enough

    with pytest.raises(Enough):
        asked_with(enough, lambda: warm(shop(), TEST))
