"""Where it is: the .cypher files, the catalog that checks them, the one module that runs them."""
