"""What came of the calls of a load, which reports it when it ends."""

import json
import sys
import threading
from collections import Counter


class Tally:
    """Counts for all threads."""

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


def call_until_told(callers, seconds):
    """Says `ready`, calls each of these again and again, each in a thread, until the standard input ends."""
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
