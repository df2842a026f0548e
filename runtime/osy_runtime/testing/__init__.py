"""The test runner: which tests there are, running one in a world of its own, telling how it ended."""
