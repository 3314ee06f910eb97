"""Reading statements with the classes of their rows: one module for each folder of `.cypher` files, generated from the
headers of the files.
"""
