"""pygls's protocol, hardened: every request gets an answer, cancellation reaches what runs, documents are our own.

Differences from pygls: a request without `params`, or with wrong ones, is answered with an error and not dropped;
requests before `initialize` and after `shutdown` are refused; UTF-8 positions are preferred; documents are kept by
`workspace.py` and not in pygls's workspace, which splits lines at form feeds and the like; a command runs in the
request's own task, so cancelling the request cancels it.
"""

import contextvars
import json
import logging
from collections.abc import Generator
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cattrs.errors import ClassValidationError
from lsprotocol import types
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcMethodNotFound,
    JsonRpcParseError,
)
from pygls.protocol import (
    JsonRPCNotification,
    JsonRPCRequestMessage,
    LanguageServerProtocol,
    default_converter,
    lsp_method,
)

from osy_server import handshake
from osy_server.front import Answered
from osy_server.transport import BadMessage, framed, message_bytes

if TYPE_CHECKING:
    from cattrs import Converter

    from osy_server.server import OsyServer

logger = logging.getLogger(__name__)

SERVER_NOT_INITIALIZED = -32002


def converter() -> "Converter":
    """Pygls's converter, with the params of our own methods left as plain dictionaries."""
    made: Converter = default_converter()  # type: ignore[no-untyped-call]  # pygls does not annotate it
    made.register_structure_hook(JsonRPCRequestMessage, lambda data, _: JsonRPCRequestMessage(**data))
    made.register_structure_hook(JsonRPCNotification, lambda data, _: JsonRPCNotification(**data))
    return made


@dataclass(frozen=True, slots=True)
class Ready:
    """A result as it goes over the wire."""

    body: bytes


