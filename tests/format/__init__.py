"""The formatter: its laws, its style, its command."""
