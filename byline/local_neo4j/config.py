"""neo4j.conf of the managed server: on this machine only, quiet, quick to stop."""

import re
from dataclasses import dataclass

from byline.local_neo4j.data_dir import Folder
from byline.local_neo4j.errors import ServerError

HOST = "127.0.0.1"
SIZE = re.compile(r"[1-9]\d*[kmg]", re.IGNORECASE)

# The page may load from this server and talk to this machine, so that nothing of a person's work goes elsewhere: left
# alone, Neo4j Browser asks for fonts, a feedback widget and a script that reports its use.
HERE = " ".join(f"{scheme}://{host}:*" for scheme in ("ws", "http") for host in (HOST, "localhost"))
BROWSER_POLICY = (
    f"default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; font-src 'self' data:; "
    f"connect-src 'self' {HERE}; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)

FIXED = {
    "server.default_listen_address": HOST,
    "server.default_advertised_address": HOST,
    "server.https.enabled": "false",
    "dbms.security.allow_csv_import_from_file_urls": "false",
    "dbms.security.http_static_content_security_policy_header": BROWSER_POLICY,
    "dbms.usage_report.enabled": "false",
    "server.bolt.telemetry.enabled": "false",
    "client.allow_telemetry": "false",
    "db.shutdown_transaction_end_timeout": "0s",
    "db.tx_log.preallocate": "false",
    # The plan of a question with 95 lists holds 3.4 MB of the heap. Neo4j would keep 1,000 plans, and those of the last
    # 8,192 questions for statistics that nobody asks for: docs/operating.md has the figures.
    "server.memory.query_cache.per_db_cache_num_entries": "128",
    "internal.datacollector.max_recent_query_count": "0",
}
# Two waits of 5 s at stop, announcements to the network, an agent for a remote console: all off.
CURRENT = {
    "internal.dbms.bolt.netty_server_shutdown_quiet_period_duration": "0s",
    "server.fleet_discovery.enabled": "false",
    "dbms.fleet_manager.enabled": "false",
}
LTS = {"internal.dbms.bolt.netty_server_shutdown_quiet_period": "0"}


@dataclass(frozen=True)
class Ports:
    """Where the server listens on 127.0.0.1; `http` is None when HTTP is off."""

    bolt: int
    http: int | None = None


def checked_size(name: str, value: str) -> str:
    """Give a memory size as Java and Neo4j both read it, such as 512m. Raises ServerError for anything else."""
    if not SIZE.fullmatch(value.strip()):
        raise ServerError(
            f"{name} is {value!r}, which is no memory size.", "Write a number and k, m or g, such as 512m or 2g."
        )
    return value.strip().lower()


def settings(version: str, ports: Ports, page_cache: str) -> dict[str, str]:
    """Give every setting of neo4j.conf for one release."""
    listening = {
        "server.bolt.listen_address": f"{HOST}:{ports.bolt}",
        "server.bolt.advertised_address": f"{HOST}:{ports.bolt}",
        "server.http.enabled": "true" if ports.http else "false",
        "server.memory.pagecache.size": page_cache,
    }
    if ports.http:
        listening["server.http.listen_address"] = f"{HOST}:{ports.http}"
        listening["server.http.advertised_address"] = f"{HOST}:{ports.http}"
    return FIXED | (LTS if version.startswith("5.") else CURRENT) | listening


def write(folder: Folder, version: str, ports: Ports, page_cache: str) -> None:
    """Write neo4j.conf; what a person changed there is lost, as its first line says."""
    lines = [f"{name}={value}" for name, value in settings(version, ports, page_cache).items()]
    text = "\n".join(["# Written by Byline at each start; changes here do not last.", *lines, ""])
    (folder.conf / "neo4j.conf").write_text(text, encoding="utf-8")
