"""Format graph errors for users: the driver prints addresses as Python objects."""

import re

from cypher.driver.errors import GraphError, GraphRejectedError

TRIED = re.compile(r" \(resolved to \(.*?\)\):\s*(.*)", re.DOTALL)
RESOLVED = re.compile(r"Resolved\w+\(\('([^']*)', (\d+)[^()]*\)\)")
NOT_LOGGED = "Neo.DatabaseError.Transaction.TransactionLogError"
FULL = (
    "Neo4j cannot write to its disk: it is full or broken. Free space and start Neo4j again. Committed data is kept; "
    "continue a load with --resume."
)
REASON = re.compile(r"(?:\[Errno -?\d+\] )?Connect call failed \('[^']*', \d+[^()]*\)")


def format_graph_error(error: GraphError) -> str:
    """Return the message of an error on one line, with plain host:port addresses."""
    text = TRIED.sub(r": \1", str(error))
    text = RESOLVED.sub(r"\1:\2", text)
    text = " ".join(REASON.sub("connection failed", text).split())
    return f"{FULL} {text}" if isinstance(error, GraphRejectedError) and error.code == NOT_LOGGED else text
