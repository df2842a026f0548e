"""Diagnostics of workflows."""
