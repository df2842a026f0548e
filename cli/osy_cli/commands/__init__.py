"""One module a command: `add_arguments` declares its options, `run` does it and returns the exit status."""
