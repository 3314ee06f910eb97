"""Whether a Dask scheduler answers at an address, asked before a client is made.

A client that reaches nobody leaves a thread behind, which complains with a traceback when Python ends.
"""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportMissingImports=false
# distributed is typed in part, and is there only where a person asked for it.

import asyncio
from collections.abc import Mapping
from typing import Any, cast

from distributed.comm.core import connect
from distributed.core import send_recv
from distributed.security import Security

from loaders.bulk.hands import HandsError


async def reach(address: str, seconds: float) -> None:
    """Raise HandsError where no scheduler answers within so many seconds."""
    try:
        what = await asyncio.wait_for(_what(address, seconds), 1.5 * seconds)
    except OSError:  # time-outs too
        raise HandsError(
            f"No Dask scheduler answers at {address}. Look whether that is its address, which `dask scheduler` says "
            "when it starts."
        ) from None
    except TypeError:  # of Dask, where it has no certificates
        raise HandsError(
            f"{address} is reached with certificates, and Dask's settings here (distributed.comm.tls) name none."
        ) from None
    if what != "Scheduler":
        raise HandsError(
            f"A {what.lower()} of Dask answers at {address}, and not a scheduler: give the address that "
            "`dask scheduler` says when it starts."
        )


async def _what(address: str, seconds: float) -> str:
    """Return what answers, a scheduler or a worker."""
    certificates = cast("dict[str, Any]", Security().get_connection_args("client"))
    comm = await connect(address, timeout=seconds, **certificates)
    try:
        return str(cast("Mapping[str, object]", await send_recv(comm, op="identity"))["type"])
    finally:
        comm.abort()
