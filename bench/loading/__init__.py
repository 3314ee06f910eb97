"""Speed of loading: compared with plain loaders, by source, and for the whole ACL Anthology."""
