"""Mancala in an IRC channel, between two people or against the engine: python irc.py HOST PORT CHANNEL NICKNAME SERVICE

A turn is one call of play-turn, and its answer at most three lines: as many as chat servers let through at once.
"""

import itertools
import sys

sys.path.pop(0)  # The folder of this file, which has the name of the library.
import requests
from irc.bot import SingleServerIRCBot

COMMANDS = {"en": "new move hint why undo agree stop help".split()}  # A command is answered in its own language.
COMMANDS["fr"] = "nouveau coup conseil pourquoi annuler accord fin aide".split()


class Game:
    """A game between nicknames. The methods with names of commands return what to say."""

    seeds = itertools.count(1)  # With the same seed the engine would play all games alike.

    def __init__(self, service, engine, south, variant="", north="4", *_):
        self.url = f"{service}/v1/variants/{requests.utils.quote(variant, safe='')}/play-turn"
        self.reply = {"level": int(north), "seed": next(self.seeds)} if north.isdecimal() else None
        self.names = {"south": south, "north": engine if self.reply else north}
        # The token after each turn: undo drops one. A record would have to be cut by as many moves as the turn had.
        self.turns, self.agreed = [None], set()

    def call(self, locale, **turn):
        game = {"token": self.turns[-1], "names": self.names, "locale": locale, "text": ["line"], "omit": ["events"]}
        answer = requests.post(self.url, json=game | turn, timeout=20).json()
        if "position" not in answer:
            raise ValueError(answer["detail"])
        return answer

    def move(self, locale, side, move=None):
        """Without a move it shows the game, and asks again for a reply that could not be searched."""
        answer = self.call(locale, side=side, move=move, reply=self.reply)
        self.agreed = self.agreed | {side} if [play["move"] for play in answer["plays"]] == ["agree"] else set()
        # Both people have to agree. The engine does unless it would lose.
        if len(self.agreed) == 1 and not (self.reply and answer["status"]["winner"] != side):
            return ", ".join(f"{self.names[side]} {seeds}" for side, seeds in answer["status"]["score"].items()) + "?"
        if not move or not answer["plays"]:
            self.turns.pop()
        self.turns.append(answer["position"]["token"])
        self.last, fault = answer, answer.get("refused") or answer.get("unanswered")
        sentence, rows = answer["text"]["line"].split("\n", 1)
        return f"{fault['message'] if fault else sentence}\n{rows}"

    def hint(self, locale, *_):
        answer = self.call(locale, reply={"nodes": 20_000})
        return next((f"{play['move']}? {play['sentence']}" for play in answer["plays"]), answer["text"]["line"])

    def why(self, *_):
        refused = self.last.get("refused")
        return f"{refused['ruling']}: {refused['rulingTitle']}" if refused else self.last["text"]["line"]

    def undo(self, locale, side, _):
        self.turns[1:] = self.turns[1:-1]
        return self.move(locale, side)

    def agree(self, locale, side, _):
        return self.move(locale, side, "agree")

    def stop(self, *_):
        self.names = {}
        return self.last["position"]["text"]


class Bot(SingleServerIRCBot):
    def __init__(self, host, port, channel, nickname, service):
        super().__init__([(host, int(port))], nickname, nickname)
        self.connection.buffer_class.errors = "replace"  # Not everybody writes UTF-8.
        self.channel, self.service, self.game = channel, service, Game(service, "", "")
        known = requests.get(f"{service}/v1/variants", timeout=20).json()
        self.games = "|".join(game["name"] for game in known["variants"])

    def on_welcome(self, chat, _):
        chat.join(self.channel)

    def on_pubmsg(self, chat, event):
        word, *text = event.arguments[0].split(maxsplit=1) or [""]
        for locale, words in COMMANDS.items():
            if word[:1] == "!" and word[1:] in words:
                command = COMMANDS["en"][words.index(word[1:])]
                for line in self.answer(event.source.nick, locale, command, *text).splitlines():
                    chat.notice(self.channel, line.encode()[:400].decode(errors="ignore"))  # No bot answers notices.

    def answer(self, nick, locale, command, text=None):
        try:
            if command == "new" and text:
                game = Game(self.service, self.connection.get_nickname(), nick, *text.split())
                said, self.game = game.move(locale, "south"), game
                return said
            for side, name in self.game.names.items():
                if name.lower() == nick.lower() and command not in ("new", "help"):
                    return getattr(self.game, command)(locale, side, text)
        except (OSError, ValueError) as error:
            return str(error)
        pattern = "!{} {games} NICK|1-10, !{} 3, !{}, !{}, !{}, !{}, !{}"
        return pattern.format(*COMMANDS[locale], games=self.games)


Bot(*sys.argv[1:]).start()
