"""What is made from the table of language facts: one module an output, each giving its files by path."""
