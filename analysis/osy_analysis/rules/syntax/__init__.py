"""Diagnostics of what does not parse."""
