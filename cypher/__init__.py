"""The `.cypher` files, the catalog that checks them, and the client that runs them."""
