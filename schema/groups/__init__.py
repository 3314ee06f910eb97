"""Group keys of lists, and measures of groups."""
