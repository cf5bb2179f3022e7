"""Mancala in an XMPP room, with two people or the engine: python xmpp.py JID PASSWORD ROOM NICKNAME SERVICE [HOST PORT]

`Ayla: awale Koffi` or `Ayla: kalah 4` begins a game, and what else its players say to the bot is a turn. Each person is
answered in the language that their client gives to the message.
"""

import asyncio
import itertools
import json
import re
import sys
from urllib import error, parse, request

import slixmpp


def call(url, locale="*", **body):
    """The answer of the service: a problem with `detail` where the call failed."""
    headers = {"Content-Type": "application/json", "Accept-Language": locale}
    try:
        with request.urlopen(request.Request(url, json.dumps(body).encode() if body else None, headers), timeout=20) as answer:
            return json.load(answer)
    except error.HTTPError as problem:
        return json.load(problem)


class Game:
    """A game between nicknames."""

    seeds = itertools.count(1)  # With the same seed the engine would play all games alike.

    def __init__(self, service, engine, south, game, north="4", *_):
        variant, _, preset = game.partition(":")
        self.url = f"{service}/v1/variants/{parse.quote(variant, safe='')}/play-turn"
        reply = {"level": int(north), "seed": next(self.seeds)} if north.isdecimal() else None
        self.names = {"south": south, "north": engine if reply else north}
        self.always = {"names": self.names, "reply": reply, "text": ["line", "board"], "omit": ["events"]}
        self.now = {"preset": preset or None}  # What the next turn goes on from.

    def play(self, locale, side, move=None):
        """What to say after a turn. Without a move it shows the game, and asks again for a reply that could not be searched."""
        answer = call(self.url, locale, **self.always, **self.now, side=side, move=move)
        if "position" not in answer:
            return answer["detail"]
        self.now = {"token": answer["position"]["token"], "proposedBy": answer.get("proposed", {}).get("by")}
        moves = [] if {"unanswered", "truncated"} & answer.keys() else answer["legalMoves"]  # Those of a person.
        sentence, labels = answer["text"]["line"].split("\n")[0], ", ".join(move["label"] for move in moves)
        return f"{sentence}\n```\n{answer['text']['board']}```\n{labels}".strip()


class Bot(slixmpp.ClientXMPP):
    def __init__(self, jid, password, room, nickname, service):
        super().__init__(jid, password)
        self.room, self.nickname, self.service = room, nickname, service
        self.games = [variant["name"] for variant in call(f"{service}/v1/variants")["variants"]]
        self.game, self.turns = None, asyncio.Lock()
        self.register_plugin("xep_0045")
        self.add_event_handler("session_start", self.join)
        self.add_event_handler("groupchat_message", self.hear)

    async def join(self, _):
        await self.plugin["xep_0045"].join_muc_wait(self.room, self.nickname, maxstanzas=0)

    async def hear(self, message):
        said = re.match(re.escape(self.nickname) + "[:,](.*)", message["body"])
        if said and message["mucnick"] != self.nickname:
            async with self.turns:
                answer = await asyncio.to_thread(self.answer, message["mucnick"], said[1].strip(), message["lang"])
            self.send_message(self.room, answer, mtype="groupchat")

    def answer(self, nick, text, locale):
        side = next((side for side, name in self.game.names.items() if name == nick), None) if self.game else None
        if side and re.split("[ :]", text)[0] not in self.games:
            return self.game.play(locale, side, text or None)
        game = Game(self.service, self.nickname, nick, *text.split() or [text])
        said = game.play(locale, "south")
        if "token" in game.now:
            self.game = game
        return said


async def main(jid, password, room, nickname, service, host=None, port=None):
    bot = Bot(jid, password, room, nickname, service)
    await bot.connect(host, port and int(port))
    await bot.disconnected


asyncio.run(main(*sys.argv[1:]))
