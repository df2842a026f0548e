"""The diagnostics, one file each: `rules/<area>/<what>.py` has the code `<area>-<what>` and its page in `docs/diagnostics`."""
