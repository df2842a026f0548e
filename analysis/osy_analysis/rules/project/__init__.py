"""Diagnostics of manifests."""
