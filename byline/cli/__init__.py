"""byline.cli."""
