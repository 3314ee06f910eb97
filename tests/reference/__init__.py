"""A second answer to every question: naive Python over a dump of the graph, sharing nothing with the compiler."""
