"""The command line.

- `main`: the commands and their groups. `params`: types of options. `commands`: one module for each command.
- `runtime`, `connection`: run a command with an open graph. `error_messages`: errors of Neo4j for users.
- `graphql_request`, `bulk_load`, `reject_file`, `output_file`, `server_processes`: parts that several commands share.
- `training_workload`: the work that trains the AOT cache of the managed Neo4j.
- `erasures`: erase accounts after a restore. `output`: reports and progress.
"""
