"""What each list can be sorted by."""
