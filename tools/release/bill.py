"""The software bill of materials, in CycloneDX."""

import uuid
from collections.abc import Iterable
from datetime import UTC, datetime

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model.bom import Bom
from cyclonedx.model.bom_ref import BomRef
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

from tools.release.bundled import Bundled
from tools.release.failures import ReleaseError

NAMESPACE = uuid.UUID("6f3c1d6e-52c0-5c0f-9a07-0d6c8c1c6a55")
"""What serial numbers are derived from, so that the same release has the same one."""

SCHEMA = SchemaVersion.V1_6


def bill(
    *, version: str, epoch_s: int, python: Iterable[Bundled], npm: Iterable[Bundled], needed: Iterable[str]
) -> str:
    """The bill of the command and of the extension as JSON; `needed` are the Python packages that ours asks for.

    It is checked against the schema of CycloneDX; raises `ReleaseError` where it does not hold.
    """
    factory = LicenseFactory()
    command = _own("osysharp-tools", "pypi", version, factory)
    extension = _own("osysharp", "npm", version, factory)
    packages = {(each.ecosystem, each.name): each for each in (*python, *npm)}
    components = {key: _component(each, factory) for key, each in packages.items()}
    bom = Bom(components=[extension, *components.values()], serial_number=uuid.uuid5(NAMESPACE, f"{version} {epoch_s}"))
    bom.metadata.component = command
    bom.metadata.timestamp = datetime.fromtimestamp(epoch_s, UTC)
    bom.register_dependency(command, [components["pypi", name] for name in needed])
    inner = {name for each in packages.values() if each.ecosystem == "npm" for name in each.needs}
    outer = [
        component for (ecosystem, name), component in components.items() if ecosystem == "npm" and name not in inner
    ]
    bom.register_dependency(extension, [command, *outer])
    for key, package in packages.items():
        bom.register_dependency(components[key], [components[package.ecosystem, name] for name in package.needs])
    text = make_outputter(bom, OutputFormat.JSON, SCHEMA).output_as_string(indent=2)
    wrong = JsonStrictValidator(SCHEMA).validate_str(text)
    if wrong is not None:
        raise ReleaseError(f"the bill of materials is not valid: {wrong}")
    return text + "\n"


def _own(name: str, ecosystem: str, version: str, factory: LicenseFactory) -> Component:
    return Component(
        name=name,
        version=version,
        type=ComponentType.APPLICATION,
        licenses=[factory.make_from_string("Apache-2.0")],
        purl=PackageURL(ecosystem, None, name, version) if ecosystem == "pypi" else None,
        bom_ref=f"{ecosystem}:{name}",
    )


def _component(package: Bundled, factory: LicenseFactory) -> Component:
    group, _, name = package.name.rpartition("/")
    purl = PackageURL(package.ecosystem, group or None, name, package.version)
    return Component(
        name=name,
        group=group or None,
        version=package.version,
        licenses=[factory.make_from_string(package.licence)],
        purl=purl,
        bom_ref=BomRef(purl.to_string()),
    )