class OsyProtocol(LanguageServerProtocol):
    """The protocol of `OsyServer`."""

    _server: "OsyServer"
    is_initialized = False

    @property
    def is_shut_down(self) -> bool:
        """Whether the client has said `shutdown`."""
        return self._shutdown

    # ── Messages in ──────────────────────────────────────────────────────────────────────────────────────────────────

    def receive(self, data: object) -> None:
        """Deal with one decoded message; never raises but for the end of the process."""
        if isinstance(data, Answered):
            self._initialize(data.message)
        elif isinstance(data, BadMessage):
            self._refuse(None, JsonRpcParseError(str(data)))
        elif not isinstance(data, dict) or data.get("jsonrpc") != "2.0":
            self._refuse(_id_of(data), JsonRpcInvalidRequest("not a JSON-RPC 2.0 message"))
        elif "method" not in data:
            self._receive_response(data)
        elif "id" in data:
            self._receive_request(data)
        else:
            self._receive_notification(data)

    def _initialize(self, data: dict[str, object]) -> None:
        """Take an `initialize` that has been answered: what does not fit in it counts as not said."""
        message = self._structured(data, types.InitializeRequest)
        params = getattr(message, "params", None) or types.InitializeParams(capabilities=types.ClientCapabilities())
        self.lsp_initialize(params)

    def _receive_request(self, data: dict[str, object]) -> None:
        identity, method = _id_of(data), data["method"]
        if identity is None or not isinstance(method, str):
            self._refuse(identity, JsonRpcInvalidRequest("a request needs an id and a method"))
        elif self._shutdown:
            self._refuse(identity, JsonRpcInvalidRequest("the server is shutting down"))
        elif method == types.INITIALIZE and self.is_initialized:
            self._refuse(identity, JsonRpcInvalidRequest("the server is initialized already"))
        elif method != types.INITIALIZE and not self.is_initialized:
            self._refuse(identity, JsonRpcException("the server is not initialized", code=SERVER_NOT_INITIALIZED))
        elif method not in self.fm.builtin_features and method not in self.fm.features:
            self._refuse(identity, JsonRpcMethodNotFound.of(method))
        else:
            message = self._structured(data, self.get_message_type(method) or JsonRPCRequestMessage)
            if message is None:
                self._refuse(identity, JsonRpcInvalidParams(f"`{method}` needs other params than these"))
                return
            contextvars.copy_context().run(self._handle_request, identity, method, getattr(message, "params", None))

    def _receive_notification(self, data: dict[str, object]) -> None:
        method = data["method"]
        if not isinstance(method, str):
            logger.warning("a notification without a method is ignored")
            return
        if (self._shutdown or not self.is_initialized) and method != types.EXIT:
            logger.warning("`%s` is ignored: the server is not running", method)
            return
        if method.startswith("$/") and method not in (types.CANCEL_REQUEST, types.SET_TRACE):
            return
        message = self._structured(data, self.get_message_type(method) or JsonRPCNotification)
        if message is None:
            logger.warning("`%s` with other params than it needs is ignored", method)
            return
        contextvars.copy_context().run(self._handle_notification, method, getattr(message, "params", None))

    def _receive_response(self, data: dict[str, object]) -> None:
        identity = _id_of(data)
        if identity not in self._request_futures:
            logger.debug("a response to nothing that was asked: %r", identity)
            return
        if "error" in data:
            message = self._structured(data, types.ResponseErrorMessage)
            error = getattr(message, "error", None) or types.ResponseError(code=-32603, message="malformed error")
            self._handle_response(identity, None, error)
            return
        result_type = self._result_types.pop(identity, None)
        message = self._structured(data, result_type) if result_type else None
        self._handle_response(identity, getattr(message, "result", data.get("result")))

    def _structured(self, data: dict[str, object], kind: type[object]) -> object | None:
        """The message as an object of its class; None if it does not fit."""
        try:
            return self._converter.structure({"params": None, **data}, kind)
        except (ClassValidationError, TypeError, ValueError, KeyError, AttributeError):
            logger.debug("a message does not fit `%s`", kind.__name__, exc_info=True)
            return None
        except RecursionError:
            logger.warning("a message is nested too deep")
            return None

    def _refuse(self, identity: "str | int | None", error: JsonRpcException) -> None:
        body: dict[str, object] = {
            "jsonrpc": "2.0",
            "id": identity,
            "error": {"code": error.code, "message": error.message},
        }
        logger.warning("refused: %s", error.message)
        self._send_data(body)

    def _handle_cancel_notification(self, msg_id: "str | int") -> None:
        """Cancel a request that runs.

        The requests that we sent ourselves are in the same table, with text ids of their own.
        """
        future = self._request_futures.get(msg_id) if isinstance(msg_id, str | int) else None
        if future is None:
            logger.debug("cancelled too late, or never asked: %r", msg_id)
        elif future.cancel():
            logger.debug("cancelled: %r", msg_id)

    def ready(self, result: object) -> Ready:
        """A result as it goes over the wire; called in threads, since a long one takes as long as finding it."""
        return Ready(json.dumps(result, default=self._serialize_message).encode("ascii"))

    # ── Messages out ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _send_response(
        self, msg_id: "str | int", result: object = None, error: types.ResponseError | None = None
    ) -> None:
        if error is not None or not isinstance(result, Ready):
            super()._send_response(msg_id, result, error)
            return
        self._result_types.pop(msg_id, None)
        head = b'{"jsonrpc": "2.0", "id": %s, "result": ' % json.dumps(msg_id).encode("ascii")
        self._write(framed(head + result.body + b"}"))

    def _send_handler_result(self, future: "Future[object]", *, msg_id: "str | int") -> None:
        """Answer with what a handler came to; a refusal is an answer, and no fault of ours that the log should show."""
        error = None if future.cancelled() else future.exception()
        if not isinstance(error, JsonRpcException):
            super()._send_handler_result(future, msg_id=msg_id)
            return
        self._request_futures.pop(msg_id, None)
        logger.info("refused: %s", error.message)
        self._send_response(msg_id, error=error.to_response_error())

    def _send_data(self, data: object) -> None:
        self._write(message_bytes(data, self._serialize_message))

    def _write(self, message: bytes) -> None:
        if self.writer is None:
            logger.error("nowhere to send to")
            return
        self.writer.write(message)

    # ── The life of the server ───────────────────────────────────────────────────────────────────────────────────────

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(  # type: ignore[override]  # nobody else has a part in it
        self, params: types.InitializeParams
    ) -> types.InitializeResult:
        """Take what the client can do, and say what we can."""
        self.is_initialized = True
        self.client_capabilities = params.capabilities
        told = self._converter.unstructure(params)
        result = self._converter.structure(handshake.result(handshake.encoding(told), told), types.InitializeResult)
        self.server_capabilities = result.capabilities
        self._server.process_id = params.process_id
        self._server.client.introduce(params)
        return result

    @lsp_method(types.SHUTDOWN)
    def lsp_shutdown(self, *args: object) -> Generator[object, object, None]:
        """End what runs and take no more requests."""
        self._server.end_work()
        yield from super().lsp_shutdown(*args)

    @lsp_method(types.EXIT)
    def lsp_exit(self, *args: object) -> Generator[object, object, None]:
        """End the process: code 0 after `shutdown`, else 1."""
        self._server.end(0 if self._shutdown else 1)
        yield from ()

    # ── Documents: ours, not pygls's ─────────────────────────────────────────────────────────────────────────────────

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        """A document is open in the client."""
        self._server.opened(params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        """A document was edited."""
        self._server.changed(params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        """A document is no longer open in the client."""
        self._server.closed(params)

    @lsp_method(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def lsp_workspace__did_change_workspace_folders(self, params: types.DidChangeWorkspaceFoldersParams) -> None:
        """Folders were added or removed."""
        self._server.folders_changed(params)

    # ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

    @lsp_method(types.WORKSPACE_EXECUTE_COMMAND)
    async def lsp_workspace__execute_command(  # type: ignore[override]  # a task can be cancelled, a generator cannot
        self, params: types.ExecuteCommandParams
    ) -> object:
        """What the command answers."""
        return await self._server.execute(params.command, tuple(params.arguments or ()), params.work_done_token)

    @lsp_method(types.WINDOW_WORK_DONE_PROGRESS_CANCEL)
    def lsp_work_done_progress_cancel(self, params: types.WorkDoneProgressCancelParams) -> None:
        """The user cancelled what the progress is about."""
        self._server.progress_cancelled(params.token)


def _id_of(data: object) -> "str | int | None":
    identity = data.get("id") if isinstance(data, dict) else None
    return identity if isinstance(identity, str | int) and not isinstance(identity, bool) else None
