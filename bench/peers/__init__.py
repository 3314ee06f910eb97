"""What Byline is measured against; none of it is part of Byline."""
