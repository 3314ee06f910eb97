"""Output of commands.

Reports and progress: `load_progress`, `load_report`, `fetch_report` and `identity`. Formats:
`result_output` and `csv_output`. `map_files`: files of research maps.
"""
