"""What lists can be grouped by, and what is measured of each group."""
