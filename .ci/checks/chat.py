"""Plays all games through the example of a bot, on a chat server with its usual protection against floods.

    python chat.py SERVER_BINARY FOLDER

Each game has a server, a chat server, a bot and two players, who use every command, in English and in French. Every answer
reaches both players, with as many lines and calls of the service as expected. The conversations are written to
FOLDER/irc.md, and have to be those of docs/irc.md. Exits with 1 and a list of the differences, or with 0.
"""

import concurrent.futures
import contextlib
import difflib
import pathlib
import re
import socket
import statistics
import sys
import time

from contract import ROOT, SECONDS
from expectations import expect, expect_true, finish
from processes import Gone, Replica, await_true, end, free_port, listens, program, spawn

BOT = ROOT / "examples" / "bots" / "irc.py"
PAGE = ROOT / "docs" / "irc.md"
CHANNEL, NAME = "#mancala", "Ayla"
# Nobody answers faster than this, and a chat server that defers a line does so for a second or more.
PAUSE = 1.0
# For a turn with a reply at this level, from the person's line to the last line of the answer.
LEVEL, MEDIAN_BOUND = 4, 0.2

# Penalties are at their defaults. The other settings keep the server from asking the network who is calling.
CHAT_SERVER = """[Global]
Name = chat.example.net
Info = Chat
MotdPhrase = Welcome
Listen = 127.0.0.1
Ports = {port}
[Options]
DNS = no
Ident = no
PAM = no
"""

COMMANDS = "new move hint why undo agree stop help take".split()
# Their words in English and in French, with a word for a move of Andada.
LANGUAGES = [
    dict(zip(COMMANDS, COMMANDS, strict=True)),
    dict(zip(COMMANDS, "nouveau coup conseil pourquoi annuler accord fin aide prendre".split(), strict=True)),
]

# What people play against each other, with a move that is illegal. An end by agreement takes both.
MATCHES = {
    "awale": "A:move 3, A:move 4, B:hint, B:move C, A:move 3, A:why, A:move #06., B:undo, A:move 2, B:agree, A:agree",
    "andada": "A:move 1, A:move 2, B:move take, B:move 1, B:why, B:hint, B:move 5, A:undo, B:move 2, A:agree, A:why",
    "anywoli": "A:move 3, A:move 3, B:move 05, B:why, B:hint, B:move 6., A:move 2, B:undo, A:move 1, B:move agree, A:agree",
    "kalah": "A:move 3, A:move 2, B:move 7, B:why, B:move 6, A:hint, B:hint, A:move 5, B:undo, A:move 4",
}


class Player:
    """A person at a client. Lines arrive whenever they are read."""

    def __init__(self, port, nick):
        self.nick, self._received = nick, b""
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=SECONDS)
        for line in (f"NICK {nick}", f"USER {nick} 0 * :{nick}", f"JOIN {CHANNEL}"):
            self.send(line)
        self.await_line(lambda line: " 366 " in line)

    def send(self, line):
        self._socket.sendall(line.encode() + b"\r\n")

    def say(self, text):
        self.send(f"PRIVMSG {CHANNEL} :{text}")

    def close(self):
        self._socket.close()

    def heard(self, count, seconds):
        """Up to this many lines of the bot, until so much time has passed."""
        deadline, lines = time.monotonic() + seconds, []
        while len(lines) < count:
            line = self._line(deadline)
            if line is None:
                break
            sender, _, text = line.partition(f" NOTICE {CHANNEL} :")
            if text and sender.startswith(f":{NAME}!"):
                lines.append(text)
        return lines

    def await_line(self, holds):
        deadline = time.monotonic() + SECONDS
        while line := self._line(deadline):
            if holds(line):
                return
        raise Gone(f"{self.nick} did not get into the channel")

    def _line(self, deadline):
        """The next line before the deadline, if any."""
        while b"\r\n" not in self._received:
            left = deadline - time.monotonic()
            if left <= 0:
                return None
            self._socket.settimeout(left)
            try:
                received = self._socket.recv(65_536)
            except TimeoutError:
                return None
            if not received:
                raise Gone(f"the chat server has closed the connection of {self.nick}")
            self._received += received
        line, _, self._received = self._received.partition(b"\r\n")
        text = line.decode()
        if text.startswith("PING"):
            self.send(text.replace("PING", "PONG", 1))
        return text


