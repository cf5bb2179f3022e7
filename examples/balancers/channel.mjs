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
// The statuses of a call that breaks off, besides UNAVAILABLE. A proxy that loses its replica halfway cannot report that, and
// @grpc/grpc-js reports INTERNAL if the lost connection had received a GOAWAY before.
const BROKEN_OFF = [grpc.status.INTERNAL, grpc.status.UNKNOWN];

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
 * Calls a unary method, such as `applyMove`, and returns its answer. If the call breaks off, the request is sent again. The
 * service config cannot do that: it retries only UNAVAILABLE, and not once a response has begun.
 */
export async function call(client, method, request, options = {}) {
  for (let attempt = 1; ; attempt++) {
    let begun = false;
    try {
      return await new Promise((resolve, reject) => {
        const ended = (error, answer) => (error ? reject(error) : resolve(answer));
        client[method](request, options, ended).on("metadata", () => (begun = true));
      });
    } catch (error) {
      await pause(error, begun, attempt);
    }
  }
}

/** Yields the answers of SuggestMoveStream. If the stream breaks off, the answers start again from the beginning. */
export async function* suggestions(client, request, options = {}) {
  for (let attempt = 1; ; attempt++) {
    let begun = false;
    try {
      yield* client.suggestMoveStream(request, options).on("metadata", () => (begun = true));
      return;
    } catch (error) {
      await pause(error, begun, attempt);
    }
  }
}

/** Waits until a call can be sent again, or throws its error if it did not break off. */
async function pause(error, begun, attempt) {
  const brokenOff = BROKEN_OFF.includes(error.code) || (begun && error.code === grpc.status.UNAVAILABLE);
  if (!brokenOff || attempt === ATTEMPTS) throw error;
  await setTimeout(100 * 2 ** attempt);
}
