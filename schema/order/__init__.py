"""Sort keys: one module for each type, named after it.

`sort` declares a sort field, `links` the orders of related entities.
"""
