"""The desk day as other libraries do it; each is run by an interpreter in whose environment its library is."""
