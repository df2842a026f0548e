"""An hour of editing: the project that is edited, the recording, and an editor that plays it against a server."""
