"""Which code runs which: the calls that a chunk makes, and who can be reached through them across a project."""
