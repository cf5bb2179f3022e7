"""What a call can fail with."""

import httpx
from pydantic import ValidationError

from .models import Problem


class AylaError(Exception):
    """A call that the service refused, or that nothing answered as the service does.

    `reason` is for programs, and the text of the exception for people. `problem` is the whole problem document; it is absent
    where something between the client and the service has answered.
    """

    def __init__(self, status: int, problem: Problem | None) -> None:
        super().__init__(problem.detail if problem else f"status {status}, and no problem document")
        self.status = status
        self.problem = problem
        self.reason = problem.reason if problem else None

    @classmethod
    def of(cls, response: httpx.Response) -> "AylaError":
        """The error of a response that was read."""
        try:
            problem = Problem.model_validate_json(response.content)
        except ValidationError:
            problem = None
        return cls(response.status_code, problem)
