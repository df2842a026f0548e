"""What pages use: where they are, how they look. Colours, icons and sizes are open sets, which themes extend."""

from osy_grammar.language.model import BuiltinType
from osy_grammar.language.types.rows import enum_names, instance, static

_PAGE = "language-markup"

NAVIGATION = BuiltinType(
    name="Navigation",
    page=_PAGE,
    text="Where the page is, and where it goes.",
    members=static(
        _PAGE,
        ("void Go(string path)", "Goes to another page."),
        ("void Open(string address, bool sameTab = default)", "Opens an address, in a tab of its own or in this one."),
        ("void SetTitle(string title)", "What the browser calls the page."),
        ("void Close()", "Closes the page."),
        ("object IsDirty", "Whether something on the page is not saved."),
        ("object CurrentPath", "The path of the page."),
        ("string Hash", "What stands behind the `#` of the address."),
        ("object Routes", "The paths that there are."),
    ),
)

LAYOUT = BuiltinType(
    name="Layout",
    page=_PAGE,
    text="How much room there is.",
    members=static(_PAGE, ("bool AtLeast(object breakpoint)", "Whether the window is as wide as that.")),
)

THEME = BuiltinType(
    name="Theme",
    page=_PAGE,
    text="The looks that are in use.",
    members=static(_PAGE, ("void Toggle()", "Changes between light and dark.")),
)

MODES = BuiltinType(
    name="Modes",
    page=_PAGE,
    text="A token of a theme that differs by mode.",
    members=static(_PAGE, ("object Of(object light, object dark)", "One value when it is light, one when it is dark.")),
)

PALETTE = BuiltinType(
    name="Palette",
    page=_PAGE,
    text="Shades of a colour.",
    members=static(_PAGE, ("object From(string colour)", "The shades that are made of a colour.")),
)

BINDING = BuiltinType(
    name="Binding",
    page=_PAGE,
    text="A value that a component both shows and changes.",
    members=instance(_PAGE, ("T Value", "The value.")),
    type_parameters=("T",),
)


def _names(name: str, text: str, names: str) -> BuiltinType:
    """A set of names that arguments of elements are taken from."""
    return BuiltinType(
        name=name, page=_PAGE, text=text, members=enum_names(_PAGE, name, names), is_enum=True, bases=("object",)
    )


TYPES = (
    NAVIGATION,
    LAYOUT,
    THEME,
    MODES,
    PALETTE,
    BINDING,
    _names("Align", "How children stand across their direction.", "Center Start"),
    _names("Justify", "How children stand along their direction.", "Between Center End Start"),
    _names("Wrapping", "Whether children go on in a further line.", "Wrap"),
    _names("Position", "What something is placed by.", "Absolute Fixed Relative"),
    _names("Display", "How children are laid out.", "Grid"),
    _names("Overflow", "What becomes of what does not fit.", "Auto Hidden"),
    _names("TextOverflow", "What becomes of text that does not fit.", "Ellipsis"),
    _names("TextAlign", "On which side text stands.", "End Left"),
    _names("WhiteSpace", "What becomes of white space and of long lines.", "Nowrap Pre PreWrap"),
    _names("Cursor", "What the pointer looks like.", "Pointer"),
    _names("UserSelect", "Whether text can be marked.", "None"),
    _names("ObjectFit", "How a picture fills its room.", "Contain"),
    _names("Size", "How large something is.", "Lg Sm"),
    _names("Tone", "What something means to people.", "Danger Default Ghost Primary Success Warning"),
    _names("UiRole", "What something is to those who do not see it.", "Dialog Group List ListItem Status"),
    _names(
        "Icons",
        "The pictures that there are.",
        """Archive Bell Building Check CheckCircle ChevronDown ChevronUp Close ExternalLink Inbox Lock Logout Messages
        Send Sparkles Users""",
    ),
    _names(
        "Colors",
        "The colours of the theme.",
        """Bg Border Danger Elevated Muted OnBg OnPrimary OnSurface Primary Success Sunken Surface TextMuted
        TextSecondary Transparent Warning""",
    ),
    _names("Font", "The families of letters of the theme.", "Display Mono"),
    _names("FontSize", "The sizes of letters of the theme.", "Body Caption Heading Label Subhead Title"),
    _names("FontStyle", "Whether letters lean.", "Italic Normal"),
    _names("FontWeight", "How thick letters are.", "Bold Medium Regular Semibold"),
    _names("Radius", "How round corners are.", "Circle Lg Md Pill"),
    _names("Shadow", "The shadows of the theme.", "Floating"),
    _names("Length", "The lengths of the theme.", "AvatarSm"),
    _names("Motion", "How long changes take.", "Fast"),
    _names("ZIndex", "What is before what.", "Overlay Popover"),
)
