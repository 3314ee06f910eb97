"""Fetch records from the APIs of scholarly services: rate-limited, resumable, and stored as the services sent them.

The modules, in the order in which a fetch uses them:

- `service`: the interface of a service, and the discovery of the modules in `services`
- `client`: sends requests with pauses, retries and size limits
- `responses`: helpers for parsing responses
- `dedup_index`: recognizes records that were fetched before
- `journal`, `fetch_directory`: store records and progress in a folder, from which a fetch resumes
- `stream_sink`: writes records to a stream instead
- `pipeline`: parses lists of IDs, and runs a fetch
"""
