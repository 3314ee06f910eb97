"""The two images as `docker compose up` starts them: built, healthy, loaded and queried."""

import os
import shutil
import subprocess
import time
import uuid
from collections.abc import Callable, Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import docker
import httpx2
import pytest
from docker.errors import DockerException, ImageNotFound

from tests.byline.server_process import free_port
from tests.neo4j_under_test import IMAGE

pytestmark = [pytest.mark.graph, pytest.mark.full, pytest.mark.timeout(1800)]

ROOT = Path(__file__).parents[2]
MAKES_BASE = ROOT.parent / "shared/neo4j/base"  # builds a base image where none can be pulled
QUESTION = '{ paper(by: {arxiv: "2201.11990"}) { year authors { totalCount } } }'


@dataclass(frozen=True)
class Project:
    """A started compose project: its name, command, environment and URL."""

    name: str
    command: list[str]
    environment: dict[str, str]
    url: str

    def run(self, *words: str) -> str:
        """Run one compose command and return its output. Fails with its errors."""
        done = subprocess.run(
            [*self.command, "-p", self.name, *words],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{' '.join(words)}: {done.stdout[-3000:]}{done.stderr[-3000:]}"
        return done.stdout

    def health(self, service: str) -> str:
        """Return the health status of a service as Docker reports it."""
        container = self.run("ps", "-q", service).strip()
        form = "{{.State.Health.Status}}"
        return subprocess.run(
            ["docker", "inspect", "--format", form, container], capture_output=True, text=True, check=True
        ).stdout.strip()


def _compose() -> list[str]:
    """Return the installed compose command, version 2 before version 1."""
    if shutil.which("docker"):
        plugin = subprocess.run(["docker", "compose", "version"], capture_output=True, check=False)
        if plugin.returncode == 0:
            return ["docker", "compose"]
    if shutil.which("docker-compose"):
        return ["docker-compose"]
    pytest.skip("no compose tool on this machine: the compose file was not tried")


def _has(image: str) -> bool:
    engine: Any = docker.from_env()  # docker leaves its clients untyped
    try:
        engine.images.get(image)
    except ImageNotFound:
        try:
            engine.images.pull(image)
        except DockerException:
            return False
    return True


def _base() -> str:
    """Return the base image: built locally where possible, else the default image."""
    if os.access(MAKES_BASE, os.X_OK):
        subprocess.run([str(MAKES_BASE)], check=True)
        return "byline-base:bookworm"
    default = "python:3.11-slim-bookworm"
    if not _has(default):
        pytest.skip(f"the image {default} is neither here nor to be pulled: Byline's image was not built")
    return default


@pytest.fixture(scope="module")
def project() -> Generator[Project]:
    compose = _compose()
    try:
        there = _has(IMAGE)
    except DockerException:
        pytest.skip("no Docker engine answers: the compose file was not tried")
    if not there:
        pytest.skip(f"the image {IMAGE} is neither here nor to be pulled: the compose file was not tried")
    port = free_port()
    settings = {
        "NEO4J_IMAGE": IMAGE,
        "NEO4J_PASSWORD": uuid.uuid4().hex,
        "PORT": str(port),
        "BASE": _base(),
        "DOCKER_BUILDKIT": "0",  # the Dockerfile must not need it
        "COMPOSE_DOCKER_CLI_BUILD": "0",
    }
    name = f"byline-test-{uuid.uuid4().hex[:8]}"
    started = Project(name, compose, os.environ | settings, f"http://127.0.0.1:{port}")
    try:
        started.run("up", "-d", "--build")
        yield started
    finally:
        started.run("down", "--volumes", "--rmi", "local", "--timeout", "10")


def _wait_until(fact: Callable[[], bool], seconds: float) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if fact():
            return True
        time.sleep(1)
    return False


def _ready(project: Project) -> bool:
    try:
        return httpx2.get(f"{project.url}/readyz", timeout=5).status_code == 200
    except httpx2.TransportError:
        return False


def test_compose_serves_sample(project: Project) -> None:
    """The images start, /readyz responds, the sample loads inside the container, and HTTP returns its data."""
    assert _wait_until(lambda: _ready(project), 180), project.run("logs", "--tail", "50")
    project.run("exec", "-T", "byline", "byline", "load", "sample")
    answer = httpx2.post(f"{project.url}/graphql", json={"query": QUESTION}, timeout=30)
    assert answer.json()["data"] == {"paper": {"year": 2022, "authors": {"totalCount": 20}}}


def test_container_does_not_run_as_root(project: Project) -> None:
    """The container's first process, the server, runs as its own user."""
    user = project.run("exec", "-T", "byline", "sh", "-c", "stat -c %u /proc/1; id -u").split()
    assert user == ["10001", "10001"]


@pytest.mark.parametrize("service", ["neo4j", "byline"])
def test_services_become_healthy(project: Project, service: str) -> None:
    """Docker's health check reports each service as healthy."""
    assert _wait_until(lambda: project.health(service) == "healthy", 120), project.run("logs", "--tail", "50", service)
