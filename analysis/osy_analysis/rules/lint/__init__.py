"""Diagnostics of what is said to the linter."""
