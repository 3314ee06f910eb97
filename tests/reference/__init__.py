"""A second answer to every query: naive Python on a dump of the graph that shares nothing with the compiler."""
