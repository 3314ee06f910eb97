"""What the graph's errors say, put for a person: the driver names addresses as its own classes print them."""

import re

from cypher.errors import GraphError

TRIED = re.compile(r" \(resolved to \(.*?\)\):\s*(.*)", re.DOTALL)
RESOLVED = re.compile(r"Resolved\w+\(\('([^']*)', (\d+)[^()]*\)\)")
REASON = re.compile(r"(?:\[Errno -?\d+\] )?Connect call failed \('[^']*', \d+[^()]*\)")


def of(error: GraphError) -> str:
    """Return an error's text with addresses as they are written, on one line."""
    text = TRIED.sub(r": \1", str(error))
    text = RESOLVED.sub(r"\1:\2", text)
    return " ".join(REASON.sub("nobody listens there", text).split())
