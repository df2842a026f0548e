"""The pictures of the documentation, taken from the real editors: `./dev pictures`."""
