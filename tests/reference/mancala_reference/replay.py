"""Events as the JSON API writes them, and a replay of them that knows no rule."""

from __future__ import annotations

from collections.abc import Sequence

from .board import BearOff, Capture, Event, PickUp, Share, Sow, SowStore, Swap, Tuzdik
from .frame import SIDES, Json

MOST_SOWN = 20_000  # The sown houses that an answer lists, a store counting as one each time.


class BadEvents(Exception):
    """Events that do not fit the position before them."""


def event_json(event: Event, size: int) -> Json:
    def house(index: int) -> Json:
        return {"side": SIDES[index // size], "house": index % size + 1}

    match event:
        case PickUp(at, seeds, lap):
            return {"pickUp": {"house": house(at), "seeds": seeds, "lap": lap}}
        case Sow(houses):
            return {"sow": {"houses": [house(at) for at in houses]}}
        case SowStore(side):
            return {"sow": {"store": SIDES[side]}}
        case Capture(at, seeds, to, ruling):
            return {"capture": {"house": house(at), "seeds": seeds, "to": "off" if to is None else SIDES[to], "ruling": ruling}}
        case BearOff(seeds, ruling):
            return {"bearOff": {"seeds": seeds, "ruling": ruling}}
        case Share(south, north, off, ruling):
            return {"share": {"south": south, "north": north, "off": off, "ruling": ruling}}
        case Tuzdik(at, to, ruling):
            return {"tuzdik": {"house": house(at), "to": SIDES[to], "ruling": ruling}}
        case Swap(ruling):
            return {"swap": {"ruling": ruling}}


def need(condition: bool, why: str, event: Json) -> None:
    if not condition:
        raise BadEvents(f"{why}: {event}")


def replay(south: Sequence[int], north: Sequence[int], stores: Sequence[int], events: Sequence[Json]) -> Json:
    """The houses, the stores and the tuzdiks made, after the events; also how many seeds left the game."""
    rows = {"south": list(south), "north": list(north)}
    store = dict(zip(SIDES, stores))
    hand = off = laps = 0
    tuzdiks: Json = {}
    last = ""
    for event in events:
        need(len(event) == 1, "one kind", event)
        kind, said = next(iter(event.items()))
        if kind == "pickUp":
            row, at = rows[said["house"]["side"]], said["house"]["house"] - 1
            laps += 1
            need(hand == 0 and said["lap"] == laps and said["seeds"] == row[at] > 0, "pickUp", event)
            hand, row[at] = row[at], 0
        elif kind == "sow" and "store" in said:
            hand -= 1
            store[said["store"]] += 1
        elif kind == "sow":
            need(last != "sow" and len(said["houses"]) > 0, "seeds with nothing between are one event", event)
            for house in said["houses"]:
                hand -= 1
                rows[house["side"]][house["house"] - 1] += 1
        elif kind == "capture":
            row, at = rows[said["house"]["side"]], said["house"]["house"] - 1
            need(said["seeds"] == row[at] > 0, "capture", event)
            row[at] = 0
            if said["to"] == "off":
                off += said["seeds"]
            else:
                store[said["to"]] += said["seeds"]
        elif kind == "bearOff":
            need(said["seeds"] == hand > 0, "bearOff", event)
            off, hand = off + hand, 0
        elif kind == "share":
            left = sum(rows["south"]) + sum(rows["north"]) + hand
            need(left == said["south"] + said["north"] + said["off"] > 0, "share", event)
            rows = {side: [0] * len(row) for side, row in rows.items()}
            store["south"] += said["south"]
            store["north"] += said["north"]
            off, hand = off + said["off"], 0
        elif kind == "tuzdik":
            need(last == "capture" and said["house"]["side"] != said["to"], "tuzdik", event)
            tuzdiks[said["to"]] = said["house"]["house"]
        elif kind == "swap":
            rows = {"south": rows["north"], "north": rows["south"]}
            store = {"south": store["north"], "north": store["south"]}
        else:
            raise BadEvents(f"unknown: {event}")
        need(hand >= 0, "more sown than in hand", event)
        last = "sow" if "houses" in said else kind if kind != "sow" else "store"
    if hand:
        raise BadEvents("seeds left in hand")
    return {**rows, "stores": store, "tuzdiks": tuzdiks, "off": off}


def sown(events: Sequence[Json]) -> int:
    """How many seeds are sown: an answer of the service ends before the 20,001st (docs/service.md, Events)."""
    return sum(len(e["sow"].get("houses", "1")) for e in events if "sow" in e)