class Room:
    """A channel of a chat server of its own, with a bot, two players, and what they say."""

    def __init__(self, binary, folder):
        folder.mkdir(parents=True, exist_ok=True)
        self.service = Replica(binary, folder / "ayla.log", {})
        self.transcript = []
        port, file = free_port(), folder / "ngircd.conf"
        file.write_text(CHAT_SERVER.format(port=port))
        with open(folder / "ngircd.log", "w") as log:
            self._chat = spawn([program("ngircd"), "-n", "-f", file.absolute()], stdout=log, stderr=log)
        await_true("the chat server listens", lambda: listens(port))
        self._players = {nick: Player(port, nick) for nick in ("Amina", "Koffi")}
        arguments = ["127.0.0.1", port, CHANNEL, NAME, f"http://127.0.0.1:{self.service.port}"]
        with open(folder / "bot.log", "w") as log:
            self._bot = spawn([sys.executable, BOT, *arguments], stdout=log, stderr=log)
        self._players["Amina"].await_line(lambda line: line.startswith(f":{NAME}!") and " JOIN " in line)

    def ask(self, nick, text, lines, calls):
        """What the bot says when this player says something. It is to take so many lines and calls of the service."""
        earlier = self.service.calls(), self.service.calls(operation="play-turn")
        started = time.monotonic()
        self._players[nick].say(text)
        said = self._players[nick].heard(lines, SECONDS)
        seconds = time.monotonic() - started
        time.sleep(PAUSE)
        # A line too many, or an answer to somebody else, would be here by now.
        heard = {player.nick: player.heard(10, 0.01) for player in self._players.values()}
        heard[nick] = said + heard[nick]
        later = self.service.calls(), self.service.calls(operation="play-turn")
        for listener, what in heard.items():
            expect(f"{text}: {listener} hears the answer", (what, len(what)), (said, lines))
        expect(f"{text}: calls, and turns", [after - before for after, before in zip(later, earlier, strict=True)], [calls] * 2)
        expect_true(f"{text}: no line waits", seconds < PAUSE, f"{seconds:.3f} s")
        self.transcript += [f"<{nick}> {text}", *(f"-{NAME}- {line}" for line in said)]
        return said, seconds

    def close(self):
        for player in self._players.values():
            player.close()
        for process in (self._bot, self._chat, self.service.process):
            with contextlib.suppress(Gone):
                end(process)


# The lines of an answer, and the calls of the service for it.
SHOWN, SAID, KNOWN = (3, 1), (1, 1), (1, 0)
COSTS = {"new": SHOWN, "move": SHOWN, "undo": SHOWN, "hint": SAID, "why": KNOWN, "stop": KNOWN, "help": KNOWN}


def converse(room, variant, words):
    """Plays a game of two people and one against the engine, and returns how long the turns of the engine took."""

    def ask(player, command, argument="", cost=None):
        text = f"!{words[command]} {words.get(argument, argument)}".strip()
        return room.ask({"A": "Amina", "B": "Koffi"}[player], text, *(cost or COSTS[command]))

    ask("A", "help")
    ask("A", "new", "oware", SAID)
    ask("A", "new", f"{variant} {'K' * 33}", SAID)
    ask("A", "new", f"{variant} Koffi")
    agreed = 0
    for step in MATCHES[variant].split(", "):
        player, command, argument = re.fullmatch(r"(.):(\w+) ?(.*)", step).groups()
        cost = COSTS.get(command)
        if "agree" in (command, argument):
            # Andada refuses; otherwise the first to agree is told what both would have.
            agreed += 1
            cost = SAID if agreed == 1 and variant != "andada" else SHOWN
        ask(player, command, argument, cost)
    ask("B", "stop")

    ask("B", "new", f"{variant} {LEVEL}")
    times = []
    for _ in range(4):
        [hint], _ = ask("B", "hint")
        _, seconds = ask("B", "move", hint.partition("?")[0])
        times.append(seconds)
    ask("B", "move", "99")
    ask("B", "why")
    ask("B", "undo")
    ask("B", "stop")
    return times


def play(binary, folder, variant):
    """The conversation about a game, and the times of the engine's turns."""
    room = Room(binary, folder / variant)
    try:
        times = [seconds for words in LANGUAGES for seconds in converse(room, variant, words)]
    finally:
        room.close()
    return room.transcript, times


def check_page(transcripts, file):
    """Compares the conversations with those on the page, which are its blocks of the kind `irc`, in order."""
    kept = PAGE.read_text()
    blocks = iter(["\n".join(["```irc", *transcript, "```"]) for transcript in transcripts])
    made = re.sub(r"```irc\n.*?```", lambda _: next(blocks), kept, flags=re.DOTALL)
    file.write_text(made)
    lines = kept.splitlines(), made.splitlines()
    difference = "\n".join(difflib.unified_diff(*lines, "docs/irc.md", str(file), lineterm=""))
    print(difference)
    expect_true("the conversations are those of docs/irc.md", not difference and next(blocks, None) is None, f"{file}")


def main(binary, folder):
    folder.mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        played = list(pool.map(lambda variant: play(binary, folder, variant), MATCHES))
    check_page([transcript for transcript, _ in played], folder / "irc.md")
    times = [seconds for _, turns in played for seconds in turns]
    median = statistics.median(times)
    print(
        f"{len(times)} turns with a reply at level {LEVEL}, from the person's line to the last line of the answer: median "
        f"{1000 * median:.1f} ms, at most {1000 * max(times):.1f} ms; promised {1000 * MEDIAN_BOUND:.0f} ms"
    )
    # Three times the bound, as a busy machine may need.
    expect_true("the median is in bounds", median <= 3 * MEDIAN_BOUND, median)
    finish("chat")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        main(sys.argv[1], pathlib.Path(sys.argv[2]))
    except (Gone, OSError) as error:
        sys.exit(f"chat: {error!r}")
