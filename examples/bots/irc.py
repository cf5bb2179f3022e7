"""Mancala in an IRC channel, between two people or against the engine: python irc.py HOST PORT CHANNEL NICKNAME SERVICE

A turn is one call of play-turn, and its answer at most three lines: as many as chat servers let through at once.
"""

import itertools
import json
import re
import socket
import sys
from urllib import error, parse, request


def call(url, locale="*", **body):
    """The answer of the service: a problem with `detail` where the call failed."""
    headers = {"Content-Type": "application/json", "Accept-Language": locale}
    try:
        with request.urlopen(request.Request(url, json.dumps(body).encode() if body else None, headers), timeout=20) as answer:
            return json.load(answer)
    except error.HTTPError as problem:
        return json.load(problem)
    except (OSError, ValueError) as fault:
        return {"detail": str(fault)}


class Game:
    """A game between nicknames. The methods return what to say."""

    seeds = itertools.count(1)  # With the same seed the engine would play all games alike.

    def __init__(self, service, engine, south, game, north="4", locale="*", *_):
        variant, _, preset = game.partition(":")
        self.url = f"{service}/v1/variants/{parse.quote(variant, safe='')}/play-turn"
        self.reply = {"level": int(north), "seed": next(self.seeds)} if north.isdecimal() else None
        self.names = {"south": south, "north": engine if self.reply else north}
        self.always = {"names": self.names, "locale": locale, "text": ["line"], "omit": ["events"]}
        self.tokens, self.start, self.proposed_by = [], {"preset": preset or None}, None  # Undo drops the last token.

    def call(self, **turn):
        return call(self.url, **self.always, **({"token": self.tokens[-1]} if self.tokens else self.start), **turn)

    def play(self, side, move=None):
        """Without a move it shows the game, and asks again for a reply that could not be searched."""
        answer = self.call(side=side, move=move, reply=self.reply, proposedBy=self.proposed_by)
        if "position" not in answer:
            return answer["detail"]
        if not move or not answer["plays"]:
            del self.tokens[-1:]
        self.tokens.append(answer["position"]["token"])
        self.proposed_by = answer.get("proposed", {}).get("by")
        return answer["text"]["line"]

    def hint(self):
        answer = self.call(reply={"nodes": 20_000})
        moves = [f"{play['move']}? {play['sentence']}" for play in answer.get("plays", [])]
        return moves[0] if moves else answer.get("detail") or answer["text"]["line"]

    def undo(self, side):
        self.tokens[1:] = self.tokens[1:-1]
        return self.play(side)


def main(host, port, channel, nickname, service):
    games = [variant["name"] for variant in call(f"{service}/v1/variants")["variants"]]
    game = None
    chat = socket.create_connection((host, int(port)))

    def send(line):
        chat.sendall(line.encode()[:500].decode(errors="ignore").encode() + b"\r\n")

    send(f"NICK {nickname}\r\nUSER {nickname} 0 * :{nickname}")
    for line in chat.makefile(encoding="utf-8", errors="replace", newline="\n"):  # Not everybody writes UTF-8.
        if line.startswith("PING"):
            send(line.strip().replace("PING", "PONG", 1))
        elif line.split()[1:2] == ["001"]:
            send(f"JOIN {channel}")
        elif said := re.match(r":([^!]+)!\S+ PRIVMSG #\S+ :!(.*)", line):
            nick, text = said[1], said[2].strip()
            side = next((side for side, name in game.names.items() if name.lower() == nick.lower()), None) if game else None
            if side is None or re.split("[ :]", text)[0] in games:
                new = Game(service, nickname, nick, *text.split() or [text])
                answer = new.play("south")
                game = new if new.tokens else game
            else:
                answer = game.hint() if text == "?" else game.undo(side) if text == "<" else game.play(side, text or None)
            for row in answer.split("\n"):
                send(f"NOTICE {channel} :{row}")  # No bot answers notices.


main(*sys.argv[1:])
