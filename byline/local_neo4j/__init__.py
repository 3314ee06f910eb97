"""The managed Neo4j: jars, Java, configuration, process and administration."""
