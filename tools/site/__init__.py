"""The documentation as a site: the Markdown of the repository, put in order and built by Sphinx without a network."""
