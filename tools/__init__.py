"""The project's own tools: `python -m tools gen | new-rule | tidy`."""
