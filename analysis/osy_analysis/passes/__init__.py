"""The passes that find problems. Each file begins with its algorithm in prose."""
