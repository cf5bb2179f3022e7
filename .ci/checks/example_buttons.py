"""Plays all games through the example of a bot with buttons, on a server with the methods of Telegram's Bot API that it uses.

    python example_buttons.py SERVER_BINARY FOLDER

The server refuses what Telegram refuses: the data of a button beyond 64 bytes, entities beyond the text, a notice of more than
200 characters. Exits with 1 and a list of the failures, or with 0.
"""

import concurrent.futures
import http.server
import itertools
import json
import pathlib
import queue
import sys
import threading
import urllib.request

from contract import ROOT, SECONDS
from example_games import (
    AGREED, BUSY, DECLINED, EMPTY, ENDED, FAMILY, GAMES, LEVEL, LOCALES, MOST_TURNS, PROPOSED, SHOWN, TURNED, cycled, turns_of,
)
from expectations import expect, expect_true, finish
from processes import Gone, Replica, end, get, spawn

BOT = ROOT / "examples" / "bots" / "buttons.py"
AGREE = "🤝"
PEOPLE = [{"id": 7_000_000_001 + number, "is_bot": False, "first_name": name} for number, name in enumerate((FAMILY, TURNED))]


def units(text):
    """The length of a text as Telegram counts it."""
    return len(text.encode("utf-16-le")) // 2


class Unchanged(Exception):
    """An edit that changes nothing, which Telegram refuses, and which leaves everything as it is to be."""


