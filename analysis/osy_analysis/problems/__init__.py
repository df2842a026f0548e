"""What passes find: data, without words. One file an area; a rule of `rules/` turns each kind into a message."""
