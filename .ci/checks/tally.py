"""The results of continuous calls, which are reported at their end."""

import json
import sys
import threading
from collections import Counter


class Tally:
    """Counters that all threads share."""

    def __init__(self):
        self._lock = threading.Lock()
        self._answered, self._failed = Counter(), Counter()

    def answered(self, operation):
        with self._lock:
            self._answered[operation] += 1

    def failed(self, operation, code, details):
        with self._lock:
            self._failed[operation, code, details] += 1

    def report(self):
        fields = ("operation", "code", "details", "count")
        failed = [dict(zip(fields, (*what, count), strict=True)) for what, count in self._failed.items()]
        print(json.dumps({"answered": self._answered, "failed": failed}), flush=True)


def call_until_stopped(callers, seconds):
    """Prints `ready`, and calls each of these repeatedly in its own thread until the standard input ends."""
    over = threading.Event()

    def repeat(call):
        while not over.is_set():
            call()

    threads = [threading.Thread(target=repeat, args=[call], daemon=True) for call in callers]
    print("ready", flush=True)
    for thread in threads:
        thread.start()
    sys.stdin.read()
    over.set()
    for thread in threads:
        thread.join(timeout=seconds)
