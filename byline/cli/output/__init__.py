"""Output of commands.

Reports and progress: `load_progress`, `load_report`, `fetch_report` and `identity`. Formats: `result_output`,
`csv_output` and `arrow_output`. `map_files`: files of research maps.
"""
