"""Mancala in a chat with buttons, as Telegram has them: python buttons.py BOT_API SERVICE

BOT_API is https://api.telegram.org/botTOKEN. The bot stores nothing: a button has the game in its 64 bytes, and a message
mentions its players, so that each press brings both. People write `/start`, in answer to somebody to play with them.
"""

import json
import sys
from urllib import error, request

BOT_API, SERVICE = sys.argv[1:]
SIDES = "south", "north"


def call(url, **body):
    """The answer: from the service a problem with `detail` where the call failed, from the chat one that is not `ok`."""
    sent = request.Request(url, json.dumps(body).encode() if body else None, {"Content-Type": "application/json"})
    try:
        with request.urlopen(sent, timeout=60) as answer:
            return json.load(answer)
    except error.HTTPError as problem:
        return json.load(problem)


def variants(locale):
    return {variant["name"]: variant for variant in call(f"{SERVICE}/v1/variants?locale={locale}")["variants"]}


GAMES = variants("en")
ENGINE = call(f"{BOT_API}/getMe")["result"]["first_name"]


def message(people, text, buttons, board=""):
    """The parameters of a message. The first two characters mention the players; entities count in UTF-16."""
    entities = [{"type": "text_mention", "offset": at, "length": 1, "user": user} for at, user in enumerate(people)]
    entities += [{"type": "pre", "offset": 3, "length": len(board.encode("utf-16-le")) // 2}] * bool(board)
    keys = [{"text": label, "callback_data": ".".join(map(str, data))} for label, *data in buttons]
    rows = [keys[at : at + 3] for at in range(0, len(keys), 3)]
    return {"text": f"▼▲\n{board}{text}", "entities": entities, "reply_markup": {"inline_keyboard": rows}}


def choose(people, locale, name=None, preset=None):
    """Asks for what is still missing: the game, its preset, or the level of the engine."""
    known = variants(locale)
    if preset:
        buttons = [(level["title"], name, preset, level["level"], "", locale) for level in known[name]["levels"]]
        return message(people, known[name]["title"], buttons)
    offered = known[name]["presets"] if name else known.values()
    buttons = [(each["title"], name or each["name"], each["name"] if name else "", "", "", locale) for each in offered]
    return message(people, "\n\n".join(f"{each['title']}: {each['summary']}" for each in offered), buttons)


def press(people, side, seed, token, move, level, proposed_by, locale):
    """What to notify the person of, and the new message. Before a game the token is its name, and the move is its preset."""
    is_new = token in GAMES
    if is_new and not (move and (level or people[1:])):
        return None, choose(people, locale, token, move)
    game = {"preset": move} if is_new else {"token": token, "move": move or None, "proposedBy": proposed_by or None}
    reply = {"level": int(level), "seed": seed} if level else None
    names = dict(zip(SIDES, [*(user["first_name"] for user in people), ENGINE]))
    shown = {"names": names, "locale": locale, "text": ["line", "board"], "width": 40, "omit": ["events"]}
    # A token knows its game.
    path = f"/v1/variants/{token}/play-turn" if is_new else "/v1/play-turn"
    answer = call(SERVICE + path, side=side, reply=reply, **game, **shown)
    if "refused" in answer or "position" not in answer:
        return answer.get("refused", {}).get("message") or answer["detail"], None
    moves = [(move["label"], move["move"]) for move in answer["legalMoves"]] + [("🤝", "agree")] * ("agree" in answer)
    moves = [(answer["prompt"], "")] if {"unanswered", "truncated"} & answer.keys() else moves
    rest = level, answer.get("proposed", {}).get("by", ""), locale
    buttons = [(label, answer["position"]["token"], move, *rest) for label, move in moves]
    return None, message(people, answer["text"]["line"].split("\n")[0], buttons, answer["text"]["board"])


offset = 0
while True:
    for update in call(f"{BOT_API}/getUpdates", offset=offset, timeout=50)["result"]:
        offset = update["update_id"] + 1
        if query := update.get("callback_query"):
            at = {"chat_id": query["message"]["chat"]["id"], "message_id": query["message"]["message_id"]}
            people = [entity["user"] for entity in query["message"]["entities"] if "user" in entity]
            side = dict(zip((user["id"] for user in people), SIDES)).get(query["from"]["id"])
            notice, new = press(people, side, at["message_id"], *query["data"].split(".")) if side else (None, None)
            if new:
                call(f"{BOT_API}/editMessageText", **at, **new)
            call(f"{BOT_API}/answerCallbackQuery", callback_query_id=query["id"], text=notice)
        elif "/start" in (said := update["message"]).get("text", ""):
            opponent = said.get("reply_to_message", {}).get("from", {"is_bot": True})
            people = [said["from"]] + [opponent] * (not opponent["is_bot"])
            asked = choose(people, said["from"].get("language_code", "en"))
            call(f"{BOT_API}/sendMessage", chat_id=said["chat"]["id"], **asked)
