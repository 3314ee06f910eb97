"""Settings from the environment, and variables that belong to other programs."""

import os
import subprocess
from pathlib import Path

import pytest
from platformdirs import user_data_path

from byline.settings import SettingError, Settings, load_settings
from tests.byline.server_process import BYLINE
from tests.tiers import sampled_cases

OTHERS = {
    "HOST": "a-machine",
    "PORT": "1",
    "LOG_FORMAT": "x",
    "ALLOW_REMOTE": "true",
    "EXECUTOR": "x",
    "MAX_DEPTH": "none",
    "CORS_ORIGINS": "x",
}


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in list(os.environ):
        if name.startswith(("BYLINE_", "NEO4J_")):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)  # no .env


def test_only_own_variables_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every setting's name begins with BYLINE_ or NEO4J_, and no other variable changes a setting."""
    plain = load_settings()
    for name, value in OTHERS.items():
        assert name.lower() in Settings.model_fields
        monkeypatch.setenv(name, value)
    assert load_settings() == plain
    assert all((field.alias or "").startswith(("BYLINE_", "NEO4J_")) for field in Settings.model_fields.values())


def test_home_defaults_to_user_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without BYLINE_HOME, the graph's folder is the platform's user data folder, not ~/neo4j."""
    monkeypatch.setenv("HOME", str(tmp_path))
    assert load_settings().home == user_data_path("byline") != tmp_path
    environment = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")} | OTHERS
    shown = subprocess.run([BYLINE, "db", "status"], env=environment, capture_output=True, text=True, check=False)
    assert shown.returncode == 3
    assert f"{tmp_path}/neo4j" not in shown.stdout
    assert "byline/neo4j" in shown.stdout


@pytest.mark.parametrize("text", ["https://a.example,https://b.example", '["https://a.example", "https://b.example"]'])
def test_lists_accept_commas_and_json(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """A list of origins with commas and one in JSON give the same setting."""
    monkeypatch.setenv("BYLINE_CORS_ORIGINS", text)
    assert load_settings().cors_origins == ["https://a.example", "https://b.example"]


@pytest.mark.parametrize(
    ("name", "value"),
    sampled_cases(
        [
            ("BYLINE_CORS_ORIGINS", '["x'),
            ("BYLINE_PORT", "99999"),
            ("BYLINE_CORS_ORIGINS", "[1]"),
            ("BYLINE_PORT", "x"),
        ],
        fast_count=2,
        parameter_count=2,
    ),
)
def test_invalid_value_names_setting(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    """An invalid value names its setting, in the library and on the command line, without a traceback."""
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingError, match=name):
        load_settings()
    done = subprocess.run([BYLINE, "doctor"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert name in done.stderr
    assert "Traceback" not in done.stderr


def test_unreadable_env_file_is_named(tmp_path: Path) -> None:
    """A `.env` file that is not text is named in the error."""
    (tmp_path / ".env").write_bytes(b"BYLINE_PORT=\xff\xfe")
    with pytest.raises(SettingError, match=r"\.env"):
        load_settings()


@pytest.mark.parametrize("command", sampled_cases(["serve", "demo"]))
def test_invalid_port_is_usage_error(command: str) -> None:
    """`--port 99999` is a usage error with exit code 2 and a message."""
    done = subprocess.run([BYLINE, command, "--port", "99999"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "65535" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.full
def test_database_setting_is_ignored_for_managed_neo4j(tmp_path: Path) -> None:
    """With NEO4J_DATABASE and without NEO4J_URI, the command reports that it ignores the setting, and why."""
    (tmp_path / "foreign").mkdir()
    (tmp_path / "foreign" / "neo4j").write_text("in the way", "utf-8")  # so that no Neo4j is started
    environment = {**os.environ, "BYLINE_HOME": str(tmp_path / "foreign"), "NEO4J_DATABASE": "papers"}
    told = subprocess.run([BYLINE, "unload", "acl"], env=environment, capture_output=True, text=True, check=False)
    assert told.returncode == 1
    assert "NEO4J_DATABASE=papers is ignored: the managed Neo4j has one database, neo4j." in told.stderr
    del environment["NEO4J_DATABASE"]
    told = subprocess.run([BYLINE, "unload", "acl"], env=environment, capture_output=True, text=True, check=False)
    assert "is ignored" not in told.stderr


@pytest.mark.parametrize(
    "origin", ["a.example", "https://a.example/", "null", "https://", "https://a.example/x", "ws://a"]
)
def test_invalid_cors_origin_is_rejected(monkeypatch: pytest.MonkeyPatch, origin: str) -> None:
    """An origin that browsers never send is rejected with the name of the setting."""
    monkeypatch.setenv("BYLINE_CORS_ORIGINS", f"https://b.example:8443,{origin}")
    with pytest.raises(SettingError, match=r"BYLINE_CORS_ORIGINS.*is not a valid origin"):
        load_settings()


def test_default_curator_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """The setting comes first; a user without a name, as in a container, is named by the user ID."""
    monkeypatch.setenv("BYLINE_CURATOR", "Ann")
    assert load_settings().default_curator == "Ann"
    for name in ("BYLINE_CURATOR", "LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os, "getuid", lambda: 4_000_000_000)
    assert load_settings().default_curator == "user 4000000000"


def test_error_has_the_value_unless_it_is_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error of an invalid setting has its value and its description; the value of a secret stays hidden."""
    monkeypatch.setenv("BYLINE_BULK_FROM", "large")
    with pytest.raises(SettingError, match=r"BYLINE_BULK_FROM: .* such as 16MB; .* The value is 'large'\."):
        load_settings()
    monkeypatch.setenv("BYLINE_BULK_FROM", "0")
    monkeypatch.setenv("BYLINE_S2_KEY", "se cret")
    monkeypatch.setenv("BYLINE_CURATORS", "ann:se cret")
    with pytest.raises(SettingError) as error:
        load_settings()
    assert "BYLINE_S2_KEY" in str(error.value)
    assert "se cret" not in str(error.value)
