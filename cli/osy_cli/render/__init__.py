"""What the commands print: text for people, JSON for programs."""
