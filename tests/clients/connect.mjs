// Plays whole games over Connect, and compares every answer with that over gRPC and gRPC-web.
//
//     node connect.mjs URL DESCRIPTOR_SET

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { createFileRegistry, fromBinary, toJson } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { compressionGzip, createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";

const [baseUrl, descriptors] = process.argv.slice(2);
const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(descriptors)));
const service = registry.getService("mancala.v1.MancalaService");
const MOST_PLIES = 400;

const options = (more) => ({ baseUrl, httpVersion: "1.1", defaultTimeoutMs: 20_000, ...more });
const clients = {
  grpc: createGrpcTransport(options({ httpVersion: "2" })),
  grpcWeb: createGrpcWebTransport(options({})),
  json: createConnectTransport(options({ useBinaryFormat: false })),
  proto: createConnectTransport(options({ useBinaryFormat: true })),
  get: createConnectTransport(options({ useBinaryFormat: true, useHttpGet: true })),
  getJson: createConnectTransport(options({ useBinaryFormat: false, useHttpGet: true, httpVersion: "2" })),
  gzip: createConnectTransport(options({ sendCompression: compressionGzip, compressMinBytes: 0 })),
};
for (const name in clients) clients[name] = createClient(service, clients[name]);

let asked = 0;

/** The answer to a call, which is the same over all transports; or its error. */
async function ask(method, request) {
  const answers = await Promise.all(
    Object.values(clients).map(async (client) => {
      try {
        return toJson(service.method[method].output, await client[method](request), { registry });
      } catch (thrown) {
        const error = ConnectError.from(thrown);
        const [info] = error.findDetails(registry.getMessage("google.rpc.ErrorInfo"));
        return { code: Code[error.code], message: error.rawMessage, reason: info?.reason, metadata: info?.metadata };
      }
    }),
  );
  for (const answer of answers.slice(1)) assert.deepEqual(answer, answers[0]);
  asked += answers.length;
  return answers[0];
}

async function collect(stream) {
  const messages = [];
  for await (const message of stream) messages.push(message);
  return messages;
}

const { variants } = await ask("listVariants", {});
for (const { name } of variants) {
  test(`a game of ${name}`, async () => {
    let { position, legalMoves = [] } = await ask("startGame", { variant: name });
    for (let ply = 0; ply < MOST_PLIES; ply += 1) {
      legalMoves = (await ask("legalMoves", { position: position.text })).legalMoves ?? [];
      if (legalMoves.length === 0) return;
      const { move } = legalMoves[(ply * 7) % legalMoves.length];
      const refused = await ask("applyMove", { position: position.text, move: "99" });
      assert.equal(refused.code, "InvalidArgument");
      ({ position } = await ask("applyMove", { position: position.text, move }));
    }
  });
}

test("streams end with the suggestion, and with errors", async () => {
  const position = "awale 444444/444444 0/0 s";
  const suggested = await ask("suggestMove", { position, nodes: 2000n });
  for (const [name, client] of Object.entries(clients)) {
    const stream = await collect(client.suggestMoveStream({ position, nodes: 2000n }));
    assert.equal(stream.at(-1).suggestion.move, suggested.move, name);
    const ended = { position: "awale 000000/000000 21/27 n over=famine" };
    await assert.rejects(collect(client.suggestMoveStream(ended)), (error) => error.code === Code.InvalidArgument, name);
    const hurried = await client.suggestMove({ position, depth: 60, nodes: 10n ** 12n }, { timeoutMs: 3_000 });
    assert.match(hurried.move, /^[1-6]$/, name);
  }
});

test("a batch is answered in order", async () => {
  const requests = Array.from({ length: 300 }, (_, id) => ({ id: `${id}`, position: "kalah 444444/444444 0/0 s" }));
  async function* messages() {
    yield* requests;
  }
  for (const name of ["grpc", "getJson"]) {
    const answers = await collect(clients[name].batch(messages()));
    assert.deepEqual(answers.map(({ id }) => id), requests.map(({ id }) => id), name);
  }
});

test("there were a thousand calls", () => assert.ok(asked > 1_000, `${asked}`));
