"""Print pairs of topics that share papers, as CSV, from a Cypher question to Neo4j."""

import csv
import os
import sys

from neo4j import GraphDatabase

QUESTION = """
MATCH (left:Topic)<-[:ABOUT]-(paper:Paper)-[:ABOUT]->(right:Topic)
WHERE left.ord < right.ord
RETURN left.name AS topic, right.name AS otherTopic, count(paper) AS papers, min(paper.year) AS firstYear
ORDER BY papers DESC, topic, otherTopic
LIMIT 10
"""


def main() -> None:
    """Ask and print."""
    uri = os.environ.get("NEO4J_URI", "bolt://127.0.0.1:7687")
    user, password = os.environ.get("NEO4J_USERNAME", "neo4j"), os.environ.get("NEO4J_PASSWORD")
    if not password:
        sys.exit("NEO4J_PASSWORD is not set. `byline db status` prints the file that contains the password.")
    with GraphDatabase.driver(uri, auth=(user, password)) as driver:
        records, _, keys = driver.execute_query(QUESTION)
    table = csv.writer(sys.stdout)
    table.writerow(keys)
    table.writerows(record.values() for record in records)


if __name__ == "__main__":
    main()
