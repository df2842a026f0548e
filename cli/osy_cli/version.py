"""Which version of the tools this is."""


def version() -> str:
    """The version of the installed distribution."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("osysharp-tools")
    except PackageNotFoundError:
        return "(not installed)"
