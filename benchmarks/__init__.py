"""How fast the tools are, as ratios within one run."""
