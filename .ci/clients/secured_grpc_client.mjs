// Calls a server with TLS and API keys over gRPC, with @grpc/grpc-js.
//
//     KEY=… HASTY_KEY=… node secured_grpc_client.mjs HOST:PORT PROTO_FOLDER CA_FILE OTHER_CA_FILE
//
// HASTY_KEY allows one call per second. Exits with 1 and a list of the differences, or with 0.

import { readFileSync } from "node:fs";
import * as grpc from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import { expect, expectTrue, finish } from "./expectations.mjs";
import { errorDetails } from "./error_details.mjs";

const [address, proto, ca, otherCa] = process.argv.slice(2);
if (!otherCa) {
  console.error("usage: node secured_grpc_client.mjs HOST:PORT PROTO_FOLDER CA_FILE OTHER_CA_FILE");
  process.exit(64);
}

const contract = loadSync("mancala/v1/mancala_service.proto", {
  includeDirs: [proto],
  enums: String,
  defaults: true,
  oneofs: true,
});
const { MancalaService } = grpc.loadPackageDefinition(contract).mancala.v1;
const START = "awale 444444/444444 0/0 s";
const trusting = (file) => grpc.credentials.createSsl(readFileSync(file));
// The name in the certificate.
const named = { "grpc.ssl_target_name_override": "localhost" };
const client = new MancalaService(address, trusting(ca), named);

function authorization(key) {
  const metadata = new grpc.Metadata();
  if (key) metadata.set("authorization", `Bearer ${key}`);
  return metadata;
}

const call = (method, request, key = process.env.KEY, of = client) =>
  new Promise((resolve, reject) =>
    of[method](request, authorization(key), { deadline: Date.now() + 20_000 }, (error, answer) =>
      error ? reject(error) : resolve(answer),
    ),
  );

/** The error of a call: its code, and its google.rpc details. */
async function failure(attempt) {
  try {
    await attempt();
    return { code: "OK" };
  } catch (error) {
    const [status] = error.metadata?.get("grpc-status-details-bin") ?? [];
    return { code: grpc.status[error.code], ...errorDetails(status) };
  }
}

async function answers() {
  const validated = await call("validateMove", { position: "awale 000000/000122 13/7 n", move: "4" });
  expect("ValidateMove", [validated.legal, validated.ruling], [false, "AW-4"]);
  const applied = await call("applyMove", { position: "andada 101101/110011 - s b", move: "6" });
  expect("ApplyMove", applied.position.text, "andada 101100/110011 - n b");
  expect("ApplyMove: events", applied.events.map(({ event }) => event), ["pickUp", "bearOff"]);
  const suggested = await call("suggestMove", { position: START, nodes: 20_000 });
  expectTrue("SuggestMove", "123456".includes(suggested.move), suggested.move);
  const last = [];
  const options = { deadline: Date.now() + 20_000 };
  const stream = client.suggestMoveStream({ position: START, nodes: 20_000 }, authorization(process.env.KEY), options);
  for await (const answer of stream) last.push(answer.last);
  expect("stream: the last answer is marked", last.indexOf(true), last.length - 1);
}

const refused = { code: "UNAUTHENTICATED", reason: "UNAUTHENTICATED", domain: "mancala.v1" };
const summary = ({ code, reason, domain }) => ({ code, reason, domain });

async function refusals() {
  for (const [what, key] of [
    ["no key", null],
    ["a wrong key", `${process.env.KEY}x`],
  ]) {
    const single = failure(() => call("applyMove", { position: START, move: "3" }, key));
    expect(`${what}: refused`, summary(await single), refused);
    const streamed = failure(async () => {
      for await (const _ of client.suggestMoveStream({ position: START }, authorization(key)));
    });
    expect(`${what}: stream refused`, summary(await streamed), refused);
  }

  const limited = [];
  for (let i = 0; i < 3; i++) {
    limited.push(await failure(() => call("applyMove", { position: START, move: "3" }, process.env.HASTY_KEY)));
  }
  expect("too fast: the first is answered", limited[0].code, "OK");
  expect("too fast: refused", summary(limited[2]), {
    code: "RESOURCE_EXHAUSTED",
    reason: "RATE_LIMITED",
    domain: "mancala.v1",
  });
  expectTrue("too fast: when to retry", limited[2].retryAfterMs > 0 && limited[2].retryAfterMs <= 1000, limited[2]);
  await new Promise((resolve) => setTimeout(resolve, (limited[2].retryAfterMs ?? 1000) + 50));
  const later = await failure(() => call("applyMove", { position: START, move: "3" }, process.env.HASTY_KEY));
  expect("too fast: answered after the delay", later.code, "OK");
}

async function untrusted() {
  for (const [what, credentials] of [
    ["an untrusted certificate", trusting(otherCa)],
    ["plain text to a server with TLS", grpc.credentials.createInsecure()],
  ]) {
    const other = new MancalaService(address, credentials, named);
    const failed = await failure(() => call("applyMove", { position: START, move: "3" }, process.env.KEY, other));
    expect(`${what}: not called`, failed.code, "UNAVAILABLE");
    other.close();
  }
}

await finish("@grpc/grpc-js", async () => {
  await answers();
  await refusals();
  await untrusted();
  // On the same connection, after the refusals.
  await answers();
});
client.close();
