"""Sort keys: `sort` declares a sort field, `links` the orders of related entities; one module for each entity."""
