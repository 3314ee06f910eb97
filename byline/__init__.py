"""What a person starts: the command line, settings, the HTTP app, the managed Neo4j."""
