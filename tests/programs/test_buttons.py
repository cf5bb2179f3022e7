"""All games through the example of a bot with buttons, on a server with the methods of Telegram's Bot API that it uses.

The server refuses what Telegram refuses: the data of a button beyond 64 bytes, entities beyond the text, a notice of more than
200 characters.
"""

import concurrent.futures
import http.server
import itertools
import json
import queue
import sys
import threading

import pytest
from contract import ROOT, SECONDS, START
from example_games import (
    AGREED, BUSY, DECLINED, EMPTY, ENDED, FAMILY, LEVEL, LOCALES, MOST_TURNS, PROPOSED, SHOWN, TURNED, Turns, cycled,
)
from games import presets

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
        self.numbers = itertools.count(100)
        self.updates = queue.Queue()
        self.sent = queue.Queue()
        self.notices = queue.Queue()
        self.messages = {}
        self.faults = []
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
            if not button["text"] or not 1 <= size <= 64:
                raise ValueError(f"BUTTON_DATA_INVALID: {button}")
        if not 1 <= units(content["text"]) <= 4096:
            raise ValueError("the length of the text")
        return content

    # What people do.

    def start(self, person, locale, answered=None):
        """Somebody writes `/start`, maybe as an answer to somebody else, and the bot sends a message."""
        said = {"message_id": next(self.numbers), "chat": {"id": -5}, "text": "/start"}
        said |= {"from": person | {"language_code": locale}}
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
        assert answered == query, f"{data}: another button was answered"
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


@pytest.fixture(scope="module")
def service(start):
    return start(BUSY)


@pytest.fixture(scope="module")
def chat(service, run):
    """A chat with the bot, which has to be let do all that it does."""
    chat = Chat()
    run(sys.executable, BOT, f"http://127.0.0.1:{chat.server_port}/bot1:x", f"http://{service.address}")
    yield chat
    assert chat.faults == []


def begin(chat, service, locale, variant, preset, opponent=None):
    """Begins a game by the titles that the service gives in a language. Returns the number of its message."""
    variants = service.call(f"/v1/variants?locale={locale}").json()["variants"]
    [game] = [known for known in variants if known["name"] == variant]
    [title] = [known["title"] for known in game["presets"] if known["name"] == preset]
    [level] = [known["title"] for known in game["levels"] if known["level"] == LEVEL]
    number = chat.start(PEOPLE[0], locale, opponent)
    for label in [game["title"], title] + [level] * (opponent is None):
        chat.press(PEOPLE[0], number, label)
    return number


@pytest.mark.parametrize("locale", LOCALES)
def test_whole_games_against_the_engine(chat, service, locale):
    """With one call a turn. Proposes to stop until the engine declines."""
    has_declined = False
    for variant, preset in presets(service):
        number = begin(chat, service, locale, variant, preset)
        played = Turns(service)
        turns = 0
        proposals = 0
        declined = False
        while chat.buttons(number) and turns < MOST_TURNS:
            if AGREE in chat.buttons(number) and not declined:
                kept = chat.messages[number]
                chat.press(PEOPLE[0], number, AGREE)
                proposals += 1
                declined = DECLINED[locale] in chat.text(number)
                # Where the engine agrees, the game goes on from the message before: the bot has nothing to remember.
                chat.messages[number] = chat.messages[number] if declined else kept
            labels = [label for label in chat.buttons(number) if label != AGREE]
            assert chat.press(PEOPLE[0], number, cycled(labels, turns)) is None, "every move is legal"
            turns += 1
        assert ENDED[locale] in chat.text(number)
        assert FAMILY in chat.text(number), "the names are shown whole and in order"
        assert played.are(turns + proposals)
        has_declined |= declined
    assert has_declined


@pytest.mark.parametrize("locale", LOCALES)
def test_two_people(chat, service, locale):
    """Moves in turn and out of turn, an old button, and an end by agreement."""
    one, two = PEOPLE
    number = begin(chat, service, locale, "awale", "tournament", two)
    house = [*chat.buttons(number)][2]
    old = chat.buttons(number)[house]
    assert SHOWN in (chat.press(two, number, house) or ""), "it is not their turn"
    assert chat.press(one, number, house) is None
    stranger = {"id": 3, "is_bot": False, "first_name": "Awa"}
    shown = chat.text(number)
    assert (chat.press(stranger, number, house), chat.text(number)) == (None, shown), "nobody else plays"
    assert SHOWN in shown and "\u202e" not in shown
    chat.press(two, number, house)
    token = chat.buttons(number)[AGREE].split(".")[0]
    assert EMPTY[locale] in chat.press_data(one, number, f"{token}.3...{locale}")
    assert chat.press_data(one, number, old) is None, "an old button goes on from its own position"
    chat.press(two, number, AGREE)
    assert PROPOSED[locale] in chat.text(number)
    chat.press(two, number, AGREE)
    assert PROPOSED[locale] in chat.text(number), "nobody agrees with themselves"
    chat.press(one, number, AGREE)
    assert AGREED[locale] in chat.text(number)
    assert chat.buttons(number) == {}


def test_a_busy_engine_is_asked_again(chat, service):
    """By the only button."""
    number = begin(chat, service, "en", "awale", "tournament")

    def search_long():
        """Asks until the engine is free, for a reply to a button may be before."""
        long = {"position": START, "nodes": 1_000_000}
        while (answer := service.call("/v1/variants/awale/suggest-move", long)).status == 429:
            pass
        return answer

    with concurrent.futures.ThreadPoolExecutor() as pool:
        search = pool.submit(search_long)
        while len(labels := [*chat.buttons(number)]) > 1 and not search.done():
            chat.press(PEOPLE[0], number, labels[0])
        assert search.result().status == 200
    assert labels == ["Ayla to move."]
    chat.press(PEOPLE[0], number, labels[0])
    assert len(chat.buttons(number)) > 1, "the engine has replied"
