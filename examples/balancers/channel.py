"""Calls Ayla's replicas with grpcio.

    open_channel("dns:///ayla-headless:8080", open("service-config-direct.json").read())
    open_channel("dns:///ayla.example:8080", open("service-config.json").read())

The first balances calls over all replicas itself; the second leaves that to the proxy in front of them. Both service
configs retry calls that end with UNAVAILABLE. Every call to Ayla can safely be retried.
"""

import time

import grpc

ATTEMPTS = 5
# The statuses of a call that breaks off, besides UNAVAILABLE. A proxy that loses its replica halfway cannot report that.
BROKEN_OFF = (grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN)


def open_channel(target, service_config, options=()):
    """Opens a channel. `service_config` is the text of a service config; `options` are additional channel options."""
    return grpc.insecure_channel(
        target,
        options=[
            ("grpc.service_config", service_config),
            # Reconnects soon to a replica that was replaced: the default backoff grows from one second to two minutes.
            ("grpc.initial_reconnect_backoff_ms", 250),
            ("grpc.max_reconnect_backoff_ms", 5_000),
            # A lost connection causes a new name resolution, but no more often than this: the default is 30 seconds.
            ("grpc.dns_min_time_between_resolutions_ms", 5_000),
            *options,
        ],
    )


def call(method, request, **options):
    """Calls a unary method, such as `stub.ApplyMove`, and returns its answer.

    If the call breaks off, the request is sent again. The service config cannot do that: it retries only UNAVAILABLE,
    and not once a response has begun.
    """
    for attempt in range(1, ATTEMPTS + 1):
        try:
            return method(request, **options)
        except grpc.RpcError as error:
            _pause(error, attempt)


def suggestions(stub, request, **options):
    """Yields the answers of SuggestMoveStream. If the stream breaks off, the answers start again from the beginning."""
    for attempt in range(1, ATTEMPTS + 1):
        try:
            yield from stub.SuggestMoveStream(request, **options)
            return
        except grpc.RpcError as error:
            _pause(error, attempt)


def _pause(error, attempt):
    """Waits until a call can be sent again, or raises its error if it did not break off."""
    begun = bool(error.initial_metadata())
    broken_off = error.code() in BROKEN_OFF or (begun and error.code() == grpc.StatusCode.UNAVAILABLE)
    if not broken_off or attempt == ATTEMPTS:
        raise error
    time.sleep(0.1 * 2**attempt)
