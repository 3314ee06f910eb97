"""How much one client may ask for in a minute."""

import math
import time
from collections.abc import Callable
from typing import TypeAlias

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from starlette.requests import Request

from resolvers.errors import Code, RequestError

Spend: TypeAlias = Callable[[int], None]


class RateLimiter:
    """An estimated cost that each client may spend a minute; it holds what clients spent in this minute, no longer."""

    def __init__(self, per_minute: int) -> None:
        self._item = RateLimitItemPerMinute(per_minute)
        self._spent = FixedWindowRateLimiter(MemoryStorage())

    def budget_for(self, client: str) -> Spend:
        """Return what one client spends with; it raises RequestError (TOO_MANY_REQUESTS) where that is too much."""

        def spend(cost: int) -> None:
            # `hit` alone counts what it refuses
            if not (self._spent.test(self._item, client, cost=cost) and self._spent.hit(self._item, client, cost=cost)):
                window = self._spent.get_window_stats(self._item, client)
                wait_s = max(1, math.ceil(window.reset_time - time.time()))
                raise RequestError(
                    Code.TOO_MANY_REQUESTS,
                    f"The estimated cost is {cost:,}, and {max(0, window.remaining):,} of the {self._item.amount:,} "
                    f"that you may ask for in a minute are left. Try again in {wait_s} s.",
                    wait_s=wait_s,
                )

        return spend


def client_budget(allowance: RateLimiter | None, request: Request) -> Spend | None:
    """Return what the client of a request spends with; None where clients may spend what they like."""
    if allowance is None:
        return None
    return allowance.budget_for(request.client.host if request.client else "")
