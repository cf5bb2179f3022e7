"""A server with TLS and an API key, which has every metric, and calls to it."""

import json
import ssl
import urllib.error
import urllib.request

from contract import SECONDS, START
from processes import Gone, Replica, get
from secured import Authority, Keys


class Observed:
    def __init__(self, binary, folder, settings):
        authority, self._keys = Authority(folder / "ca.pem"), Keys(binary, folder / "keys.toml")
        authority.issue(folder / "tls.pem", folder / "tls.key")
        self._keys.make("village-bot", 10_000)
        self._keys.write()
        self._context = ssl.create_default_context(cafile=str(authority.file))
        files = {"AYLA_TLS_CERT": "tls.pem", "AYLA_TLS_KEY": "tls.key", "AYLA_KEYS": "keys.toml"}
        files = {name: str(folder / file) for name, file in files.items()}
        self.replica = Replica(binary, folder / "ayla.log", {**files, **settings})

    def call(self, operation, **fields):
        """The answer to a call over JSON about the first position of Awalé, or None if it is refused."""
        headers = {
            "content-type": "application/json",
            "authorization": f"Bearer {self._keys.secret['village-bot']}",
        }
        body = json.dumps({"position": START, **fields}).encode()
        url = f"https://127.0.0.1:{self.replica.port}/v1/variants/awale/{operation}"
        request = urllib.request.Request(url, body, headers)
        try:
            with urllib.request.urlopen(request, timeout=SECONDS, context=self._context) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            return error.close()

    def metrics(self):
        """The metrics in the text format of Prometheus."""
        status, text = get(self.replica.admin, "/metrics")
        if status != 200:
            raise Gone(f"/metrics returned {status}: {text}")
        return text
