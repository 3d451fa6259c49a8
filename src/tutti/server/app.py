"""The routes of requests, and what becomes of an error. ``asgi.py`` makes them when they are wanted."""

from __future__ import annotations

from functools import cache

from litestar import Litestar, Response
from litestar.di import Provide
from litestar.enums import MediaType
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import tutti
from tutti.kernel.errors import TuttiError
from tutti.server.logs import log
from tutti.server.messages.errors import Fault, Refused, fault_of, unavailable
from tutti.server.routes import PARTS, Asking, Utf8Request, provide_person, provide_server
from tutti.server.routes.account import AccountController, HolidaysController
from tutti.server.routes.admin import AdminController
from tutti.server.routes.analysis import AnalysisController
from tutti.server.routes.caching import OTHERS
from tutti.server.routes.catalogue import CatalogueController
from tutti.server.routes.concert import ConcertController
from tutti.server.routes.health import docs, health, metrics, ready, socket_schema, status
from tutti.server.routes.lessons import LessonsController
from tutti.server.routes.notifications import NotificationsController
from tutti.server.routes.positions import PositionsController
from tutti.server.routes.replays import BadRecordSent, RecordsController, ReplaysController
from tutti.server.routes.static import web
from tutti.server.routes.statistics import StatisticsController
from tutti.server.routes.tables import TablesController
from tutti.server.store import StoreFault

CODES = {
    400: "bad_request",
    401: "bad_request",
    404: "not_there",
    405: "wrong_method",
    413: "too_large",
    415: "bad_request",
}


HUNG_UP = "client disconnected prematurely"
"""What Litestar says of a body that never came to its end. That is nobody's bug, and nobody gets the answer."""


def _answer(fault: Fault, status: int) -> Response[Fault]:
    headers = {"retry-after": "1"} if status in (429, 503) else {}
    return Response(fault, status_code=status, media_type=MediaType.JSON, headers=headers)


def on_refused(request: Asking, error: Refused) -> Response[Fault]:
    fault = error.fault() if isinstance(error, BadRecordSent) else fault_of(error)
    return _answer(fault, error.status)


def on_tutti(request: Asking, error: TuttiError) -> Response[Fault]:
    return _answer(fault_of(error), 400)


def on_http(request: Asking, error: HTTPException) -> Response[Fault]:
    status = 400 if error.detail == HUNG_UP else error.status_code
    if status >= 500:
        return on_bug(request, error)
    problems = error.extra if isinstance(error.extra, list) else []
    shown = "; ".join(f"{p.get('key', '')}: {p.get('message', '')}" for p in problems if isinstance(p, dict))
    refused = Refused(CODES.get(status, "bad_request"), status, reason=shown or error.detail)
    return _answer(fault_of(refused), status)


def on_deep(request: Asking, error: RecursionError) -> Response[Fault]:
    """Brackets within brackets without end."""
    return _answer(fault_of(Refused("bad_request", reason="nested too deep")), 400)


def on_store(request: Asking, error: StoreFault) -> Response[Fault]:
    return _answer(fault_of(unavailable(error)), 503)


def on_bug(request: Asking, error: Exception) -> Response[Fault]:
    log("bug", level="error", path=request.scope["path"][:12], reason=repr(error))
    return _answer(fault_of(Refused("bug", 500)), 500)


@cache
def application(body_limit: int, record_limit: int) -> Litestar:
    """The routes. They belong to no server: each finds its own with the request, and all of a process share them.

    To make them takes as long as all else that a server does at its start.
    """
    replays = type("ReplaysController", (ReplaysController,), {"request_max_body_size": record_limit})
    return Litestar(
        [
            AccountController,
            NotificationsController,
            HolidaysController,
            StatisticsController,
            TablesController,
            RecordsController,
            replays,
            PositionsController,
            LessonsController,
            AnalysisController,
            ConcertController,
            CatalogueController,
            AdminController,
            status,
            health,
            ready,
            metrics,
            socket_schema,
            docs,
            web,
        ],
        dependencies={"server": Provide(provide_server), "person": Provide(provide_person), **PARTS},
        exception_handlers={
            Refused: on_refused,
            TuttiError: on_tutti,
            HTTPException: on_http,
            StoreFault: on_store,
            RecursionError: on_deep,
            Exception: on_bug,
        },
        request_class=Utf8Request,
        request_max_body_size=body_limit,
        compression_config=OTHERS,
        openapi_config=OpenAPIConfig(
            title="Tutti match server",
            version=tutti.__version__,
            description="Live tables of three orchestra board games. Moves go over sockets; see /docs.",
            use_handler_docstrings=True,
            path="/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        logging_config=None,
        debug=False,
    )
