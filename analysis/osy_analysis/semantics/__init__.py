"""What programs mean: definitions, the table of names, the types of expressions, what every name refers to."""
