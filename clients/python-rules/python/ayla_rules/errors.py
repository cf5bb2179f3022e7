"""What the rules refuse."""


class RulesError(ValueError):
    """What cannot be done, such as reading a text that is no position. `reason` is for programs, `sentence` for people.

    >>> from ayla_rules import Position, RulesError
    >>> try:
    ...     Position("kalah 0/0")
    ... except RulesError as error:
    ...     error.reason
    'MALFORMED_POSITION'
    """

    def __init__(self, sentence: str, reason: str) -> None:
        super().__init__(sentence, reason)
        self.sentence = sentence
        self.reason = reason

    def __str__(self) -> str:
        return self.sentence


class IllegalMove(RulesError):
    """A move that is not legal. `ruling` is the number of the ruling that forbids it.

    >>> from ayla_rules import IllegalMove, Position
    >>> try:
    ...     Position("kalah").push("pass")
    ... except IllegalMove as error:
    ...     error.ruling
    'C-3'
    """

    def __init__(self, sentence: str, reason: str, ruling: str) -> None:
        super().__init__(sentence, reason)
        self.args = (sentence, reason, ruling)
        self.ruling = ruling
