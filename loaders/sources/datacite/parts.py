"""What the modules of this source share."""

SOURCE_NAME = "datacite"
