"""How to call Ayla's replicas with another maker's client: grpcio.

    open_channel("dns:///ayla-headless:8080", open("service-config-direct.json").read())
    open_channel("dns:///ayla.example:8080", open("service-config.json").read())

The first calls every replica itself, the second leaves that to what is in front of them. The service config says so,
and that a call which ends UNAVAILABLE is made again: every call of Ayla is a question, and may be asked twice.
"""

import time

import grpc

ATTEMPTS = 5
# What a stream that breaks off ends with. A proxy that loses its replica half-way can say no more than "broken off".
BROKEN_OFF = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN)


def open_channel(target, service_config, options=()):
    """Takes the text of a service config, and options of your own."""
    return grpc.insecure_channel(
        target,
        options=[
            ("grpc.service_config", service_config),
            # A replica that was replaced is found again soon: the default grows from one second to two minutes.
            ("grpc.initial_reconnect_backoff_ms", 250),
            ("grpc.max_reconnect_backoff_ms", 5_000),
            # Names are looked up anew when a connection is lost, at most this often: the default is 30 seconds.
            ("grpc.dns_min_time_between_resolutions_ms", 5_000),
            *options,
        ],
    )


def suggestions(stub, request, **options):
    """The answers of SuggestMoveStream, asked again where it breaks off: they begin anew then.

    The service config does not do that, since an answer has come already.
    """
    for attempt in range(1, ATTEMPTS + 1):
        try:
            yield from stub.SuggestMoveStream(request, **options)
            return
        except grpc.RpcError as error:
            if error.code() not in BROKEN_OFF or attempt == ATTEMPTS:
                raise
        time.sleep(0.1 * 2**attempt)
