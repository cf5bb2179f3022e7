"""All games through the example of a bot, on a chat server with its usual protection against floods.

In each room a bot and two players say everything that the bot knows, in English or in French; all games but Anywoli are played to
their end. Every answer reaches both players, with as many lines as expected and for one call of the service. The conversations
have to be those of irc.md, beside this file; as they were held, they are written to CI_DIR/chat/irc.md.
"""

import concurrent.futures
import pathlib
import re
import socket
import statistics
import sys
import time

import pytest
from contract import ROOT, SECONDS
from example_games import ENDED, FAMILY, LEVEL, LOCALES, MOST_TURNS, cycled
from servers import await_true, free_port, listens

BOT = ROOT / "examples" / "bots" / "irc.py"
PAGE = pathlib.Path(__file__).with_name("irc.md")
CHANNEL = "#mancala"
NAME = "Ayla"
# Nobody answers faster than this, and a chat server that defers a line does so for a second or more.
PAUSE = 1.0
# For a turn with a reply at the level of the examples, from the person's line to the last line of the answer.
MEDIAN_BOUND = 0.2

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

# What people play against each other, with a move that is illegal. An end by agreement takes both.
MATCHES = {
    "awale:tournament": "A:3, A:4, B:?, B:C, A:3, A:#06., B:<, A:I play 2, B:agree, A:agree",
    "andada": "A:1, A:2, B:take, B:1, B:?, B:5, A:<, B:2, A:agree",
    "anywoli:finite": "A:3, A:3, B:05, B:?, B:6., A:agree, A:2, B:<, A:1, B:agree, B:4, A:agree, B:agree",
    "kalah": "A:3, A:2, B:7, B:6, A:?, B:?, A:5, B:<, A:4",
}
# The words of a language for what is said there in English.
WORDS = {"en": {}, "fr": {"agree": "d'accord", "take": "prendre", "I play 2": "je joue la 2"}}
# The language in which a game against the engine is played to its end. Anywoli takes too long for a chat that counts lines.
WHOLE = {"awale:tournament": "en", "andada": "fr", "kalah": "fr"}


class Player:
    """A person at a client. Lines arrive whenever they are read."""

    def __init__(self, port, nick):
        self._received = b""
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=SECONDS)
        for line in (f"NICK {nick}", f"USER {nick} 0 * :{nick}", f"JOIN {CHANNEL}"):
            self.send(line)
        self.await_line(lambda line: " 366 " in line)

    def send(self, line):
        self._socket.sendall(line.encode() + b"\r\n")

    def say(self, text):
        self.send(f"PRIVMSG {CHANNEL} :{text}")

    def heard(self, count, seconds):
        """Up to this many lines of the bot, until so much time has passed."""
        deadline = time.monotonic() + seconds
        lines = []
        while len(lines) < count and (line := self._line(deadline)):
            sender, _, text = line.partition(f" NOTICE {CHANNEL} :")
            if text and sender.startswith(f":{NAME}!"):
                lines.append(text)
        return lines

    def await_line(self, holds):
        deadline = time.monotonic() + SECONDS
        while not holds(line := self._line(deadline)):
            assert line, "did not get into the channel"

    def _line(self, deadline):
        """The next line before the deadline, if any."""
        while b"\r\n" not in self._received:
            self._socket.settimeout(max(deadline - time.monotonic(), 0.001))
            try:
                received = self._socket.recv(65_536)
            except TimeoutError:
                return ""
            assert received, "the chat server has closed the connection"
            self._received += received
        line, _, self._received = self._received.partition(b"\r\n")
        text = line.decode()
        if text.startswith("PING"):
            self.send(text.replace("PING", "PONG", 1))
        return text


class Room:
    """A channel of a chat server of its own, with a bot, two players, and what they say."""

    def __init__(self, start, run, folder):
        self.service = start()
        self.transcript = []
        self._run = run
        self._port = free_port()
        self._players = {}
        file = folder / f"ngircd-{self._port}.conf"
        file.write_text(CHAT_SERVER.format(port=self._port))
        run("ngircd", "-n", "-f", file)

    def enter(self):
        """The players and the bot enter, which takes the chat server seconds."""
        await_true("the chat server listens", lambda: listens(self._port))
        self._players = {nick: Player(self._port, nick) for nick in ("Amina", "Koffi")}
        self._run(sys.executable, BOT, "127.0.0.1", self._port, CHANNEL, NAME, f"http://{self.service.address}")
        self._players["Amina"].await_line(lambda line: line.startswith(f":{NAME}!") and " JOIN " in line)

    def ask(self, nick, text, lines):
        """What the bot says when this player says something, and after how long."""
        earlier = (self.service.calls(), self.service.calls(operation="play-turn"))
        started = time.monotonic()
        self._players[nick].say(text)
        said = self._players[nick].heard(lines, SECONDS)
        seconds = time.monotonic() - started
        time.sleep(PAUSE)
        # A line too many, or an answer to somebody else, would be here by now.
        heard = {other: player.heard(10, 0.01) for other, player in self._players.items()}
        heard[nick] = said + heard[nick]
        assert len(said) == lines and [*heard.values()] == [said, said], f"{text}: {heard}"
        later = (self.service.calls(), self.service.calls(operation="play-turn"))
        assert later == (earlier[0] + 1, earlier[1] + 1), f"{text}: calls, and turns"
        assert seconds < PAUSE, f"{text}: a line waits"
        self.transcript += [f"<{nick}> {text}", *(f"-{NAME}- {line}" for line in said)]
        return said, seconds


