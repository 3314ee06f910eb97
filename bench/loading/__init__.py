"""How fast Byline loads: beside what a person would write first, source by source, and the whole ACL Anthology."""
