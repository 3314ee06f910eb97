"""Reading statements with the classes of their rows, generated from the headers of the `.cypher` files."""
