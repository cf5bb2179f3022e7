"""Mancala by a webhook, in production: python webhook.py SERVICE PORT STORE

A platform delivers each event at least once, perhaps twice at a time or in another order: `{"id", "chat", "press"}`, where `press` is
"start", or the data of a button. The answer is the message to show: `{"text", "buttons": [{"label", "press"}]}`. A delivery that comes
again gets the same answer and plays nothing. STORE is a file of SQLite with the newest board of each chat, and the last answers.
"""

import collections
import http.server
import json
import random
import sqlite3
import sys
import threading
import time
from urllib import error, request

SERVICE, PORT, STORE = sys.argv[1], int(sys.argv[2]), sys.argv[3]
GAME, LEVEL = "kalah", 4
TRIES, SECONDS = 5, 20
# Answers are kept as long as the platform may deliver again.
KEPT_SECONDS = 3 * 24 * 3600

LOCKS = collections.defaultdict(threading.Lock)


def store(statement, *values):
    with sqlite3.connect(STORE, timeout=SECONDS) as connection:
        return connection.execute(statement, values).fetchone()


store("CREATE TABLE IF NOT EXISTS boards (chat PRIMARY KEY, token)")
store("CREATE TABLE IF NOT EXISTS answers (id PRIMARY KEY, answer, at)")


def ask(path, body):
    """The service's answer, or its problem document. Every call can be sent again: the service keeps nothing."""
    for left in reversed(range(TRIES)):
        sent = request.Request(SERVICE + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
        try:
            with request.urlopen(sent, timeout=SECONDS) as answer:
                return json.load(answer)
        except error.HTTPError as problem:
            wait = problem.headers["Retry-After"]
            if not (wait and left):
                return json.load(problem)
        except OSError:
            wait = 2 ** (TRIES - left) / 4
            if not left:
                return {"detail": "The game is out of reach for the moment. Please press again."}
        # Not all at once, when the service is back.
        time.sleep(float(wait) * random.uniform(1, 1.3))


def play(chat, press):
    """The message to show after a press."""
    newest = store("SELECT token FROM boards WHERE chat = ?", chat)
    if press == "start" or not newest:
        path, turn = f"/v1/variants/{GAME}/play-turn", {}
    else:
        token, _, move = press.partition(".")
        # A button of an older board plays nothing, and shows the newest one.
        path, turn = "/v1/play-turn", {"token": token, "newestToken": newest[0], "move": move or None}
    answer = ask(path, turn | {"side": "south", "reply": {"level": LEVEL}, "text": ["line", "board"], "omit": ["events"]})
    if "position" not in answer:
        return {"text": answer["detail"], "buttons": []}
    token = answer["position"]["token"]
    store("INSERT OR REPLACE INTO boards VALUES (?, ?)", chat, token)
    moves = [(move["label"], move["move"]) for move in answer["legalMoves"]]
    # The move counts, and the reply is still to come.
    moves = [(answer["prompt"], "")] if {"unanswered", "truncated"} & answer.keys() else moves
    buttons = [{"label": label, "press": f"{token}.{move}"} for label, move in moves]
    return {"text": f"{answer['text']['board']}\n{answer['text']['line']}", "buttons": buttons}


class Webhook(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        event = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        # One delivery of a chat at a time: the second of two finds the answer of the first.
        with LOCKS[event["chat"]]:
            known = store("SELECT answer FROM answers WHERE id = ?", event["id"])
            answer = known[0] if known else json.dumps(play(event["chat"], event["press"]))
            store("INSERT OR IGNORE INTO answers VALUES (?, ?, ?)", event["id"], answer, time.time())
        store("DELETE FROM answers WHERE at < ?", time.time() - KEPT_SECONDS)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(answer.encode())


http.server.ThreadingHTTPServer(("127.0.0.1", PORT), Webhook).serve_forever()
