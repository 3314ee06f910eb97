"""The data folder: where the managed Neo4j keeps its store, password, settings and logs."""

import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from byline.local_neo4j.errors import ServerError, explained
from byline.local_neo4j.java import write_private
from byline.local_neo4j.lockfile import DEFAULT_VERSION

SHORTEST = 8  # characters that Neo4j asks of a password


@dataclass(frozen=True)
class Folder:
    """One Neo4j's folder; the 5.26 line has its own, for it cannot open what a later one wrote."""

    path: Path

    @classmethod
    def for_version(cls, home: Path, version: str = DEFAULT_VERSION) -> "Folder":
        """Give the folder that a release uses under `home`."""
        return cls(home.expanduser().absolute() / ("neo4j-5" if version.startswith("5.") else "neo4j"))

    @property
    def data(self) -> Path:
        """The stores and their transaction logs."""
        return self.path / "data"

    @property
    def store(self) -> Path:
        """The graph itself."""
        return self.data / "databases" / "neo4j"

    @property
    def conf(self) -> Path:
        """The folder of neo4j.conf, written anew at each start."""
        return self.path / "conf"

    @property
    def console_log(self) -> Path:
        """What the server prints, from its last start on."""
        return self.path / "logs" / "console.log"

    @property
    def dumps(self) -> Path:
        """Dumps that Byline makes by itself, before an upgrade."""
        return self.path / "dumps"

    @property
    def password_file(self) -> Path:
        """The password of the user neo4j, mode 600."""
        return self.path / "password"

    @property
    def state_file(self) -> Path:
        """Which server runs on this folder."""
        return self.path / "server.json"

    @property
    def lock_file(self) -> Path:
        """Held while a server is being started, stopped by a command, dumped or restored. Its owner ends it without."""
        return self.path / "lock"

    @property
    def sample_lock(self) -> Path:
        """Held while `byline demo` loads its sample."""
        return self.path / "sample.lock"

    @property
    def version_file(self) -> Path:
        """The release that last opened the store."""
        return self.path / "version"

    def find_foreign_file(self) -> Path | None:
        """Give a file that shows the folder to be somebody else's; None where Byline made it, or nobody has yet."""
        if self.version_file.is_file() or self.password_file.is_file():
            return None
        own_files = (self.lock_file, self.sample_lock)  # a first start may have ended before it came to the password
        return next((path for path in self.path.rglob("*") if not path.is_dir() and path not in own_files), None)

    def prepare(self) -> None:
        """Make the folder and its parts, for its owner alone. Raises ServerError when that may not be."""
        with explained("make the data folder", self.path):
            foreign_file = self.find_foreign_file()
            if foreign_file is not None:
                hint = "Nothing was changed. Set BYLINE_HOME to another folder, or move that one away."
                raise ServerError(f"{self.path} is not Byline's: {foreign_file} was there before.", hint)
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.mkdir(mode=0o700, exist_ok=True)
            for part in (self.conf, self.console_log.parent, self.data):
                part.mkdir(parents=True, exist_ok=True)
            if not os.access(self.path, os.W_OK | os.X_OK):
                raise PermissionError(13, "Permission denied", str(self.path))

    def is_new(self) -> bool:
        """Tell whether no server has opened this folder yet."""
        return not (self.data / "databases" / "system").exists()

    def read_password(self) -> str:
        """Give the password. Raises ServerError when its file is gone, empty or unreadable."""
        hint = (
            f"Put the password of the user neo4j into {self.password_file}. "
            f"If nobody knows it, move {self.path} away and start again: `byline db restore` brings a dump back."
        )
        try:
            word = self.password_file.read_text(encoding="utf-8").strip()
            if self.password_file.stat().st_mode & 0o077:
                self.password_file.chmod(0o600)
        except (OSError, UnicodeDecodeError) as error:
            raise ServerError(f"The password file {self.password_file} cannot be read: {error}.", hint) from error
        if len(word) < SHORTEST or not word.isprintable():
            raise ServerError(f"The password file {self.password_file} holds no password.", hint)
        return word

    def make_password(self) -> str:
        """Give the password kept here, or make a random one and keep it with mode 600."""
        if self.password_file.exists():
            return self.read_password()
        word = secrets.token_urlsafe(24).replace("-", "x")  # a leading minus would read as an option
        with explained("keep the password", self.password_file):
            write_private(self.password_file, word + "\n")
        return word
