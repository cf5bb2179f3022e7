// Calls Ayla's replicas with @grpc/grpc-js.
//
//     openClient("dns:///ayla-headless:8080", proto, readFileSync("service-config-direct.json", "utf8"))
//     openClient("dns:///ayla.example:8080", proto, readFileSync("service-config.json", "utf8"))
//
// The first balances calls over all replicas itself; the second leaves that to the proxy in front of them. Both service
// configs retry calls that end with UNAVAILABLE. Every call to Ayla can safely be retried.

import { setTimeout } from "node:timers/promises";
import * as grpc from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";

const ATTEMPTS = 5;
// The status of a stream that breaks off. A proxy that loses its replica halfway cannot report UNAVAILABLE.
const BROKEN_OFF = [grpc.status.UNAVAILABLE, grpc.status.INTERNAL, grpc.status.UNKNOWN];

/** A client for the proto files below the folder `proto`. `serviceConfig` is the text of a service config. */
export function openClient(target, proto, serviceConfig) {
  const contract = loadSync("mancala/v1/mancala_service.proto", { includeDirs: [proto], enums: String, longs: String });
  const { MancalaService } = grpc.loadPackageDefinition(contract).mancala.v1;
  return new MancalaService(target, grpc.credentials.createInsecure(), {
    "grpc.service_config": serviceConfig,
    // Reconnects soon to a replica that was replaced: the default backoff grows from one second to two minutes.
    "grpc.initial_reconnect_backoff_ms": 250,
    "grpc.max_reconnect_backoff_ms": 5_000,
    // A lost connection causes a new name resolution, but no more often than this: the default is 30 seconds.
    "grpc.dns_min_time_between_resolutions_ms": 5_000,
  });
}

/**
 * Yields the answers of SuggestMoveStream. If the stream breaks off, the request is sent again, and the answers start
 * from the beginning. The service config cannot do this: gRPC does not retry once a response has begun.
 */
export async function* suggestions(client, request, options = {}) {
  for (let attempt = 1; ; attempt++) {
    try {
      yield* client.suggestMoveStream(request, options);
      return;
    } catch (error) {
      if (!BROKEN_OFF.includes(error.code) || attempt === ATTEMPTS) throw error;
    }
    await setTimeout(100 * 2 ** attempt);
  }
}
