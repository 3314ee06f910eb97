"""Messages for errors of the graph."""

from neo4j.exceptions import DatabaseUnavailable

from byline.cli.error_messages import format_graph_error
from cypher.driver.errors import DatabaseUnavailableError, GraphRejectedError, translate


def test_full_neo4j_disk_has_remedy() -> None:
    """If Neo4j cannot write its log, the message names the disk and the remedy before Neo4j's own text."""
    said = "Neo4j rejected the statement: Could not append transaction: Transaction #231 to log."
    told = format_graph_error(GraphRejectedError(said, "Neo.DatabaseError.Transaction.TransactionLogError"))
    assert told.startswith("Neo4j cannot write to its disk")
    assert told.endswith(said)
    assert "--resume" in told
    assert format_graph_error(GraphRejectedError(said, "Neo.ClientError.Statement.SyntaxError")) == said


def test_neo4j_that_rejects_commits_has_remedy() -> None:
    """If Neo4j rejects every commit after an error of its disk, the message says how to start it again."""
    said = "Neo4j rejected the statement: The database has encountered a critical error, and needs to be restarted."
    told = format_graph_error(GraphRejectedError(said, "Neo.DatabaseError.General.UnknownError"))
    assert "byline db start" in told
    assert told.endswith(said)


def test_database_that_is_not_available_has_remedy() -> None:
    """If Neo4j runs without its database, as after a full disk, the error says how to start it again."""
    error = translate(DatabaseUnavailable())
    assert isinstance(error, DatabaseUnavailableError)
    assert "its database is not available" in str(error)
    assert "byline db start" in str(error)
