"""Write neo4j.conf of the managed server: local connections only, no telemetry, fast shutdown."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import psutil

from byline.local_neo4j.data_dir import DataDirectory
from byline.local_neo4j.errors import ServerError

HOST = "127.0.0.1"
LISTEN_ADDRESS = re.compile(r"^server\.(bolt|http)\.listen_address=.*:(\d+)$", re.MULTILINE)
SIZE = re.compile(r"[1-9]\d*[kmg]", re.IGNORECASE)
AUTO = "auto"
"""Page cache with the size of the graph."""
MIN_PAGE_CACHE = 512 << 20
"""Minimum size in bytes of the page cache `AUTO`."""
PAGE_CACHE_SHARE = 0.25
"""Maximum share of the free memory for the page cache `AUTO`."""

# Neo4j Browser may connect only to this machine. By default it loads fonts, a feedback widget and a telemetry script
# from other servers.
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
    # The plan of a query with 95 lists needs 3.4 MB of heap. By default, Neo4j caches 1,000 plans, and keeps the last
    # 8,192 queries for statistics that Byline does not use; docs/operating.md has the figures. The server plans about
    # 170 statements after its start.
    "server.memory.query_cache.per_db_cache_num_entries": "300",
    "internal.datacollector.max_recent_query_count": "0",
}
# Disable two waits of 5 s at shutdown, network discovery, and the agent of Neo4j's fleet manager.
CURRENT = {
    "internal.dbms.bolt.netty_server_shutdown_quiet_period_duration": "0s",
    "server.fleet_discovery.enabled": "false",
    "dbms.fleet_manager.enabled": "false",
}
GDS = {"dbms.security.procedures.unrestricted": "gds.*"}
"""Settings of a server with Graph Data Science: its procedures read the store below Cypher."""
LTS = {"internal.dbms.bolt.netty_server_shutdown_quiet_period": "0"}


@dataclass(frozen=True)
class Ports:
    """Ports of the server on 127.0.0.1; `http` is None if HTTP is off."""

    bolt: int
    http: int | None = None


def checked_size(name: str, value: str, alternative: str = "") -> str:
    """Return a memory size in a form that Java and Neo4j accept, such as 512m. Raises ServerError if it is invalid."""
    if not SIZE.fullmatch(value.strip()):
        raise ServerError(
            f"{name} has the invalid size {value!r}.",
            f"Expected a number followed by k, m or g, such as 512m or 2g{alternative}.",
        )
    return value.strip().lower()


def checked_page_cache(value: str) -> str:
    """Return the size of a page cache, or `AUTO`. Raises ServerError if it is invalid."""
    if value.strip().lower() == AUTO:
        return AUTO
    return checked_size("The page cache", value, f", or {AUTO}")


def page_cache_size(page_cache: str, folder: DataDirectory) -> str:
    """Return the size of a page cache. For `AUTO`, it is the size of the graph's files, from 512 MB to a quarter of the
    free memory.
    """
    if page_cache != AUTO:
        return page_cache
    graph = sum(path.stat().st_size for path in folder.store.rglob("*") if path.is_file())
    most = int(psutil.virtual_memory().available * PAGE_CACHE_SHARE)
    return f"{max(min(graph, most), MIN_PAGE_CACHE) >> 20}m"


def settings(version: str, ports: Ports, page_cache: str) -> dict[str, str]:
    """Return all settings of neo4j.conf for a release."""
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


def write(
    folder: DataDirectory, version: str, ports: Ports, page_cache: str, extra: Mapping[str, str] | None = None
) -> None:
    """Write neo4j.conf; manual changes are lost.

    Args:
        extra: Settings of this start alone.
    """
    lines = [f"{name}={value}" for name, value in (settings(version, ports, page_cache) | dict(extra or {})).items()]
    text = "\n".join(["# Written by Byline at each start; changes are overwritten.", *lines, ""])
    _file(folder).write_text(text, encoding="utf-8")


def read_ports(folder: DataDirectory) -> Ports:
    """Return the ports in neo4j.conf. Raises OSError or ValueError if the file is missing or damaged."""
    text = _file(folder).read_text(encoding="utf-8")
    ports = {name: int(port) for name, port in LISTEN_ADDRESS.findall(text)}
    if "bolt" not in ports:
        raise ValueError("no Bolt port")
    return Ports(ports["bolt"], ports.get("http"))


def _file(folder: DataDirectory) -> Path:
    return folder.conf / "neo4j.conf"
