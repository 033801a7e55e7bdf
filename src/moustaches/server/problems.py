"""What a failed request answers."""

from __future__ import annotations

from functools import partial
from typing import Any

import litestar
import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec
from msgspec import Struct

from moustaches.errors import MoustachesError

from .database import Unavailable
from .judging import Refusal
from .logs import log_problem
from .metrics import Metrics

STATUS = {
    "stranger": 401,
    "not-allowed": 403,
    "unknown-table": 404,
    "unknown-link": 404,
    "stale": 409,
    "too-often": 429,
    "too-many": 429,
}
WORDS = {404: "not-found", 405: "not-allowed", 413: "too-large"}


class Problem(Struct, frozen=True):
    """What every failed request answers."""

    error: str
    """A word for programs: stale, illegal, not-allowed, malformed, too-often, …"""
    message: str
    """For people: what was wrong, and what to do."""
    why: Any = None
    """Which rule forbids the move."""


RESPONSES = {
    status: ResponseSpec(Problem, generate_examples=False, description=text)
    for status, text in {
        400: "It makes no sense as it is, or the rules forbid it.",
        401: "One needs a name for that.",
        403: "Not for you, or not now.",
        404: "There is no such thing.",
        409: "The table has moved on.",
        413: "It is too large.",
        429: "Too often, or too many.",
        503: "The database does not answer; try again.",
    }.items()
}
get = partial(litestar.get, responses=RESPONSES)
post = partial(litestar.post, responses=RESPONSES)
delete = partial(litestar.delete, responses=RESPONSES)


# Answers


def metrics_of(request: Request[Any, Any, Any]) -> Metrics:
    metrics: Metrics = request.app.state.house.metrics
    return metrics


def refused(request: Request[Any, Any, Any], refusal: Refusal) -> Response[Problem]:
    metrics_of(request).refuse(refusal.error)
    why = msgspec.to_builtins(refusal.why)
    return Response(Problem(refusal.error, refusal.message, why), status_code=STATUS.get(refusal.error, 400))


def mistaken(request: Request[Any, Any, Any], problem: MoustachesError) -> Response[Problem]:
    metrics_of(request).refuse("bad-setup")
    return Response(Problem("bad-setup", str(problem)), status_code=400)


def malformed(request: Request[Any, Any, Any], problem: HTTPException) -> Response[Problem]:
    """Whatever the framework did not understand, with the field that was wrong."""
    found = (
        problem.extra if isinstance(problem, ValidationException) and isinstance(problem.extra, list) else []
    )
    wrong = [f"{each['key']}: {each['message']}" if each.get("key") else each["message"] for each in found]
    error = WORDS.get(problem.status_code, "malformed")
    metrics_of(request).refuse(error)
    headers = dict(problem.headers or {})
    return Response(
        Problem(error, "; ".join(wrong) or problem.detail), status_code=problem.status_code, headers=headers
    )


def too_deep(_: Request[Any, Any, Any], problem: RecursionError) -> Response[Problem]:
    """Brackets in brackets in brackets: the one thing that the JSON decoder cannot say no to by itself."""
    return Response(
        Problem("malformed", "expected data of a few levels, found far too many"), status_code=400
    )


def no_text(_: Request[Any, Any, Any], problem: UnicodeError) -> Response[Problem]:
    return Response(Problem("malformed", "expected text in UTF-8"), status_code=400)


def unavailable(request: Request[Any, Any, Any], problem: Unavailable) -> Response[Problem]:
    metrics_of(request).refuse("unavailable")
    return Response(Problem("unavailable", str(problem)), status_code=503, headers={"retry-after": "1"})


def broken(request: Request[Any, Any, Any], problem: Exception) -> Response[Problem]:
    metrics_of(request).failed()
    log_problem("a request failed", problem)
    return Response(Problem("internal", "something broke here; it is in the server's log"), status_code=500)


HANDLERS: Any = {
    Refusal: refused,
    MoustachesError: mistaken,
    HTTPException: malformed,
    RecursionError: too_deep,
    UnicodeError: no_text,
    Unavailable: unavailable,
    Exception: broken,
}
