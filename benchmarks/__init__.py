"""How fast the tools are, as ratios within one run."""

import os


def compiling_environment() -> dict[str, str]:
    """Ours, without what keeps Python from keeping compiled modules: a cold start is one of what is installed."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
