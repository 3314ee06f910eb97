"""A process that has imported Byline's commands and forks a child for each: real processes without import time.

It has also built the schema, the catalog of statements and the list of sources, and compiled the loops of path
searches, which takes a server 3 s of processor time.

Started as `python cli_server.py`, it reads one JSON request per line from standard input (`arguments`, `environment`,
`folder`, the files `stdin`, `stdout`, `stderr`, and `waits`). It answers each with a line: the return code of the child
or, if the request does not wait for its end, the process ID.
"""

import importlib
import json
import os
import pkgutil
import signal
import sys
import time
from typing import Any

from byline.cli import commands, main, runtime
from byline.local_neo4j import error_handling
from cypher.catalog import catalog
from loaders.sources.base import sources
from resolvers.compile.registry import registry
from resolvers.schema import strawberry_schema
from traversal.search_loops import compile_loops


def _child(request: dict[str, Any]) -> None:
    os.setsid()
    os.environ.clear()
    os.environ.update(request["environment"])
    time.tzset()
    os.chdir(request["folder"])
    for number, (name, flags) in enumerate(
        (("stdin", os.O_RDONLY), ("stdout", os.O_WRONLY | os.O_APPEND), ("stderr", os.O_WRONLY | os.O_APPEND))
    ):
        os.dup2(os.open(request[name], flags), number)
    columns = os.environ.get("COLUMNS", "")
    runtime.out.width = int(columns) if columns.isdigit() else runtime.WIDE
    if columns.isdigit():
        runtime.err.width = error_handling.err.width = int(columns)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.argv = ["byline", *request["arguments"]]
    code = 0
    try:
        main.main()
    except SystemExit as ended:
        if isinstance(ended.code, str):
            sys.stderr.write(f"{ended.code}\n")
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _serve() -> None:
    for module in pkgutil.iter_modules(commands.__path__):
        importlib.import_module(f"{commands.__name__}.{module.name}")
    importlib.import_module("byline.server.app")
    for prepare in (strawberry_schema, registry, catalog, sources, compile_loops):  # the results depend on code alone
        prepare()
    for line in sys.stdin:
        request = json.loads(line)
        child = os.fork()
        if child == 0:
            _child(request)
        answer = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) if request["waits"] else child
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    _serve()
