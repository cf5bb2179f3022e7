"""The example of a bot by a webhook: deliveries that come twice, at the same time or in another order, before a service that is busy
or out of reach now and then.
"""

import concurrent.futures
import http.server
import json
import sys
import threading

import pytest
import urllib3
from contract import ROOT, SECONDS
from servers import await_true, free_port, listens

BOT = ROOT / "examples/bots/webhook.py"


class Front(http.server.ThreadingHTTPServer):
    """Hands calls to a server, after the faults of `faults`: `busy`, `full`, or `gone` for a connection that ends without an answer."""

    def __init__(self, address):
        super().__init__(("127.0.0.1", 0), Call)
        self.backend = f"http://{address}"
        self.faults = []
        self.plays = 0
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Call(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        fault = self.server.faults.pop() if self.server.faults else None
        if fault == "gone":
            self.connection.close()
            return
        if fault:
            self.send_response({"busy": 503, "full": 429}[fault])
            self.send_header("retry-after", "1")
            self.end_headers()
            return
        answer = urllib3.request("POST", self.server.backend + self.path, body=body, headers=dict(self.headers), timeout=SECONDS)
        self.server.plays += len(answer.json().get("plays", ()))
        self.send_response(answer.status)
        self.end_headers()
        self.wfile.write(answer.data)

    def log_message(self, *_):
        pass


@pytest.fixture
def front(server):
    with Front(server.address) as front:
        yield front
        front.shutdown()


@pytest.fixture
def bot(run, front, tmp_path):
    """Restarts the bot, with what it has stored, and delivers events to it."""
    port = free_port()
    run(sys.executable, BOT, f"http://127.0.0.1:{front.server_port}", port, tmp_path / "store")
    await_true("the bot listens", lambda: listens(port))

    def deliver(id, press, chat="a"):
        url = f"http://127.0.0.1:{port}/"
        answer = urllib3.request("POST", url, json={"id": id, "chat": chat, "press": press}, timeout=2 * SECONDS, retries=False)
        assert answer.status == 200
        return answer.json()

    return deliver


def test_a_delivery_that_comes_again_plays_once(bot, front):
    press = bot("1", "start")["buttons"][0]["press"]
    played = bot("2", press)
    plays = front.plays
    assert plays >= 2 and played["buttons"]
    assert [bot("2", press) for _ in range(3)] == [played] * 3
    assert front.plays == plays
    # Several at the same time.
    press = played["buttons"][0]["press"]
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: json.dumps(bot("3", press)), range(8)))
    assert len(set(answers)) == 1 and front.plays > plays
    plays = front.plays
    # A new delivery of a button that was pressed already.
    old = bot("4", press)
    assert "belongs to an older board" in old["text"] and front.plays == plays
    assert old["buttons"] == json.loads(answers[0])["buttons"]


def test_deliveries_in_another_order_do_not_let_a_game_branch(bot, front):
    first = bot("1", "start")["buttons"]
    late, soon = first[0]["press"], first[1]["press"]
    newest = bot("3", soon)
    plays = front.plays
    assert bot("2", late)["buttons"] == newest["buttons"]
    assert front.plays == plays
    assert bot("4", newest["buttons"][0]["press"])["buttons"] != newest["buttons"]


def test_each_chat_has_its_game(bot):
    first = bot("1", "start", "a")
    played = bot("2", first["buttons"][0]["press"], "a")
    other = bot("3", "start", "b")
    assert other["buttons"] == first["buttons"] != played["buttons"]


@pytest.mark.parametrize("fault", ["busy", "full", "gone"])
def test_a_service_that_fails_at_first_is_asked_again(bot, front, fault):
    press = bot("1", "start")["buttons"][0]["press"]
    front.faults = [fault, fault]
    assert bot("2", press)["buttons"] and not front.faults


def test_a_service_that_stays_away_is_told_of(bot, front):
    press = bot("1", "start")["buttons"][0]["press"]
    front.faults = ["gone"] * 5
    assert "out of reach" in bot("2", press)["text"]
    assert bot("3", press)["buttons"]
