"""A second, slow model of runs and clocks, and random stories that the engine and the model must tell alike."""
