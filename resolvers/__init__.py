"""How a request is answered: roots, the compiler, limits, execution."""
