"""What only tests use: assertions, the clock, background work, costs, calls of the app's own endpoints, stubs."""

from osy_grammar.language.model import BuiltinType
from osy_grammar.language.types.rows import instance, static

_UI = "test-ui"

ASSERT = BuiltinType(
    name="Assert",
    page="test-assert",
    text="What a test expects; a failed one ends the test.",
    members=(
        *static(
            "test-assert",
            ("void Equal(object? expected, object? actual)", "The two are equal; lists by their items."),
            ("void NotEqual(object? unexpected, object? actual)", "The two differ."),
            ("void True(bool condition, string message = default)", "The condition holds."),
            ("void False(bool condition, string message = default)", "The condition does not hold."),
            ("void Null(object? value)", "There is no value."),
            ("void NotNull(object? value)", "There is a value."),
            ("void Empty(object collection)", "The list has no items."),
            ("void Contains(object? needle, object? haystack)", "The text or list holds it."),
            ("void DoesNotContain(object? needle, object? haystack)", "The text or list does not hold it."),
            ("void StartsWith(string prefix, string? text)", "The text starts so."),
            ("void EndsWith(string suffix, string? text)", "The text ends so."),
            ("void AtMost(object bound, object actual)", "The number is not above the bound."),
            ("Exception Throws(Action act)", "It throws, and gives what was thrown."),
            ("T Throws<T>(Action act)", "It throws a `T`, and gives that."),
            ("void Denied(Action act)", "Security refuses it."),
            ("void Refuses(Action act, string words)", "It fails, and the message has these words."),
            ("void NoTraceOf(string text)", "No stored row holds the text."),
        ),
        *static(
            _UI,
            ("void Visible(string text, string within = default)", "The page shows it."),
            ("void Hidden(string text, string within = default)", "The page does not show it."),
            ("void TextIs(string text, string within = default)", "A part of the page reads just so."),
            ("void Value(string label, object? expected)", "A field of the page holds it."),
            ("void Checked(string label)", "The box is ticked."),
            ("void Enabled(string label)", "It can be used."),
            ("void Disabled(string label)", "It cannot be used."),
            ("void Focused(string label)", "What is typed goes there."),
            ("void Clickable(string name)", "It can be pressed."),
            ("void OnPage(string path)", "That page is open."),
            ("void Dialog(string title)", "That dialog is open."),
            ("void Above(string one, string other)", "The one stands above the other."),
            ("void Taller(string one, string other)", "The one is taller than the other."),
            ("void NoOverflow()", "Nothing sticks out of the page."),
            ("void Readable(string text)", "The text stands out from what is behind it."),
            (
                "void Contrast(string foreground, string background, object ratio = default, string mode = default)",
                "Two colours of the theme stand out from each other.",
            ),
        ),
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
        is_exact=True,
    ),
)

BACKGROUND = BuiltinType(
    name="Background",
    page="workflow-settle",
    text="The work that a commit leaves for later.",
    members=static("workflow-settle", ("void Settle()", "Runs all queued work and all due clocks."), is_exact=True),
)

STUBBED = BuiltinType(
    name="Function",
    page="test-stub",
    text="A function of the app, a verb of `Http`, an operation of a client, a secret: named and not called.",
    members=instance("test-stub", ("void Stub(object answer)", "What answers in its place in this test.")),
    is_written=False,
)

COST = BuiltinType(
    name="Cost",
    page="test-cost",
    text="What the test has cost since a mark.",
    members=static(
        "test-cost",
        ("string Mark()", "Begins to count."),
        ("int StatementsSince(string mark)", "How many statements went to the database."),
        ("int RowsReadSince(string mark)", "How many rows were read."),
        ("int RoundTripsSince(string mark)", "How often the database was asked."),
        ("int RequestsSince(string mark)", "How many requests a page made."),
        ("int ServerCallsSince(string mark)", "How often a page called the server."),
    ),
)

API = BuiltinType(
    name="Api",
    page="test-api",
    text="Calls of the app's own endpoints.",
    members=static(
        "test-api",
        ("ApiAnswer Get(string path, string? apiKey = default)", "Reads."),
        ("ApiAnswer Post(string path, object body, string? apiKey = default)", "Sends a text, or an object as JSON."),
        ("string KeyFor(Principal who)", "A key for somebody."),
    ),
)

API_ANSWER = BuiltinType(
    name="ApiAnswer",
    page="test-api",
    text="What an endpoint of the app answered.",
    members=instance(
        "test-api", ("int StatusCode", "The status, such as 200."), ("string Body", "The answer as text.")
    ),
    is_written=False,
)

UI = BuiltinType(
    name="Ui",
    page=_UI,
    text="The browser of a test. What it is told to use is named as people read it.",
    members=static(
        _UI,
        ("void SignInAs(Principal who)", "Somebody signs in."),
        ("void Visit(string path)", "Opens a page."),
        ("void Click(string name, string within = default)", "Presses something."),
        ("void Fill(string label, object text)", "Fills a field."),
        ("void Select(string label, object value)", "Chooses from a list."),
        ("void Check(string label)", "Ticks a box."),
        ("void Upload(string label, string name, object content)", "Puts a file in."),
        ("void Press(string key)", "Presses a key."),
        ("void Hover(string text)", "Points at something."),
        ("void Viewport(int width, int height = default)", "Makes the window so large."),
        ("void Theme(string mode)", "Makes it light or dark."),
        ("void Tick()", "Lets the page's own clock go on once."),
        ("void AwaitChange(object entity)", "Waits until the page knows of a change of such rows."),
        ("void NewDevice()", "Begins with a fresh browser."),
        ("void Shot(string name, object mail = default)", "Takes a picture, if pictures are wanted."),
    ),
)

DOWNLOAD = BuiltinType(
    name="Download",
    page=_UI,
    text="What the page gave to be kept.",
    members=(),
)

TYPES = (ASSERT, TEST_CLOCK, BACKGROUND, STUBBED, COST, API, API_ANSWER, UI, DOWNLOAD)
