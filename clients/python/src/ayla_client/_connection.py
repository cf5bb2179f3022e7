"""How the clients reach a server, apart from the calls: addresses, proxies, and what becomes of a call without an answer."""

import ssl
from collections.abc import Generator
from contextlib import contextmanager, suppress
from importlib.metadata import version
from importlib.util import find_spec
from ipaddress import ip_address, ip_network
from urllib.parse import quote
from urllib.request import getproxies, proxy_bypass

import anyio.lowlevel
import httpx

from .errors import AylaConnectionError, AylaError

VERSION = version("ayla-client")
# Too many calls, too much to do at the moment, or a proxy without a server. The service remembers nothing, so that every call
# can be sent again.
RETRIED = {429, 502, 503}


def headers(key: str | None, locale: str | None) -> dict[str, str]:
    """The headers of every call."""
    return {
        "user-agent": f"ayla-client-python/{VERSION}",
        **({"authorization": f"Bearer {key}"} if key else {}),
        **({"accept-language": locale} if locale else {}),
    }


def segment(text: str) -> str:
    """A text as one segment of a path, whatever it has in it."""
    # httpx would take the segments "." and ".." away.
    return quote(text, safe="").replace(".", "%2E")


def proxy_of(base_url: str) -> httpx.Proxy | None:
    """The proxy of the environment for this address: `HTTP_PROXY`, `HTTPS_PROXY` or `ALL_PROXY`, unless `NO_PROXY` exempts it.

    httpx would read the variables too, but knows no networks in `NO_PROXY`, and does not say where a fault comes from.
    """
    url, proxies = httpx.URL(base_url), getproxies()
    address = proxies.get(url.scheme) or proxies.get("all")
    if not address or proxy_bypass(url.netloc.decode()) or _is_in_network(url.host, proxies.get("no", "")):
        return None
    try:
        proxy = httpx.Proxy(address if "://" in address else f"http://{address}")
        if proxy.url.scheme.startswith("socks") and not find_spec("socksio"):
            raise ValueError("a SOCKS proxy needs the package httpx[socks]")
    except (ValueError, httpx.InvalidURL) as error:
        message = "a proxy of the environment (HTTP_PROXY, HTTPS_PROXY, ALL_PROXY) cannot be used, and trust_env=False ignores it"
        raise AylaConnectionError(f"{message}: {error}") from error
    return proxy


def _is_in_network(host: str, names: str) -> bool:
    """Whether one of these names is an address or a network that this host belongs to, such as `10.0.0.0/8`."""
    for name in names.split(","):
        # Names of hosts are no networks.
        with suppress(ValueError):
            if ip_address(host) in ip_network(name.strip().strip("[]"), strict=False):
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
