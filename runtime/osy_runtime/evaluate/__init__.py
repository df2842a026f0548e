"""The evaluator: turns nodes into Python callables, once for a program, with names resolved before anything runs."""
