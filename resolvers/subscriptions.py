"""Subscriptions: discussions of papers, notifications of the viewer, and new papers about what the viewer follows."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import Annotated

import strawberry
from strawberry.types import Info

from accounts.viewer import Viewer
from resolvers.errors import Code, RequestError
from resolvers.live_updates import DiscussionUpdate, LiveUpdates, NewPaper, NotificationUpdate, cursor_of
from resolvers.mutation_context import FetchNodes, FetchObject
from schema.decision import ANY_ID
from schema.feed import FeedReasonKind
from schema.notification import (
    DiscussionEvent,
    DiscussionEventKind,
    NewPaperEvent,
    NewPaperReason,
    NotificationEvent,
)

KINDS = {
    "addComment": DiscussionEventKind.ADDED,
    "updateComment": DiscussionEventKind.UPDATED,
    "deleteComment": DiscussionEventKind.DELETED,
    "moderateContent": DiscussionEventKind.MODERATED,
}
AFTER = strawberry.argument(
    description="Cursor of the last event that the client received: all later ones follow. Default: only new events."
)
PAPER_ID = strawberry.argument(description=f"Paper: {ANY_ID}")


@dataclass(frozen=True, slots=True)
class SubscriptionContext:
    """Context of a subscription.

    Attributes:
        live: the live updates of the server.
        authorize: returns the viewer with the present rights of the client; None if it is not signed in any more.
        find_paper: returns the Byline ID of a paper by any of its IDs, or None.
        fetch_nodes: reads entities with the selection of the client.
        fetch_object: reads an object of another type with the selection of the client.
    """

    live: LiveUpdates
    authorize: Callable[[], Awaitable[Viewer | None]]
    find_paper: Callable[[str], Awaitable[str | None]]
    fetch_nodes: FetchNodes
    fetch_object: FetchObject

    async def personal_user_id(self) -> str:
        """Return the ID of the viewer. Raises RequestError without an account or the right to read personal data."""
        viewer = await self.authorize()
        if viewer is None:
            raise RequestError(Code.UNAUTHENTICATED, Code.UNAUTHENTICATED.advice)
        if viewer.personal_user_id is None:
            raise RequestError(
                Code.FORBIDDEN, "This subscription needs an account, and an access token with the scope read."
            )
        return viewer.personal_user_id


@strawberry.type(
    description="Live updates, over WebSocket (graphql-transport-ws) or as server-sent events. To resume one after a "
    "break, send the cursor of the last event: no event is lost or repeated."
)
class Subscription:
    """Live updates."""

    @strawberry.subscription(
        description="Comments on a paper that are added, changed, deleted, hidden or restored from now on."
    )
    async def paper_discussion(
        self,
        info: Info[SubscriptionContext],
        paper_id: Annotated[strawberry.ID, PAPER_ID],
        after: Annotated[str | None, AFTER] = None,
    ) -> AsyncGenerator[DiscussionEvent, None]:
        """Yield the changes of the comments on a paper."""
        context = info.context
        byline_id = await context.find_paper(str(paper_id))
        if byline_id is None:
            raise RequestError(Code.NOT_FOUND, f"No paper in the graph has the ID {str(paper_id)[:100]!r}.")
        async with context.live.discussion(byline_id, after) as updates, aclosing(updates):
            async for update in updates:
                if isinstance(update, DiscussionUpdate):
                    yield DiscussionEvent(
                        cursor=cursor_of(update), kind=KINDS[update.action], comment_id=update.comment_id
                    )

    @strawberry.subscription(description="New notifications of the viewer. Needs the scope `read`.")
    async def notifications(
        self, info: Info[SubscriptionContext], after: Annotated[str | None, AFTER] = None
    ) -> AsyncGenerator[NotificationEvent, None]:
        """Yield the new notifications of the viewer."""
        context = info.context
        user_id = await context.personal_user_id()
        async with context.live.notifications(user_id, after) as updates, aclosing(updates):
            async for update in updates:
                await context.personal_user_id()
                if isinstance(update, NotificationUpdate):
                    yield NotificationEvent(cursor=cursor_of(update), notification_id=update.notification_id)

    @strawberry.subscription(
        description="Papers that loads add from now on, and that concern entities that the viewer follows, as in "
        "`viewer.feed`. Needs the scope `read`."
    )
    async def new_papers(
        self, info: Info[SubscriptionContext], after: Annotated[str | None, AFTER] = None
    ) -> AsyncGenerator[NewPaperEvent, None]:
        """Yield the new papers that concern follows of the viewer."""
        context = info.context
        user_id = await context.personal_user_id()
        async with context.live.new_papers(user_id, after) as updates, aclosing(updates):
            async for update in updates:
                await context.personal_user_id()
                if isinstance(update, NewPaper):
                    reasons = [
                        NewPaperReason(kind=FeedReasonKind(follow.kind), followed_id=follow.node_id)
                        for follow in update.follows
                    ]
                    yield NewPaperEvent(cursor=cursor_of(update), reasons=reasons, paper_id=update.paper_id)
