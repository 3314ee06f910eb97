"""byline.cli.output."""
