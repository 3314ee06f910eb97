"""What the modules of this source share."""

import re

SOURCE_NAME = "datacite"
UNKNOWN = re.compile(r"^\(:(unav|unkn|none|tba|null)\)|^:(unav|unkn)$", re.IGNORECASE)
"""What DataCite has written where nothing is known."""
