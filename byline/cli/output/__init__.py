"""Reports and progress of commands: `load_progress`, `load_report`, `fetch_report` and `identity`."""
