"""Diagnostics of names."""
