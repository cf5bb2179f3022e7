// Calls a server with gRPC-web over HTTP/1.1, with the client that browsers use.
//
//     [NODE_EXTRA_CA_CERTS=… KEY=… ORIGIN=…] node grpc_web.mjs URL DESCRIPTOR_SET
//
// With KEY the server needs a key, and allows the pages of ORIGIN to call: this sees to the headers that a browser checks
// before a page may read an answer.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { createFileRegistry, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";

const START = "awale 444444/444444 0/0 s";
const { KEY, ORIGIN } = process.env;
const [baseUrl, descriptors] = process.argv.slice(2);
const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(descriptors)));
/** The headers of all answers. A page sees only those that are exposed to it. */
const seen = [];

function openClient(key) {
  const withHeaders = (next) => (call) => {
    if (key) call.header.set("authorization", `Bearer ${key}`);
    if (ORIGIN) call.header.set("origin", ORIGIN);
    return next(call);
  };
  const recordingFetch = async (...call) => {
    const answer = await fetch(...call);
    seen.push(answer.headers);
    return answer;
  };
  const options = { baseUrl, defaultTimeoutMs: 20_000, interceptors: [withHeaders], fetch: recordingFetch };
  return createClient(registry.getService("mancala.v1.MancalaService"), createGrpcWebTransport(options));
}

async function collect(stream) {
  const messages = [];
  for await (const message of stream) messages.push(message);
  return messages;
}

/** Expects an error with this code, and this reason in its details. */
async function refused(call, code, reason) {
  const thrown = await call.then(
    () => assert.fail(`there is no ${reason}`),
    (error) => error,
  );
  const error = ConnectError.from(thrown);
  const [info] = error.findDetails(registry.getMessage("google.rpc.ErrorInfo"));
  assert.deepEqual([Code[error.code], info?.reason, info?.domain], [code, reason, "mancala.v1"]);
}

test("calls are answered", async () => {
  const client = openClient(KEY);
  const moves = await client.legalMoves({ position: START });
  assert.deepEqual(moves.legalMoves.map(({ move }) => move), ["1", "2", "3", "4", "5", "6"]);
  const applied = await client.applyMove({ position: "andada 101101/110011 - s b", move: "6" });
  assert.equal(applied.position.text, "andada 101100/110011 - n b");
  assert.deepEqual(applied.events.map(({ event }) => event.case), ["pickUp", "bearOff"]);
});

test("a stream ends with the suggestion", async () => {
  const client = openClient(KEY);
  const suggested = await client.suggestMove({ position: START, nodes: 2000n });
  assert.equal(suggested.principalLine[0], suggested.move);
  const stream = await collect(client.suggestMoveStream({ position: START, nodes: 2000n }));
  assert.equal(stream.findIndex(({ last }) => last), stream.length - 1);
  assert.equal(stream.at(-1).suggestion.move, suggested.move);
});

test("errors have details", async () => {
  const client = openClient(KEY);
  const ended = { position: "awale 000000/000000 21/27 n over=famine" };
  await refused(collect(client.suggestMoveStream(ended)), "InvalidArgument", "GAME_OVER");
  const emptyHouse = { position: "awale 044444/444444 4/0 s", move: "1" };
  await refused(client.applyMove(emptyHouse), "InvalidArgument", "EMPTY_HOUSE");
  await refused(client.legalMoves({ position: "awale 4" }), "InvalidArgument", "MALFORMED_POSITION");
});

if (KEY) {
  test("strangers are refused", async () => {
    for (const key of [undefined, `${KEY}x`]) {
      const client = openClient(key);
      await refused(client.applyMove({ position: START, move: "3" }), "Unauthenticated", "UNAUTHENTICATED");
      await refused(collect(client.suggestMoveStream({ position: START })), "Unauthenticated", "UNAUTHENTICATED");
    }
  });

  test("the page may read every answer and its status, of refusals too", () => {
    for (const headers of seen) {
      assert.equal(headers.get("access-control-allow-origin"), ORIGIN);
      const exposed = headers.get("access-control-expose-headers");
      for (const name of ["grpc-status", "grpc-message", "grpc-status-details-bin"]) assert.match(exposed, RegExp(name));
    }
  });
}
