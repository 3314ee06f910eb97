"""Normal forms of identifiers, texts, names and titles, and the priority of sources."""
