"""Format graph errors for users: the driver prints addresses as Python objects."""

import re

from cypher.driver.errors import GraphError, GraphRejectedError

RESOLVED_TO_CLAUSE = re.compile(r" \(resolved to \(.*?\)\):\s*(.*)", re.DOTALL)
RESOLVED_ADDRESS = re.compile(r"Resolved\w+\(\('([^']*)', (\d+)[^()]*\)\)")
TRANSACTION_LOG_ERROR = "Neo.DatabaseError.Transaction.TransactionLogError"
NEEDS_RESTART = "needs to be restarted"
"""Part of the errors of a Neo4j that rejects every commit after an error of its disk."""
DISK_FULL_ADVICE = (
    "Neo4j cannot write to its disk: it is full or broken. Free space and start Neo4j again (managed Neo4j: byline db "
    "start). Committed data is kept; continue a load with --resume."
)
CONNECT_CALL_FAILED = re.compile(r"(?:\[Errno -?\d+\] )?Connect call failed \('[^']*', \d+[^()]*\)")


def format_graph_error(error: GraphError) -> str:
    """Return the message of an error on one line, with plain host:port addresses."""
    text = RESOLVED_TO_CLAUSE.sub(r": \1", str(error))
    text = RESOLVED_ADDRESS.sub(r"\1:\2", text)
    text = " ".join(CONNECT_CALL_FAILED.sub("connection failed", text).split())
    return (
        f"{DISK_FULL_ADVICE} {text}"
        if (isinstance(error, GraphRejectedError) and error.code == TRANSACTION_LOG_ERROR) or needs_restart(error)
        else text
    )


def needs_restart(error: GraphError) -> bool:
    """Return True if Neo4j rejects every commit until it is started again."""
    return NEEDS_RESTART in str(error)
