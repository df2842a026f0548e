"""Work-done progress: for requests that bring a token, and for what the server does by itself."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcException

if TYPE_CHECKING:
    from osy_server.server import OsyServer

logger = logging.getLogger(__name__)

PATIENCE_S = 0.3
"""What ends sooner is not worth a notice."""

_numbers = count(1)


@asynccontextmanager
async def told(server: "OsyServer", token: str | int | None, title: str) -> AsyncIterator[None]:
    """Tell of a request that takes long, if its client gave a token for that."""
    if not isinstance(token, str | int):
        yield
        return
    is_begun = False

    def begin() -> None:
        nonlocal is_begun
        is_begun = True
        server.work_done_progress.begin(token, types.WorkDoneProgressBegin(title=title, cancellable=True))

    timer = asyncio.get_running_loop().call_later(PATIENCE_S, begin)
    server.asking[token] = asyncio.current_task()
    try:
        yield
    finally:
        timer.cancel()
        del server.asking[token]
        if is_begun:
            server.work_done_progress.end(token, types.WorkDoneProgressEnd())
            server.work_done_progress.tokens.pop(token, None)


class Progress:
    """What the server tells of work of its own; silent where the client cannot show it, or it ends soon."""

    def __init__(self, server: "OsyServer", title: str) -> None:
        self._server = server
        self._title = title
        self._token: str | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._is_ended = False

    def start(self) -> None:
        """Begin to count the time."""
        if self._server.client.features.progress:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(PATIENCE_S, lambda: self._server.start(self._begin()))

    async def _begin(self) -> None:
        token = f"osy-{next(_numbers)}"
        try:
            await self._server.work_done_progress.create_async(token)
        except JsonRpcException as error:
            logger.info("the client takes no progress: %s", error)
            return
        if not self._is_ended:
            self._token = token
            begin = types.WorkDoneProgressBegin(title=self._title, cancellable=False, percentage=0)
            self._server.work_done_progress.begin(token, begin)

    def report(self, message: str, done: int, total: int) -> None:
        """Say how far it is."""
        if self._token is not None and not self._is_ended:
            percentage = min(100, 100 * done // total) if total else None
            report = types.WorkDoneProgressReport(message=message, percentage=percentage)
            self._server.work_done_progress.report(self._token, report)

    def end(self) -> None:
        """Say that it is done."""
        self._is_ended = True
        if self._timer is not None:
            self._timer.cancel()
        if self._token is not None:
            token, self._token = self._token, None
            self._server.work_done_progress.end(token, types.WorkDoneProgressEnd())
            self._server.work_done_progress.tokens.pop(token, None)
