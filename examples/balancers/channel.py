"""Calls Ayla's replicas with grpcio.

    open_channel("dns:///ayla-headless:8080", open("service-config-direct.json").read())
    open_channel("dns:///ayla.example:8080", open("service-config.json").read())

The first balances calls over all replicas itself; the second leaves that to the proxy in front of them. Both service
configs retry calls that end with UNAVAILABLE. Every call to Ayla can safely be retried.
"""

import time

import grpc

ATTEMPTS = 5
# The status of a stream that breaks off. A proxy that loses its replica halfway cannot report UNAVAILABLE.
BROKEN_OFF = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN)


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


def suggestions(stub, request, **options):
    """Yields the answers of SuggestMoveStream.

    If the stream breaks off, the request is sent again, and the answers start from the beginning. The service config
    cannot do this: gRPC does not retry once a response has begun.
    """
    for attempt in range(1, ATTEMPTS + 1):
        try:
            yield from stub.SuggestMoveStream(request, **options)
            return
        except grpc.RpcError as error:
            if error.code() not in BROKEN_OFF or attempt == ATTEMPTS:
                raise
        time.sleep(0.1 * 2**attempt)
