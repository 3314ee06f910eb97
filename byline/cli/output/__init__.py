"""Output of commands.

Reports and progress: `load_progress`, `load_report`, `fetch_report` and `identity`. Formats: `arrow_output` and
`csv_output`.
"""
