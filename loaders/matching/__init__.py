"""Who is who and what is what: the rules, what people decided, and what a batch meets in the graph."""
