"""Both images as `docker compose up` starts them: built, healthy, filled and asked."""

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

from tests.byline.serving import free_port
from tests.neo4j_under_test import IMAGE

pytestmark = [pytest.mark.graph, pytest.mark.full, pytest.mark.timeout(1800)]

ROOT = Path(__file__).parents[2]
MAKES_BASE = ROOT.parent / "shared/neo4j/base"  # builds a base image where none can be pulled
QUESTION = '{ paper(by: {arxiv: "2201.11990"}) { year authors { totalCount } } }'


@dataclass(frozen=True)
class Project:
    """What compose has started: its name, how it is spoken to, and where it serves."""

    name: str
    command: list[str]
    environment: dict[str, str]
    url: str

    def run(self, *words: str) -> str:
        """Run one compose command to its end and return what it printed. Fails with its errors."""
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
        """Return what Docker says of a service's health."""
        container = self.run("ps", "-q", service).strip()
        form = "{{.State.Health.Status}}"
        return subprocess.run(
            ["docker", "inspect", "--format", form, container], capture_output=True, text=True, check=True
        ).stdout.strip()


def _compose() -> list[str]:
    """Return the compose tool that is here, version 2 before version 1."""
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
    """Return the image to build on: made beside the project where that can be, else the default one."""
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


def _until(fact: Callable[[], bool], seconds: float) -> bool:
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


def test_compose_builds_starts_and_answers(project: Project) -> None:
    """The images start, /readyz turns good, the sample loads inside the container and is answered over HTTP."""
    assert _until(lambda: _ready(project), 180), project.run("logs", "--tail", "50")
    project.run("exec", "-T", "byline", "byline", "load", "sample")
    answer = httpx2.post(f"{project.url}/graphql", json={"query": QUESTION}, timeout=30)
    assert answer.json()["data"] == {"paper": {"year": 2022, "authors": {"totalCount": 20}}}


def test_byline_is_not_root(project: Project) -> None:
    """The server's process, the container's first, runs as a user of its own."""
    user = project.run("exec", "-T", "byline", "sh", "-c", "stat -c %u /proc/1; id -u").split()
    assert user == ["10001", "10001"]


@pytest.mark.parametrize("service", ["neo4j", "byline"])
def test_health_checks_turn_healthy(project: Project, service: str) -> None:
    """Docker itself finds each service healthy."""
    assert _until(lambda: project.health(service) == "healthy", 120), project.run("logs", "--tail", "50", service)
