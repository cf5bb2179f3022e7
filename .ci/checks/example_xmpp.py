"""Plays all games through the example of a bot in an XMPP room, on Prosody over TLS.

    python example_xmpp.py SERVER_BINARY FOLDER

Two people and the bot have accounts. One of them writes in English and the other in French, and each is answered in their
language. Exits with 1 and a list of the failures, or with 0.
"""

import asyncio
import os
import pathlib
import signal
import subprocess
import sys

import slixmpp
import trustme
from contract import ROOT, SECONDS
from example_games import (
    AGREED, DECLINED, EMPTY, ENDED, FAMILY, GAMES, LEVEL, MOST_TURNS, PROPOSED, SHOWN, TURNED, cycled, turns_of,
)
from expectations import expect, expect_true, finish
from processes import Gone, Replica, await_true, end, free_port, listens, program, spawn

BOT = ROOT / "examples" / "bots" / "xmpp.py"
ROOM, NAME, PASSWORD = "mancala@rooms.localhost", "Ayla", "only for this test"
# The accounts, the nicknames in the room, and the languages.
PEOPLE = {"amina": ("Amina", "en"), "koffi": ("Koffi", "fr")}
AGREE = {"en": "I agree", "fr": "d'accord"}

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
ssl = {{ certificate = "{folder}/chain.pem", key = "{folder}/key.pem" }}
VirtualHost "localhost"
Component "rooms.localhost" "muc"
    muc_room_locking = false
"""


def start_chat(folder):
    """Starts Prosody with the accounts. Returns its process and its port."""
    authority, port, file = trustme.CA(), free_port(), folder / "prosody.cfg.lua"
    leaf = authority.issue_cert("localhost")
    authority.cert_pem.write_to_path(folder / "authority.pem")
    (folder / "chain.pem").write_bytes(b"".join(blob.bytes() for blob in leaf.cert_chain_pems))
    leaf.private_key_pem.write_to_path(folder / "key.pem")
    file.write_text(CHAT_SERVER.format(folder=folder, port=port))
    # Libraries take the authorities that they trust from there.
    os.environ["SSL_CERT_FILE"] = str(folder / "authority.pem")
    with open(folder / "prosody.out", "w") as log:
        for account in ("ayla", *PEOPLE):
            command = [program("prosodyctl"), "--config", file, "register", account, "localhost", PASSWORD]
            subprocess.run(command, stdout=log, stderr=log, check=True)
        process = spawn([program("prosody"), "-F", "--config", file], stdout=log, stderr=log)
    await_true("Prosody listens", lambda: listens(port))
    return process, port


class Player(slixmpp.ClientXMPP):
    """A person in the room, and what the bot says there."""

    def __init__(self, account):
        super().__init__(f"{account}@localhost", PASSWORD)
        self.nick, self.locale = PEOPLE[account]
        self.register_plugin("xep_0045")
        self.heard, self.present = asyncio.Queue(), asyncio.Event()
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


def labels(answer):
    """The legal moves, in the last line of an answer."""
    return answer.split("\n")[-1].split(", ")


async def play_against_engine(player, replica, variant, preset):
    """A whole game, with one call a turn. Proposes to stop until the engine declines."""
    name, ended = f"{variant}, {player.locale}", ENDED[player.locale]
    before, calls, declined = turns_of(replica), 1, False
    answer = await player.say(f"{variant}:{preset} {LEVEL}")
    while ended not in answer and calls < MOST_TURNS:
        answer = await player.say(cycled(labels(answer), calls))
        calls += 1
        if not declined and ended not in answer and variant in ("awale", "anywoli"):
            answer = await player.say(AGREE[player.locale])
            declined, calls = DECLINED[player.locale] in answer, calls + 1
    expect_true(f"{name}: the game ends after {calls} calls", ended in answer, answer)
    expect(f"{name}: calls", turns_of(replica) - before, calls)
    return declined


async def play_between_people(one, two):
    """Turns in two languages, moves that are refused, and an end by agreement."""

    async def say(player, text, *expected):
        answer = await player.say(text)
        (other,) = {one, two} - {player}
        expect(f"{player.nick}: {text}: both hear the answer", await asyncio.wait_for(other.heard.get(), SECONDS), answer)
        for part in expected:
            expect_true(f"{player.nick}: {text}: {part}", part in answer, answer)
        return answer

    # XMPP has no such nicknames, but people may still write them.
    await say(one, f"awale:tournament {FAMILY}", FAMILY, one.nick)
    answer = await say(one, f"awale:tournament {TURNED}", SHOWN, one.nick)
    expect_true("the name is turned back", "\u202e" not in answer, answer)
    await say(two, "oware 4", "oware", "awale")
    await say(one, f"awale:tournament {two.nick}", one.nick, two.nick)
    await say(one, labels(answer)[2], two.nick)
    await say(one, "4", two.nick)
    await say(two, "je joue la 3", one.nick)
    await say(one, "3", EMPTY[one.locale])
    await say(two, AGREE[two.locale], PROPOSED[two.locale])
    await say(one, AGREE[one.locale], AGREED[one.locale])


async def play(replica, port):
    players = [Player(account) for account in PEOPLE]
    for player in players:
        await player.enter(port)
    await play_between_people(*players)
    declined = []
    for player in players:
        for game in GAMES:
            declined.append(await play_against_engine(player, replica, *game))
        for other in players:
            other.heard = asyncio.Queue()
    expect_true("the engine has declined a proposal", any(declined))
    for player in players:
        player.abort()


def main(binary, folder):
    folder.mkdir(parents=True, exist_ok=True)
    replica = Replica(binary, folder / "ayla.log", {})
    chat, port = start_chat(folder.absolute())
    arguments = ["ayla@localhost", PASSWORD, ROOM, NAME, f"http://127.0.0.1:{replica.port}", "127.0.0.1", port]
    with open(folder / "bot.log", "w") as log:
        bot = spawn([sys.executable, BOT, *arguments], stdout=log, stderr=log)
    try:
        asyncio.run(play(replica, port))
    finally:
        end(bot)
        # Prosody sometimes does not end after it has logged that its shutdown is complete.
        end(chat, signal.SIGKILL)
        end(replica.process)
    finish("example_xmpp")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        main(sys.argv[1], pathlib.Path(sys.argv[2]))
    except (Gone, OSError, TimeoutError) as error:
        sys.exit(f"example_xmpp: {error!r}")
