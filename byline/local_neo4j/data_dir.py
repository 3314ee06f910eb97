"""The data folder of the managed Neo4j: store, password, configuration and logs."""

import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from byline.local_neo4j.errors import ServerError, convert_os_errors
from byline.local_neo4j.java import write_private
from byline.local_neo4j.lockfile import DEFAULT_VERSION

SHORTEST = 8  # minimum length of a password in Neo4j


@dataclass(frozen=True)
class DataDirectory:
    """The data folder of a Neo4j. Release 5.26 uses a separate folder, because it cannot open stores of later
    releases.
    """

    path: Path

    @classmethod
    def for_version(cls, home: Path, version: str = DEFAULT_VERSION) -> "DataDirectory":
        """Return the folder of a release under `home`."""
        return cls(home.expanduser().absolute() / ("neo4j-5" if version.startswith("5.") else "neo4j"))

    @property
    def data(self) -> Path:
        """Stores and transaction logs."""
        return self.path / "data"

    @property
    def store(self) -> Path:
        """Store of the graph."""
        return self.data / "databases" / "neo4j"

    @property
    def conf(self) -> Path:
        """Folder of neo4j.conf, which is rewritten at each start."""
        return self.path / "conf"

    @property
    def debug_log(self) -> Path:
        """Neo4j's detailed log, one JSON object on each line."""
        return self.path / "logs" / "debug.log"

    @property
    def console_log(self) -> Path:
        """Output of the server since its last start."""
        return self.path / "logs" / "console.log"

    @property
    def plugins(self) -> Path:
        """Folder in which Neo4j looks for procedures: links to jars of Byline's cache, and jars of the user."""
        return self.path / "plugins"

    @property
    def dumps(self) -> Path:
        """Automatic dumps before upgrades."""
        return self.path / "dumps"

    @property
    def password_file(self) -> Path:
        """File with the password of the user neo4j, mode 600."""
        return self.path / "password"

    @property
    def _half_password_file(self) -> Path:
        """The password file while it is written."""
        return self.password_file.with_suffix(".half")

    @property
    def state_file(self) -> Path:
        """File that records the running server."""
        return self.path / "server.json"

    @property
    def argument_file(self) -> Path:
        """Arguments of Java, to which the command line of the server refers."""
        return self.path / "java.arguments"

    @property
    def lock_file(self) -> Path:
        """Lock held while a command starts, stops, dumps or restores the server. The owner's own stop does not take
        it.
        """
        return self.path / "lock"

    @property
    def sample_lock(self) -> Path:
        """Lock held while `byline demo` loads its sample."""
        return self.path / "sample.lock"

    @property
    def version_file(self) -> Path:
        """File with the release that last opened the store."""
        return self.path / "version"

    def find_foreign_file(self) -> Path | None:
        """Return a file that shows that Byline did not create the folder; None if Byline created it or it is empty."""
        if self.version_file.is_file() or self.password_file.is_file():
            return None
        # a first start may have been interrupted before it created the password
        own_files = (self.lock_file, self.sample_lock, self._half_password_file)
        return next((path for path in self.path.rglob("*") if not path.is_dir() and path not in own_files), None)

    def prepare(self) -> None:
        """Create the folder and its subfolders, accessible only to the owner. Raises ServerError if that is
        impossible.
        """
        with convert_os_errors("create the data folder", self.path):
            foreign_file = self.find_foreign_file()
            if foreign_file is not None:
                hint = "Nothing was changed. Set BYLINE_HOME to another folder, or move this folder away."
                raise ServerError(f"{self.path} is not a data folder of Byline: it contains {foreign_file}.", hint)
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.mkdir(mode=0o700, exist_ok=True)
            for part in (self.conf, self.console_log.parent, self.data):
                part.mkdir(parents=True, exist_ok=True)
            if not os.access(self.path, os.W_OK | os.X_OK):
                raise PermissionError(13, "Permission denied", str(self.path))

    def is_new(self) -> bool:
        """Return True if no server has opened this folder yet."""
        return not (self.data / "databases" / "system").exists()

    def read_password(self) -> str:
        """Return the password. Raises ServerError if its file is missing, empty or unreadable."""
        hint = self._password_hint
        try:
            word = self.password_file.read_text(encoding="utf-8").strip()
            if self.password_file.stat().st_mode & 0o077:
                self.password_file.chmod(0o600)
        except (OSError, UnicodeDecodeError) as error:
            raise ServerError(f"Cannot read the password file {self.password_file}: {error}.", hint) from error
        if len(word) < SHORTEST or not word.isprintable():
            raise ServerError(f"The password file {self.password_file} contains no valid password.", hint)
        return word

    @property
    def _password_hint(self) -> str:
        return (
            f"Write the password of the user neo4j to {self.password_file}. "
            f"If it is lost, move {self.path} away, start again and restore a dump with `byline db restore`."
        )

    def password_rejection(self) -> ServerError:
        """Return the error for a password that Neo4j rejects."""
        return ServerError(f"Neo4j rejected the password in {self.password_file}.", self._password_hint)

    def make_password(self) -> str:
        """Return the stored password, or generate one and store it with mode 600."""
        if self.password_file.exists():
            return self.read_password()
        word = secrets.token_urlsafe(24).replace("-", "x")  # a leading hyphen would be parsed as an option
        half = self._half_password_file
        with convert_os_errors("store the password", self.password_file):
            half.unlink(missing_ok=True)  # of a killed start
            write_private(half, word + "\n")
            half.replace(self.password_file)
        return word
