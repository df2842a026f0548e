"""Makes a release: builds every artefact twice, compares, describes and tries them.

`docs/development/releasing.md` says how it is used.
"""
