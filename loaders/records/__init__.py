"""What a source says: records and what they are made of, in normal form, and as the graph keeps them."""
