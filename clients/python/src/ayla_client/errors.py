"""What a call can fail with."""

import httpx
from pydantic import ValidationError

from .models import ErrorReason, Problem


class AylaError(Exception):
    """A call that the service refused, or that was not answered as the service does.

    `reason` is for programs, and the text of the exception for people. `status` is the HTTP status, if there was an answer.
    `problem` is the whole problem document; it is absent where something between the client and the service has answered.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int | None = None,
        reason: ErrorReason | None = None,
        problem: Problem | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.reason = reason
        self.problem = problem

    @classmethod
    def of_problem(cls, problem: Problem) -> "AylaError":
        """The error that a problem document describes."""
        return cls(problem.detail, status=problem.status, reason=problem.reason, problem=problem)

    @classmethod
    def of(cls, response: httpx.Response) -> "AylaError":
        """The error of a response that was read."""
        try:
            return cls.of_problem(Problem.model_validate_json(response.content))
        except ValidationError:
            return cls(f"status {response.status_code}, and no problem document", status=response.status_code)


class AylaConnectionError(AylaError):
    """A call without an answer: the server is not there or not trusted, the connection was lost, or the time was over.

    A proxy of the environment that cannot be used is such an error too. The cause of the exception (`__cause__`) says more.
    """
