"""Find plugins: constants such as `SOURCE` or `SERVICE` in the modules of a package, without a central list."""

import importlib
import pkgutil
from types import ModuleType
from typing import Protocol, TypeVar


class HasName(Protocol):
    """An object with a name."""

    @property
    def name(self) -> str:
        """The name of the plugin."""
        ...


N = TypeVar("N", bound=HasName)


def discover(folder: ModuleType, constant: str, kind: type[N]) -> dict[str, N]:
    """Return the constants of this name and type in the package's modules, sorted by their names."""
    modules = pkgutil.iter_modules(folder.__path__, f"{folder.__name__}.")
    constants = (getattr(importlib.import_module(module.name), constant, None) for module in modules)
    return dict(sorted((entry.name, entry) for entry in constants if isinstance(entry, kind)))
