"""What holds on every way to a place in a body: a small data-flow engine and the facts that rules ask it for."""
