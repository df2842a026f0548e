"""The command `osy`: everything a terminal, a script or a pipeline may ask of the toolchain."""
