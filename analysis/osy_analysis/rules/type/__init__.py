"""Diagnostics of types."""
