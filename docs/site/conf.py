"""Configuration of the documentation site, which `make docs` builds with Sphinx."""

project = "Byline"
extensions = ["myst_parser", "sphinxcontrib.mermaid"]
source_suffix = {".md": "markdown"}
root_doc = "index"
exclude_patterns = ["docs/site/**"]
html_theme = "furo"
html_title = "Byline"
html_copy_source = False
html_show_sourcelink = False
myst_enable_extensions = ["colon_fence"]
myst_fence_as_directive = ["mermaid"]
myst_heading_anchors = 3
nitpicky = True
suppress_warnings = ["misc.highlighting_failure"]
