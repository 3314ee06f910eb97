"""Cost budget of each client per minute."""

import math
import time
from collections.abc import Callable
from typing import TypeAlias

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage, Storage
from limits.strategies import FixedWindowRateLimiter
from starlette.requests import Request

from resolvers.errors import Code, RequestError

Spend: TypeAlias = Callable[[int], None]


class RateLimiter:
    """A budget of estimated cost per client and minute. It stores only the current minute.

    Args:
        per_minute: The budget.
        storage: Where the costs are counted; None for the memory of this process.
    """

    def __init__(self, per_minute: int, storage: Storage | None = None) -> None:
        self._item = RateLimitItemPerMinute(per_minute)
        self._spent = FixedWindowRateLimiter(storage or MemoryStorage())

    def budget_for(self, client: str) -> Spend:
        """Return a function that charges a client; it raises RequestError (TOO_MANY_REQUESTS) if the budget is
        exceeded.
        """

        def spend(cost: int) -> None:
            # `hit` alone would also charge rejected requests
            if not (self._spent.test(self._item, client, cost=cost) and self._spent.hit(self._item, client, cost=cost)):
                window = self._spent.get_window_stats(self._item, client)
                wait_s = max(1, math.ceil(window.reset_time - time.time()))
                raise RequestError(
                    Code.TOO_MANY_REQUESTS,
                    f"The estimated cost {cost:,} exceeds the remaining budget of {max(0, window.remaining):,} "
                    f"({self._item.amount:,} per minute). Try again in {wait_s} s.",
                    wait_s=wait_s,
                )

        return spend


def client_budget(rate_limiter: RateLimiter | None, request: Request) -> Spend | None:
    """Return the function that charges the client of a request; None if budgets are off."""
    if rate_limiter is None:
        return None
    return rate_limiter.budget_for(request.client.host if request.client else "")
