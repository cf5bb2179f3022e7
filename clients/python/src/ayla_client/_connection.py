"""How the clients reach a server, apart from the calls: addresses, proxies, and what becomes of a call without an answer."""

import re
import ssl
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from fnmatch import fnmatchcase
from functools import lru_cache
from importlib.metadata import version
from importlib.util import find_spec
from ipaddress import ip_address, ip_network
from typing import Any
from urllib.parse import quote
from urllib.request import getproxies, proxy_bypass

import anyio.lowlevel
import httpx

from ._direct import PORTS, DirectTransport, Verify
from .errors import AylaConnectionError, AylaError

VERSION = version("ayla-client")
# Too many calls, too much to do at the moment, or a proxy without a server. The service remembers nothing, so that every call
# can be sent again.
RETRIED = {429, 502, 503}


class Requests:
    """Makes the requests to a server: their headers once, since httpx takes as long for these as for the rest of a call."""

    def __init__(self, base_url: str, key: str | None, locale: str | None, timeout: float) -> None:
        self.server = httpx.URL(base_url)
        self._address = str(self.server).rstrip("/")
        self._extensions = {"timeout": httpx.Timeout(timeout).as_dict()}
        headers = {
            "accept": "*/*",
            "accept-encoding": "gzip, deflate",
            "user-agent": f"ayla-client-python/{VERSION}",
            **({"authorization": f"Bearer {key}"} if key else {}),
            **({"accept-language": locale} if locale else {}),
        }
        first = httpx.Request("GET", self.server, headers=headers)
        if self.server.userinfo:
            first = next(httpx.BasicAuth(self.server.username, self.server.password).auth_flow(first))
        self._headers = first.headers.raw

    def get(self, path: str, query: Mapping[str, Any]) -> httpx.Request:
        url = _url(self._address, path).copy_merge_params(query)
        return httpx.Request("GET", url, headers=self._headers, extensions=self._extensions)

    def post(self, path: str, content: bytes, content_type: bytes = b"application/json") -> httpx.Request:
        url, stream = _url(self._address, path), httpx.ByteStream(content)
        headers = [*self._headers, (b"content-length", b"%d" % len(content)), (b"content-type", content_type)]
        return httpx.Request("POST", url, headers=headers, stream=stream, extensions=self._extensions)


@lru_cache
def _url(address: str, path: str) -> httpx.URL:
    return httpx.URL(address + path)


def segment(text: str) -> str:
    """A text as one segment of a path, whatever it has in it."""
    # httpx would take the segments "." and ".." away.
    return quote(text, safe="").replace(".", "%2E")


def transport_of(server: httpx.URL, timeout: float, verify: Verify, trust_env: bool) -> httpx.BaseTransport:
    """The connections of a synchronous client."""
    proxy = proxy_of(server) if trust_env else None
    if proxy or server.scheme not in PORTS:
        return httpx.HTTPTransport(verify=verify, trust_env=trust_env, proxy=proxy)
    return DirectTransport(server, timeout, verify, trust_env)


def async_transport_of(server: httpx.URL, _: float, verify: Verify, trust_env: bool) -> httpx.AsyncBaseTransport:
    """The connections of an asynchronous client."""
    proxy = proxy_of(server) if trust_env else None
    return httpx.AsyncHTTPTransport(verify=verify, trust_env=trust_env, proxy=proxy)


def proxy_of(server: httpx.URL) -> httpx.Proxy | None:
    """The proxy of the environment for this address: `HTTP_PROXY`, `HTTPS_PROXY` or `ALL_PROXY`, unless `NO_PROXY` exempts it.

    httpx would read the variables too, but in `NO_PROXY` it knows no networks and no `127.*`, and it does not say where a fault
    comes from.
    """
    proxies = getproxies()
    address = proxies.get(server.scheme) or proxies.get("all")
    if not address or proxy_bypass(server.netloc.decode()) or _is_exempt(server, proxies.get("no", "")):
        return None
    try:
        proxy = httpx.Proxy(address if "://" in address else f"http://{address}")
        if proxy.url.scheme.startswith("socks") and not find_spec("socksio"):
            raise ValueError("a SOCKS proxy needs the package httpx[socks]")
    except (ValueError, httpx.InvalidURL) as error:
        message = "a proxy of the environment (HTTP_PROXY, HTTPS_PROXY, ALL_PROXY) cannot be used, and trust_env=False ignores it"
        raise AylaConnectionError(f"{message}: {error}") from error
    return proxy


def _is_exempt(server: httpx.URL, names: str) -> bool:
    """Whether one of these names, with commas or spaces between them, stands for this server.

    A name is a host, its domain, a pattern such as `127.*`, an address, or a network such as `10.0.0.0/8`.
    """
    for name in re.split(r"[\s,]+", names.lower()):
        if any(fnmatchcase(own, name) for own in (server.host, server.netloc.decode())):
            return True
        if f".{server.host}".endswith(f".{name.lstrip('.')}"):
            return True
        # Names of hosts are no networks.
        with suppress(ValueError):
            if ip_address(server.host) in ip_network(name.strip("[]"), strict=False):
                return True
    return False


@contextmanager
def lost_calls(server: httpx.URL) -> Generator[None, None, None]:
    """Raises what httpx raises for want of an answer as AylaConnectionError."""
    try:
        yield
    except httpx.RequestError as error:
        why = str(error) or type(error).__name__
        raise AylaConnectionError(f"no answer from {server.netloc.decode()}: {why}") from error


def can_be_sent_again(failure: AylaError) -> bool:
    """Whether another try of a call that failed like this can succeed."""
    if not isinstance(failure, AylaConnectionError):
        return failure.status in RETRIED
    if isinstance(failure.__cause__, (httpx.UnsupportedProtocol, httpx.LocalProtocolError)):
        return False
    cause: BaseException | None = failure
    while cause:
        # A certificate that is not trusted, or no TLS at all. A connection that ended is no such fault.
        if isinstance(cause, ssl.SSLError) and not isinstance(cause, (ssl.SSLEOFError, ssl.SSLZeroReturnError)):
            return False
        cause = cause.__cause__ or cause.__context__
    return True


class OneLoop:
    """The event loop of a client, to which its connections belong."""

    def __init__(self) -> None:
        self._token: object = None

    def check(self) -> None:
        """Raises RuntimeError in another event loop than the first."""
        token = anyio.lowlevel.current_token()
        self._token = self._token or token
        if token != self._token:
            message = "this AsyncClient has connections of another event loop, in which it was first used"
            raise RuntimeError(f"{message}: make a client in each event loop (asyncio.run begins a new one)")
