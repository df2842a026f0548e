"""Rules about tests and fixtures."""
