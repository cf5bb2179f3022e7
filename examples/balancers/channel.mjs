// How to call Ayla's replicas with another maker's client: @grpc/grpc-js.
//
//     openClient("dns:///ayla-headless:8080", proto, readFileSync("service-config-direct.json", "utf8"))
//     openClient("dns:///ayla.example:8080", proto, readFileSync("service-config.json", "utf8"))
//
// The first calls every replica itself, the second leaves that to what is in front of them. The service config says so,
// and that a call which ends UNAVAILABLE is made again: every call of Ayla is a question, and may be asked twice.

import { setTimeout } from "node:timers/promises";
import * as grpc from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";

const ATTEMPTS = 5;
// What a stream that breaks off ends with. A proxy that loses its replica half-way can say no more than "broken off".
const BROKEN_OFF = [grpc.status.UNAVAILABLE, grpc.status.INTERNAL, grpc.status.UNKNOWN];

/** The stubs of the contract, whose files are below the folder `proto`. The service config is given as its text. */
export function openClient(target, proto, serviceConfig) {
  const contract = loadSync("mancala/v1/mancala_service.proto", { includeDirs: [proto], enums: String, longs: String });
  const { MancalaService } = grpc.loadPackageDefinition(contract).mancala.v1;
  return new MancalaService(target, grpc.credentials.createInsecure(), {
    "grpc.service_config": serviceConfig,
    // A replica that was replaced is found again soon: the default grows from one second to two minutes.
    "grpc.initial_reconnect_backoff_ms": 250,
    "grpc.max_reconnect_backoff_ms": 5_000,
    // Names are looked up anew when a connection is lost, at most this often: the default is 30 seconds.
    "grpc.dns_min_time_between_resolutions_ms": 5_000,
  });
}

/**
 * The answers of SuggestMoveStream, asked again where it breaks off: they begin anew then. The service config does not
 * do that, since an answer has come already.
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
