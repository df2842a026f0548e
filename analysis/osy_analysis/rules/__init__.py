"""The diagnostics, one file each: `rules/<area>/<what>.py` has the code and the page `<area>-<what>`."""
