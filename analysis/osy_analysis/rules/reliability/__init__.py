"""Diagnostics of calls that leave the process."""
