"""Functions and policies that belong to no type."""

from osy_grammar.language.model import MemberFact

FUNCTIONS: tuple[MemberFact, ...] = (
    MemberFact(
        name="Raise",
        signature="void Raise(object appEvent)",
        page="language-events",
        text="Announces an app event; functions marked `[On]` hear it. Not a workflow's `RaiseX`.",
    ),
    MemberFact(
        name="Translate",
        signature="string Translate(string text, string key = default)",
        page="language-translations",
        text="The text in the language of who asks; a `key` tells texts apart that read alike.",
    ),
    MemberFact(
        name="AnnouncedSettings",
        signature="List<SettingsLink> AnnouncedSettings()",
        page="language-markup",
        text="The settings pages that who asks is shown: the links of every `ISettingsProvider`.",
    ),
    MemberFact(
        name="IsAuthenticated",
        signature="bool IsAuthenticated",
        page="language-security",
        text="A policy: somebody is signed in.",
    ),
    MemberFact(
        name="IsAnonymous",
        signature="bool IsAnonymous",
        page="language-security",
        text="A policy: nobody is signed in.",
    ),
    MemberFact(
        name="IsAuthenticator",
        signature="bool IsAuthenticator",
        page="language-security",
        text="A policy: who asks is what signs people in, `app.AuthBootstrap`.",
    ),
)
