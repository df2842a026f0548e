"""The licences of what is bundled, as one text for people."""

from collections.abc import Iterable

from tools.release.bundled import Bundled

WIDTH = 78


def notices(packages: Iterable[Bundled]) -> str:
    """Each package with its licence and the texts that its makers ask to be handed on."""
    return "\n".join(_notice(each) for each in packages)


def _notice(package: Bundled) -> str:
    head = f"{package.name} {package.version} ({package.ecosystem})\nLicence: {package.licence}"
    return "\n\n".join((f"{'=' * WIDTH}\n{head}\n{'=' * WIDTH}", *package.texts)) + "\n"
