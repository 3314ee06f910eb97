"""What the graph's errors say, put for a person: the driver names addresses as its own classes print them."""

import re

from cypher.driver.errors import GraphError, GraphRejectedError

TRIED = re.compile(r" \(resolved to \(.*?\)\):\s*(.*)", re.DOTALL)
RESOLVED = re.compile(r"Resolved\w+\(\('([^']*)', (\d+)[^()]*\)\)")
NOT_LOGGED = "Neo.DatabaseError.Transaction.TransactionLogError"
FULL = (
    "Neo4j cannot write to its disk: it is full, or broken. Make room there and start Neo4j again; what was written "
    "before stays, and a load goes on with --resume."
)
REASON = re.compile(r"(?:\[Errno -?\d+\] )?Connect call failed \('[^']*', \d+[^()]*\)")


def format_graph_error(error: GraphError) -> str:
    """Return an error's text with addresses as they are written, on one line."""
    text = TRIED.sub(r": \1", str(error))
    text = RESOLVED.sub(r"\1:\2", text)
    text = " ".join(REASON.sub("nobody listens there", text).split())
    return f"{FULL} {text}" if isinstance(error, GraphRejectedError) and error.code == NOT_LOGGED else text
