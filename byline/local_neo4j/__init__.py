"""The managed Neo4j: jars, Java, process, administration."""
