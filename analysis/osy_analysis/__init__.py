"""Analysis: what is wrong with a project (`checker`), what it means (`model`), how it is read (`disk`)."""