# The lines of an answer: the game, or a sentence.
SHOWN = 3
SAID = 1


def houses(answer):
    """The houses of the near row that have seeds."""
    return [number for number, seeds in re.findall(r"(\d+):(\d+)", answer[-1]) if seeds != "0"]


def converse(room, game, locale):
    """A game of two people and one against the engine. Returns what was said, and how long the turns of the engine took."""

    def ask(player, text, lines=SHOWN):
        return room.ask({"A": "Amina", "B": "Koffi"}[player], f"!{WORDS[locale].get(text, text)}", lines)

    room.enter()
    # English is what the bot speaks if nobody says otherwise.
    language = "" if locale == "en" else f" {locale}"
    ask("A", f"chess 4{language}", SAID)
    ask("A", f"{game} {FAMILY}{language}")
    ask("A", f"{game} {'K' * 33}{language}")
    ask("A", f"{game} Koffi{language}")
    for step in MATCHES[game].split(", "):
        player, _, text = step.partition(":")
        ask(player, text, SAID if text == "?" else SHOWN)
    ask("B", "")

    if locale == "fr":
        # On the page, two games against the engine of the English conversation come first. It plays each in its own way.
        for _ in range(2):
            ask("B", f"{game} {LEVEL}{language}")
        del room.transcript[-2 * (1 + SHOWN) :]
    is_whole = WHOLE.get(game) == locale
    times = []
    answer, _ = ask("B", f"{game} {LEVEL}{language}")
    for turn in range(MOST_TURNS if is_whole else 4):
        move = cycled(houses(answer), turn)
        if turn < 2:
            [hint], _ = ask("B", "?", SAID)
            move = hint.partition("?")[0]
        answer, seconds = ask("B", move)
        times.append(seconds)
        if ENDED[locale] in answer[0]:
            break
    if is_whole:
        assert ENDED[locale] in answer[0], answer
    else:
        ask("B", "99")
        ask("B", "agree")
        ask("B", "<")
    return room.transcript, times


CONVERSATIONS = [(game, locale) for game in MATCHES for locale in LOCALES]


@pytest.fixture(scope="module")
def conversations(start, run, folder):
    """All of them, at once."""
    rooms = {about: Room(start, run, folder) for about in CONVERSATIONS}
    with concurrent.futures.ThreadPoolExecutor(len(rooms)) as pool:
        yield {about: pool.submit(converse, room, *about) for about, room in rooms.items()}


@pytest.mark.parametrize("about", CONVERSATIONS, ids=" ".join)
def test_both_players_hear_every_answer_at_once(conversations, about):
    conversations[about].result()


def test_the_page_has_these_conversations(conversations, ci_dir):
    """As its blocks of the kind `irc`, in order."""
    kept = PAGE.read_text()
    said = {about: held.result()[0] for about, held in conversations.items()}
    blocks = iter(["\n".join(["```irc", *said[game, "en"], *said[game, "fr"], "```"]) for game in MATCHES])
    made = re.sub(r"```irc\n.*?```", lambda _: next(blocks), kept, flags=re.DOTALL)
    (ci_dir / "chat").mkdir(exist_ok=True)
    (ci_dir / "chat/irc.md").write_text(made)
    assert made.splitlines() == kept.splitlines() and next(blocks, None) is None
    shown = (ROOT / "docs" / "irc.md").read_text().split("```irc\n")[1].split("```")[0]
    assert shown in made


def test_turns_with_a_reply_take_as_long_as_promised(conversations):
    """Three times as long at most, as a busy machine may need."""
    times = [seconds for held in conversations.values() for seconds in held.result()[1]]
    median = statistics.median(times)
    print(f"{len(times)} turns at level {LEVEL}: median {1000 * median:.1f} ms, at most {1000 * max(times):.1f} ms")
    assert median <= 3 * MEDIAN_BOUND
