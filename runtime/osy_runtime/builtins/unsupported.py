"""What this runner does not do, by name and with the reason; and the statics that are refused whole."""

from osy_runtime.builtins.static import Static
from osy_runtime.signals import Unsupported
from osy_runtime.values import Value
from osy_runtime.world import World

UNSUPPORTED: dict[str, str] = {
    "App.Languages": "the languages of an app are not loaded yet",
    "Crypto.SignRs256": "RSA signatures are not made yet",
    "Http.StreamEvents": "streams are not run yet",
    "Raise": "app events are not run yet",
    "Security.Fingerprint": "fingerprints are not made yet",
    "Security.HashPassword": "passwords are not hashed yet",
    "Security.IssueJwt": "tokens are not issued yet",
    "Security.VerifyPassword": "passwords are not hashed yet",
    "Session.SetLanguage": "the languages of an app are not loaded yet",
    "Session.SignOut": "sessions are not kept yet",
    "UnitOfWork.CanUndo": "there is no undo for people yet",
    "UnitOfWork.Undo": "there is no undo for people yet",
    "UnitOfWork.UndoLabel": "there is no undo for people yet",
}
"""Members of the table of language facts that are refused where they are reached."""

_REFUSED = {
    "Ui": "tests of pages",
    "Api": "calls of the app's own endpoints",
    "Cost": "cost tests",
}


def _refusal(name: str) -> Static:
    def refuse(world: World, member: str) -> Value:
        raise Unsupported(f"`{name}.{member}`: {_REFUSED[name]} are not supported by this runner yet")

    return Static(name, dynamic=refuse)


STATICS = {name: _refusal(name) for name in _REFUSED}