class Chat(http.server.ThreadingHTTPServer):
    """A chat with its messages, and the updates that the bot has not asked for yet."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Method)
        self.updates, self.numbers = queue.Queue(), itertools.count(100)
        self.messages, self.notices, self.data_sizes, self.faults = {}, queue.Queue(), [], []
        self.sent = queue.Queue()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    # The methods of the Bot API.

    def get_me(self):
        return {"id": 1, "is_bot": True, "first_name": "Ayla"}

    def get_updates(self, offset, timeout):
        try:
            return [self.updates.get(timeout=timeout)]
        except queue.Empty:
            return []

    def send_message(self, chat_id, **content):
        number = next(self.numbers)
        self.messages[number] = {"message_id": number, "chat": {"id": chat_id}, **self.checked(content)}
        self.sent.put(number)
        return self.messages[number]

    def edit_message_text(self, chat_id, message_id, **content):
        before = self.messages[message_id]
        after = before | self.checked(content)
        if after == before:
            raise Unchanged("message is not modified")
        self.messages[message_id] = after
        return after

    def answer_callback_query(self, callback_query_id, text):
        if text and len(text) > 200:
            raise ValueError(f"a notice of {len(text)} characters")
        self.notices.put((callback_query_id, text))
        return True

    def checked(self, content):
        """The content of a message, if Telegram would take it."""
        for entity in content["entities"]:
            if entity["length"] < 1 or entity["offset"] + entity["length"] > units(content["text"]):
                raise ValueError(f"{entity} is beyond the text")
        for button in itertools.chain.from_iterable(content["reply_markup"]["inline_keyboard"]):
            size = len(button["callback_data"].encode())
            self.data_sizes.append(size)
            if not button["text"] or not 1 <= size <= 64:
                raise ValueError(f"BUTTON_DATA_INVALID: {button}")
        if not 1 <= units(content["text"]) <= 4096:
            raise ValueError("the length of the text")
        return content

    # What people do.

    def start(self, person, locale, answered=None):
        """Somebody writes `/start`, maybe as an answer to somebody else, and the bot sends a message."""
        said = {"message_id": next(self.numbers), "chat": {"id": -5}, "text": "/start", "from": person | {"language_code": locale}}
        self.update(message=said | ({"reply_to_message": {"from": answered}} if answered else {}))
        return self.sent.get(timeout=SECONDS)

    def press(self, person, number, label):
        """Somebody presses the button with this label. Returns what they are notified of, if anything."""
        return self.press_data(person, number, self.buttons(number)[label])

    def press_data(self, person, number, data):
        """Somebody presses a button with this data, whether the message still has it or not."""
        query = str(next(self.numbers))
        self.update(callback_query={"id": query, "from": person, "message": self.messages[number], "data": data})
        answered, notice = self.notices.get(timeout=SECONDS)
        if answered != query:
            raise Gone(f"{data}: another button was answered")
        return notice

    def update(self, **what):
        self.updates.put({"update_id": next(self.numbers), **what})

    def text(self, number):
        return self.messages[number]["text"]

    def buttons(self, number):
        """The data of the buttons of a message, by their labels."""
        rows = self.messages[number]["reply_markup"]["inline_keyboard"]
        return {button["text"]: button["callback_data"] for row in rows for button in row}


class Method(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        name = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in self.path.rpartition("/")[2])
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        try:
            status, answer = 200, {"ok": True, "result": getattr(self.server, name)(**json.loads(body or "{}"))}
        except Unchanged as fault:
            status, answer = 400, {"ok": False, "description": str(fault)}
        except (KeyError, TypeError, ValueError) as fault:
            self.server.faults.append(f"{name}: {fault!r}")
            status, answer = 400, {"ok": False, "description": str(fault)}
        text = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST

    def log_message(self, *_):
        """Nothing is logged."""


class Service:
    """The service, and the titles that it gives in a language."""

    def __init__(self, replica):
        self._replica = replica

    def search_long(self):
        """Keeps the engine busy for a while. Returns whether that worked."""
        body = json.dumps({"position": "awale 444444/444444 0/0 s", "nodes": 1_000_000}).encode()
        url = f"http://127.0.0.1:{self._replica.port}/v1/variants/awale/suggest-move"
        with urllib.request.urlopen(urllib.request.Request(url, body, {"Content-Type": "application/json"})) as answer:
            return answer.status == 200

    def turns(self):
        return turns_of(self._replica)

    def titles(self, locale, variant, preset):
        """The titles of a game, a preset of it, and the level."""
        variants = json.loads(get(self._replica.port, f"/v1/variants?locale={locale}")[1])["variants"]
        game = next(known for known in variants if known["name"] == variant)
        [title] = [known["title"] for known in game["presets"] if known["name"] == preset]
        [level] = [known["title"] for known in game["levels"] if known["level"] == LEVEL]
        return game["title"], title, level


def begin(chat, service, locale, variant, preset, opponent=None):
    game, title, level = service.titles(locale, variant, preset)
    number = chat.start(PEOPLE[0], locale, opponent)
    for label in [game, title] + [level] * (opponent is None):
        chat.press(PEOPLE[0], number, label)
    return number


def play_against_engine(chat, service, locale, variant, preset):
    """A whole game, with one call a turn."""
    name = f"{variant}, {locale}"
    number = begin(chat, service, locale, variant, preset)
    turns, before = 0, service.turns()
    declined, notices = False, []
    while chat.buttons(number) and turns < MOST_TURNS:
        if AGREE in chat.buttons(number) and not declined:
            kept = chat.messages[number]
            chat.press(PEOPLE[0], number, AGREE)
            before += 1
            declined = DECLINED[locale] in chat.text(number)
            # Where the engine agrees, the game goes on from the message before: the bot has nothing to remember.
            chat.messages[number] = chat.messages[number] if declined else kept
        labels = [label for label in chat.buttons(number) if label != AGREE]
        notices.append(chat.press(PEOPLE[0], number, cycled(labels, turns)))
        turns += 1
    expect(f"{name}: every move is legal", notices, [None] * turns)
    expect_true(f"{name}: the game ends", ENDED[locale] in chat.text(number), chat.text(number))
    expect_true(f"{name}: the names are shown whole and in order", FAMILY in chat.text(number), chat.text(number))
    expect(f"{name}: calls for {turns} turns", service.turns() - before, turns)
    return declined


def play_between_people(chat, service, locale):
    """Moves in turn and out of turn, an old button, and an end by agreement."""
    one, two = PEOPLE
    number = begin(chat, service, locale, "awale", "tournament", two)
    house = list(chat.buttons(number))[2]
    old = chat.buttons(number)[house]
    expect_true("not the other's turn", SHOWN in (chat.press(two, number, house) or ""))
    expect("a move", chat.press(one, number, house), None)
    stranger = {"id": 3, "is_bot": False, "first_name": "Awa"}
    shown = chat.text(number)
    expect("nobody else plays", (chat.press(stranger, number, house), chat.text(number)), (None, shown))
    expect_true(f"the name is turned back: {shown!r}", SHOWN in shown and "\u202e" not in shown)
    chat.press(two, number, house)
    token = chat.buttons(number)[AGREE].split(".")[0]
    refusal = chat.press_data(one, number, f"{token}.3...{locale}")
    expect_true("an empty house is refused, with why", refusal and EMPTY[locale] in refusal, refusal)
    expect("an old button goes on from its own position", chat.press_data(one, number, old), None)
    chat.press(two, number, AGREE)
    expect_true("a proposal", PROPOSED[locale] in chat.text(number), chat.text(number))
    chat.press(two, number, AGREE)
    expect_true("nobody agrees with themselves", PROPOSED[locale] in chat.text(number), chat.text(number))
    chat.press(one, number, AGREE)
    expect_true("the other agrees", AGREED[locale] in chat.text(number), chat.text(number))
    expect("no button is left", chat.buttons(number), {})


def play_while_busy(chat, service):
    """The engine cannot reply, and is asked again by the only button."""
    number = begin(chat, service, "en", "awale", "tournament")
    with concurrent.futures.ThreadPoolExecutor() as pool:
        search = pool.submit(service.search_long)
        while len(labels := list(chat.buttons(number))) > 1 and not search.done():
            chat.press(PEOPLE[0], number, labels[0])
        expect_true("the long search is answered", search.result())
    expect("the only button says whose turn it is", labels, ["Ayla to move."])
    chat.press(PEOPLE[0], number, labels[0])
    expect_true("the engine has replied", len(chat.buttons(number)) > 1, chat.text(number))


def main(binary, folder):
    folder.mkdir(parents=True, exist_ok=True)
    replica = Replica(binary, folder / "ayla.log", BUSY)
    chat = Chat()
    with open(folder / "bot.log", "w") as log:
        arguments = [f"http://127.0.0.1:{chat.server_port}/bot1:x", f"http://127.0.0.1:{replica.port}"]
        bot = spawn([sys.executable, BOT, *arguments], stdout=log, stderr=log)
    service = Service(replica)
    try:
        declined = [play_against_engine(chat, service, locale, *game) for locale in LOCALES for game in GAMES]
        expect_true("the engine has declined a proposal", any(declined))
        for locale in LOCALES:
            play_between_people(chat, service, locale)
        play_while_busy(chat, service)
        expect("what the chat refused", chat.faults, [])
        print(f"{len(chat.data_sizes)} buttons, with up to {max(chat.data_sizes)} bytes of data")
    finally:
        for process in (bot, replica.process):
            end(process)
    finish("example_buttons")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        main(sys.argv[1], pathlib.Path(sys.argv[2]))
    except (Gone, OSError, queue.Empty) as error:
        sys.exit(f"example_buttons: {error!r}")
