"""What an editor asks, answered without the editor's protocol: offsets in, plain values out, one file a question."""
