"""All games through the example of a bot in an XMPP room, on Prosody over TLS.

Two people and the bot have accounts. One of them writes in English and the other in French, and each is answered in their
language.
"""

import asyncio
import os
import subprocess
import sys

import pytest
import slixmpp
from contract import ROOT, SECONDS
from example_games import (
    AGREE, AGREED, DECLINED, EMPTY, ENDED, FAMILY, LEVEL, LOST, MOST_TURNS, PROPOSED, SHOWN, TURNED, Turns, cycled,
    with_lost_game,
)
from games import presets
from servers import await_true, free_port, listens, program

BOT = ROOT / "examples" / "bots" / "xmpp.py"
ROOM = "mancala@rooms.localhost"
NAME = "Ayla"
PASSWORD = "only for this test"
# The accounts, the nicknames in the room, and the languages.
PEOPLE = {"amina": ("Amina", "en"), "koffi": ("Koffi", "fr")}

CHAT_SERVER = """
run_as_root = true
data_path = "{folder}/accounts"
certificates = "{folder}"
pidfile = "{folder}/prosody.pid"
interfaces = {{ "127.0.0.1" }}
c2s_ports = {{ {port} }}
c2s_direct_tls_ports = {{}}
-- With it each line to a person would wait for 40 milliseconds.
network_settings = {{ nagle = false }}
modules_enabled = {{ "saslauth", "tls" }}
modules_disabled = {{ "s2s" }}
log = "{folder}/prosody.log"
ssl = {{ certificate = "{folder}/tls.pem", key = "{folder}/tls.key" }}
VirtualHost "localhost"
Component "rooms.localhost" "muc"
    muc_room_locking = false
"""


@pytest.fixture(scope="module")
def chat(folder, authority, tls, run):
    """The port of Prosody, with the accounts."""
    port = free_port()
    file = folder / "prosody.cfg.lua"
    file.write_text(CHAT_SERVER.format(folder=folder, port=port))
    with pytest.MonkeyPatch.context() as patch:
        # Libraries take the authorities that they trust from there.
        patch.setenv("SSL_CERT_FILE", str(authority.file))
        for account in ("ayla", *PEOPLE):
            command = [program("prosodyctl"), "--config", file, "register", account, "localhost", PASSWORD]
            subprocess.run(command, check=True)
        prosody = run("prosody", "-F", "--config", file)
        await_true("Prosody listens", lambda: listens(port))
        yield port
        # It sometimes does not end after it has logged that its shutdown is complete.
        prosody.kill()


@pytest.fixture(scope="module")
def server(start, folder):
    return with_lost_game(start, folder)


@pytest.fixture(scope="module")
def bot(chat, run, server):
    arguments = ["ayla@localhost", PASSWORD, ROOM, NAME, f"http://{server.address}", "127.0.0.1", chat]
    return run(sys.executable, BOT, *arguments, env=os.environ)


class Player(slixmpp.ClientXMPP):
    """A person in the room, and what the bot says there."""

    def __init__(self, account):
        super().__init__(f"{account}@localhost", PASSWORD)
        self.nick, self.locale = PEOPLE[account]
        self.register_plugin("xep_0045")
        self.heard = asyncio.Queue()
        self.present = asyncio.Event()
        self.add_event_handler("groupchat_message", self.hear)
        self.add_event_handler("groupchat_presence", self.see)

    async def enter(self, port):
        await self.connect("127.0.0.1", port)
        await asyncio.wait_for(self.wait_until("session_start"), SECONDS)
        await self.plugin["xep_0045"].join_muc_wait(ROOM, self.nick, maxstanzas=0)
        await asyncio.wait_for(self.present.wait(), SECONDS)

    def see(self, presence):
        if presence["muc"]["nick"] == NAME:
            self.present.set()

    def hear(self, message):
        if message["mucnick"] == NAME:
            self.heard.put_nowait(message["body"])

    async def say(self, text):
        """Says something to the bot, and returns its answer."""
        message = self.make_message(ROOM, f"{NAME}: {text}", mtype="groupchat")
        message["lang"] = self.locale
        message.send()
        return await asyncio.wait_for(self.heard.get(), SECONDS)


def in_the_room(chat, play):
    """Plays in a room with both people."""

    async def entered():
        players = [Player(account) for account in PEOPLE]
        for player in players:
            await player.enter(chat)
        await play(*players)
        for player in players:
            player.abort()

    asyncio.run(entered())


def labels(answer):
    """The legal moves, behind the board. Where there are none, a message without words asks the engine again."""
    return answer.split("```")[-1].strip().split(", ")


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_whole_games_against_the_engine(chat, bot, server, locale):
    """With one call a turn. In a game that the engine wins, it declines to stop."""

    async def play(*players):
        [player] = [player for player in players if player.locale == locale]
        for variant, preset in [*presets(server), LOST]:
            turns = Turns(server)
            calls = 1
            answer = await player.say(f"{variant}:{preset} {LEVEL}")
            moves = labels(answer)
            if preset == LOST[1]:
                assert DECLINED[locale] in await player.say(AGREE[locale])
                calls += 1
            while ENDED[locale] not in answer and calls < MOST_TURNS:
                answer = await player.say(cycled(moves, calls))
                moves = labels(answer)
                calls += 1
            assert ENDED[locale] in answer
            assert turns.are(calls)

    in_the_room(chat, play)


def test_two_people(chat, bot):
    """Turns in two languages, moves that are refused, and an end by agreement."""

    async def play(one, two):
        async def say(player, text, *expected):
            answer = await player.say(text)
            [other] = {one, two} - {player}
            assert await asyncio.wait_for(other.heard.get(), SECONDS) == answer, "both hear it"
            assert [part for part in expected if part not in answer] == [], f"{text}: {answer}"
            return answer

        # XMPP has no such nicknames, but people may still write them.
        await say(one, f"awale:tournament {FAMILY}", FAMILY, one.nick)
        answer = await say(one, f"awale:tournament {TURNED}", SHOWN, one.nick)
        assert "\u202e" not in answer
        await say(two, "chess 4", "chess", "awale")
        await say(one, f"awale:tournament {two.nick}", one.nick, two.nick)
        await say(one, labels(answer)[2], two.nick)
        await say(one, "4", two.nick)
        await say(two, "je joue la 3", one.nick)
        await say(one, "3", EMPTY[one.locale])
        await say(two, AGREE[two.locale], PROPOSED[two.locale])
        await say(one, AGREE[one.locale], AGREED[one.locale])

    in_the_room(chat, play)
