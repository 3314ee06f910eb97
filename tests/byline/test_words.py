"""What the graph's errors say to a person."""

from byline.cli import error_messages as words
from cypher.driver.errors import GraphRejectedError


def test_a_full_disk_under_neo4j_is_told_with_what_to_do() -> None:
    """Where Neo4j cannot write its log, the disk is named, and how to go on, before what Neo4j says."""
    said = "Neo4j rejected the statement: Could not append transaction: Transaction #231 to log."
    told = words.format_graph_error(GraphRejectedError(said, "Neo.DatabaseError.Transaction.TransactionLogError"))
    assert told.startswith("Neo4j cannot write to its disk")
    assert told.endswith(said)
    assert "--resume" in told
    assert words.format_graph_error(GraphRejectedError(said, "Neo.ClientError.Statement.SyntaxError")) == said
