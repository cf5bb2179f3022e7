"""What the checks of the examples have in common: the players, and how sentences of the service are known."""

from servers import await_true

LOCALES = ["en", "fr"]
# A game that South loses whatever is played, so that the engine declines every proposal to stop at its beginning.
LOST = ("anywoli", "lost")
LOST_PRESET = "[anywoli.lost]\noptions = { houses = 4, seeds = 5 }\n"
LEVEL = 4
# More than any of these games takes.
MOST_TURNS = 400

# With these settings one search at a time is let in, and others are refused.
BUSY = {"AYLA_SEARCH_SLOTS": "1", "AYLA_SEARCH_QUEUE": "1"}

# One is a single character on the screen, made of seven; the other turns the text around it, if it is let.
FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
TURNED = "\u202eevil"
SHOWN = "evil"

# What people say, and what the service says.
AGREE = {"en": "I agree", "fr": "d'accord"}
ENDED = {"en": "The game is over.", "fr": "La partie est finie."}
DECLINED = {"en": "does not agree to stop.", "fr": "préfère continuer."}
PROPOSED = {"en": "proposes to stop.", "fr": "propose d'arrêter."}
AGREED = {"en": "The players agreed to stop.", "fr": "Les deux camps se sont mis d'accord pour arrêter."}
EMPTY = {"en": "is empty.", "fr": "est vide chez"}


def with_lost_game(start, folder):
    """Starts a server that also has the game that South loses."""
    presets = folder / "presets.toml"
    presets.write_text(LOST_PRESET)
    return start({"AYLA_PRESETS": presets})


class Turns:
    """The turns that a server has played."""

    def __init__(self, replica):
        self._replica = replica
        self._before = self._count()

    def _count(self):
        return self._replica.calls(operation="play-turn")

    def are(self, count):
        """Whether there were so many since then. A server counts a call soon after its answer."""
        await_true(f"{count} turns", lambda: self._count() >= self._before + count, seconds=2)
        return self._count() == self._before + count


def cycled(moves, turn):
    """One of the moves, so that games differ from those of the first legal moves."""
    return moves[turn % len(moves)]
