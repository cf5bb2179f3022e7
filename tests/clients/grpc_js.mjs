// Calls a server with TLS and API keys over gRPC, with @grpc/grpc-js.
//
//     KEY=… node grpc_js.mjs HOST:PORT DESCRIPTOR_SET CA_FILE OTHER_CA_FILE

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { createFileRegistry, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema, anyUnpack } from "@bufbuild/protobuf/wkt";
import * as grpc from "@grpc/grpc-js";
import { loadFileDescriptorSetFromBuffer } from "@grpc/proto-loader";

const START = "awale 444444/444444 0/0 s";
const { KEY } = process.env;
const [address, descriptors, ca, otherCa] = process.argv.slice(2);
const contract = readFileSync(descriptors);
const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, contract));
const definition = loadFileDescriptorSetFromBuffer(contract, { enums: String, defaults: true, oneofs: true });
const { MancalaService } = grpc.loadPackageDefinition(definition).mancala.v1;
const trusting = (file) => grpc.credentials.createSsl(readFileSync(file));
// The name in the certificate.
const named = { "grpc.ssl_target_name_override": "localhost" };
const client = new MancalaService(address, trusting(ca), named);
const deadline = () => ({ deadline: Date.now() + 20_000 });

function authorization(key) {
  const metadata = new grpc.Metadata();
  if (key) metadata.set("authorization", `Bearer ${key}`);
  return metadata;
}

const call = (method, request, key = KEY, of = client) =>
  new Promise((resolve, reject) =>
    of[method](request, authorization(key), deadline(), (error, answer) => (error ? reject(error) : resolve(answer))),
  );

/** The end of a stream: whether its last answer, and no other, is marked. */
async function streamed(key) {
  const lasts = [];
  const request = { position: START, nodes: 20_000 };
  for await (const { last } of client.suggestMoveStream(request, authorization(key), deadline())) lasts.push(last);
  return lasts.indexOf(true) === lasts.length - 1;
}

async function answers() {
  const validated = await call("validateMove", { position: "awale 000000/000122 13/7 n", move: "4" });
  assert.deepEqual([validated.legal, validated.ruling], [false, "AW-4"]);
  const applied = await call("applyMove", { position: "andada 101101/110011 - s b", move: "6" });
  assert.equal(applied.position.text, "andada 101100/110011 - n b");
  assert.ok(await streamed(KEY));
}

test("calls are answered", answers);

test("strangers are refused with details", async () => {
  for (const key of [null, `${KEY}x`]) {
    for (const attempt of [() => call("applyMove", { position: START, move: "3" }, key), () => streamed(key)]) {
      await assert.rejects(attempt, (error) => {
        assert.equal(grpc.status[error.code], "UNAUTHENTICATED");
        const [status] = error.metadata.get("grpc-status-details-bin");
        const { details } = fromBinary(registry.getMessage("google.rpc.Status"), status);
        const { reason, domain } = anyUnpack(details[0], registry);
        assert.deepEqual([reason, domain], ["UNAUTHENTICATED", "mancala.v1"]);
        return true;
      });
    }
  }
});

test("a server that is not trusted is not called", async () => {
  for (const credentials of [trusting(otherCa), grpc.credentials.createInsecure()]) {
    const other = new MancalaService(address, credentials, named);
    const attempt = call("applyMove", { position: START, move: "3" }, KEY, other);
    await assert.rejects(attempt, { code: grpc.status.UNAVAILABLE });
    other.close();
  }
});

test("calls are answered on the same connection, after the refusals", answers);
test.after(() => client.close());
