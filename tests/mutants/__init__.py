"""Plants each fault of the table of diagnostics into valid programs, and asks whether it is found where it stands."""
