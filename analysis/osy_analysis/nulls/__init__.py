"""Members that are read of what may be null: what is declared so, what tests it, and what nobody has tested."""
