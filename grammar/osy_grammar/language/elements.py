"""The elements of markup that programs have been seen to use. It is an open set: others come from kits and apps."""

import re

from osy_grammar.language.model import ElementFact, MemberFact

_PAGE = "language-markup"
_COMPONENT = "language-component"
_NAME = re.compile(r"\w+")

_TYPED = """Align align, Justify justify, Wrapping wrap, Display display, TextAlign textAlign, UiRole role,
string label, bool decorative"""
_PLAIN = """p px py pt pr pb pl m mx my mt mb gap w h minW maxW minH maxH grow shrink cols position top right bottom
left z bg color border borderW borderTW borderBW borderLW rounded shadow overflow overflowX overflowY transition
transformOrigin animation fontFamily fontSize fontStyle fontWeight lineHeight textOverflow whiteSpace userSelect
cursor objectFit canSee"""
_STYLES = (*" ".join(_TYPED.split()).split(", "), *(f"object {name}" for name in _PLAIN.split()))

STYLE = ElementFact(
    name="Style",
    signature=f"Style({', '.join(f'{parameter} = default' for parameter in _STYLES)})",
    page=_PAGE,
    text="What every styled element takes: room, place, colours, letters, and what it is to those who do not see it.",
)


def _row(
    signature: str, text: str, *, capability: str = "Ui", slots: tuple[str, ...] = (), is_styled: bool = False
) -> ElementFact:
    plain = " ".join(signature.split())
    found = _NAME.match(plain)
    if found is None:
        raise ValueError(f"no name in the signature `{signature}`")
    return ElementFact(
        name=found.group(),
        signature=plain,
        page=_PAGE,
        text=text,
        capability=capability,
        slots=slots,
        is_styled=is_styled,
    )


_PLACEHOLDERS = (
    _row(
        "Slot(object content = default)",
        "Where others put their parts: of that name, or of the value's; the children stand there if nobody does.",
        capability="",
    ),
    _row("Outlet(int retain = default)", "Where a layout shows its page; it may retain so many.", capability=""),
)

_ATOMS = (
    _row("Box()", "A place for children.", is_styled=True),
    _row("Row()", "Children beside each other.", is_styled=True),
    _row("Stack(Action<UploadedFile> onFile = default)", "Children below each other.", is_styled=True),
    _row("Spacer()", "Takes the room that is left."),
    _row("Divider()", "A line between parts.", is_styled=True),
    _row("Text(object text)", "A text.", is_styled=True),
    _row("Icon(Icons icon, object size = default)", "A small picture.", is_styled=True),
    _row("Image(Guid? fileAsset = default, string alt = default)", "A picture of the file store.", is_styled=True),
    _row(
        "Link(string text = default, string href = default, Guid? fileAsset = default)",
        "Leads to a page or a file.",
        is_styled=True,
    ),
    _row(
        "Pressable(Action onClick = default, bool expanded = default)",
        "Children that can be pressed.",
        is_styled=True,
    ),
    _row(
        """Upload(string text = default, string accept = default, bool privately = default, bool multiple = default,
        Action<UploadedFile> onUploaded = default)""",
        "Takes files.",
        is_styled=True,
    ),
)

_FIELDS = (
    _row(
        """Field(string label, Binding<string> value = default, string placeholder = default, string type = default,
        Action onEnter = default, string hint = default, string error = default)""",
        "A line of text to be written.",
    ),
    _row(
        """TextAreaField(string label, Binding<string> value = default, int rows = default,
        string placeholder = default, string error = default)""",
        "Lines of text to be written.",
    ),
    _row(
        "NumberField(string label, Binding<int> value = default, object min = default, object max = default)",
        "A number to be written.",
    ),
    _row(
        "DatePicker(string label, object value = default, string hint = default)",
        "A day to be chosen.",
    ),
    _row("Switch(string label, Binding<bool> value = default)", "Yes or no."),
    _row("Dropdown(string label, object value = default, object options = default)", "One of many to be chosen."),
)

_PARTS = (
    _row("Alert(string text, Tone tone = default, string title = default)", "A sentence that stands out."),
    _row("Avatar(string initials, Size size = default)", "Who somebody is, in small."),
    _row("Backdrop(Action onDismiss)", "Covers the page behind a dialog."),
    _row("Badge(object text, Tone tone = default)", "A word in a frame."),
    _row(
        """Button(string label, Action onPress = default, Tone tone = default, Size size = default,
        bool disabled = default, string announceAs = default, object shortcut = default)""",
        "Something to press.",
    ),
    _row("Card(string title = default, string subtitle = default)", "Parts that belong together, in a frame."),
    _row(
        "Dialog(string title, string subtitle = default, Action onDismiss = default)", "Asks before the page goes on."
    ),
    _row("EmptyState(string title, string body = default)", "Says that there is nothing.", slots=("icon",)),
    _row(
        "IconButton(string label, Action onPress = default, Size size = default, Tone tone = default)",
        "A small picture to press.",
    ),
    _row("Lamp(Tone tone = default, bool live = default)", "A dot that says how something is."),
    _row("PageHead(string title, string subtitle = default)", "What a page is called."),
    _row("SectionLabel(string text)", "What a part of a page is called."),
    _row("Skeleton()", "Stands where something is still being loaded."),
    _row("SkeletonText()", "Stands where a text is still being loaded."),
    _row("Tab(string label, bool selected = default, Action onPress = default)", "One of several views."),
    _row("Tabs()", "Several views, one at a time."),
    _row("TextLink(string text, string to = default)", "A text that leads to a page."),
)

_SETTINGS = (
    _row("SettingsPage(string title, string description = default)", "A page of settings."),
    _row(
        "SettingsSection(string title, string description = default, bool setByOrganization = default)",
        "Settings that belong together.",
    ),
    _row(
        "SaveBar(string saved = default, object blockedBy = default, Action onSave = default)",
        "Saves what the page has changed.",
    ),
)

TRIGGERS: tuple[MemberFact, ...] = (
    MemberFact(name="mount", signature="mount", page=_COMPONENT, text="Runs when the component is first shown."),
    MemberFact(name="change", signature="change", page=_COMPONENT, text="Runs when what it shows has changed."),
    MemberFact(name="every", signature="every(TimeSpan span)", page=_COMPONENT, text="Runs again and again."),
)
"""What the `on` of a component can listen to."""

ELEMENTS: tuple[ElementFact, ...] = (*_PLACEHOLDERS, *_ATOMS, *_FIELDS, *_PARTS, *_SETTINGS)
