"""What the modules of a folder end in, such as `SOURCE` or `SERVICE`: a new file that nothing else lists."""

import importlib
import pkgutil
from types import ModuleType
from typing import Protocol, TypeVar


class Named(Protocol):
    """What has a name of its own."""

    @property
    def name(self) -> str:
        """Its name."""
        ...


N = TypeVar("N", bound=Named)


def listed(folder: ModuleType, constant: str, kind: type[N]) -> dict[str, N]:
    """Return what the folder's modules hold under the constant, by name, sorted; some hold none."""
    modules = pkgutil.iter_modules(folder.__path__, f"{folder.__name__}.")
    held = (getattr(importlib.import_module(module.name), constant, None) for module in modules)
    return dict(sorted((one.name, one) for one in held if isinstance(one, kind)))
