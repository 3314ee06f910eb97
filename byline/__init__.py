"""The application: command line, settings, HTTP server and managed Neo4j."""
