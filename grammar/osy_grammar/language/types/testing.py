"""What only tests use: assertions, the clock, background work, costs."""

from osy_grammar.language.model import BuiltinType
from osy_grammar.language.types.rows import static

ASSERT = BuiltinType(
    name="Assert",
    page="test-assert",
    text="What a test expects; a failed one ends the test.",
    members=static(
        "test-assert",
        ("void Equal(object? expected, object? actual)", "The two are equal; lists by their items."),
        ("void NotEqual(object? unexpected, object? actual)", "The two differ."),
        ("void True(bool condition, string message = default)", "The condition holds."),
        ("void False(bool condition)", "The condition does not hold."),
        ("void Null(object? value)", "There is no value."),
        ("void NotNull(object? value)", "There is a value."),
        ("void Empty(object collection)", "The list has no items."),
        ("void Contains(object needle, object haystack)", "The text or list holds it."),
        ("void DoesNotContain(object needle, object haystack)", "The text or list does not hold it."),
        ("void StartsWith(string prefix, string text)", "The text starts so."),
        ("void EndsWith(string suffix, string text)", "The text ends so."),
        ("void AtMost(int bound, int actual)", "The number is not above the bound."),
        ("T Throws<T>(Action act)", "It throws a `T`, which is given back; without `<T>` any exception will do."),
        ("void Denied(Action act)", "Security refuses it."),
        ("void NoTraceOf(string text)", "No stored row holds the text."),
    ),
)

TEST_CLOCK = BuiltinType(
    name="TestClock",
    page="workflow-settle",
    text="The time of a test. Moving it fires nothing: settle after it.",
    members=static(
        "workflow-settle",
        ("void Set(DateTime instant)", "Makes it that time."),
        ("void Advance(TimeSpan span)", "Lets that much time pass."),
    ),
)

BACKGROUND = BuiltinType(
    name="Background",
    page="workflow-settle",
    text="The work that a commit leaves for later.",
    members=static("workflow-settle", ("void Settle()", "Runs all queued work and all due clocks.")),
)

TYPES = (ASSERT, TEST_CLOCK, BACKGROUND)
