// Speaks gRPC-web over HTTP/1.1 to a running server, with the client that browsers use.
//
//     node grpc_web_client.mjs HOST:PORT DESCRIPTOR_SET
//
// The descriptor set is the compiled contract: `buf build proto --as-file-descriptor-set -o FILE`. Exits with 1 and a
// list of what differed, or with 0.

import { readFileSync } from "node:fs";
import { createFileRegistry, fromBinary } from "@bufbuild/protobuf";
import { BinaryReader } from "@bufbuild/protobuf/wire";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";

const [address, descriptorSet] = process.argv.slice(2);
if (!address || !descriptorSet) {
  console.error("usage: node grpc_web_client.mjs HOST:PORT DESCRIPTOR_SET");
  process.exit(64);
}

const START = "awale 444444/444444 0/0 s";
const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(descriptorSet)));
const service = registry.getService("mancala.v1.MancalaService");
const failures = [];

function expect(what, actual, wanted) {
  if (JSON.stringify(actual) === JSON.stringify(wanted)) {
    console.log(`ok    ${what}`);
  } else {
    failures.push(what);
    console.log(`WRONG ${what}\n      wanted  ${JSON.stringify(wanted)}\n      but got ${JSON.stringify(actual)}`);
  }
}

/** Reads google.rpc.ErrorInfo, which is not part of our contract's descriptors: reason is 1, domain is 2. */
function errorInfo(error) {
  const detail = error.details.find(({ type }) => type === "google.rpc.ErrorInfo");
  const info = { reason: undefined, domain: undefined };
  if (!detail) return info;
  const reader = new BinaryReader(detail.value);
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (field === 1) info.reason = reader.string();
    else if (field === 2) info.domain = reader.string();
    else reader.skip(wireType);
  }
  return info;
}

async function expectFailure(what, call, code, reason) {
  try {
    await call();
    expect(what, "no error", Code[code]);
  } catch (thrown) {
    const error = ConnectError.from(thrown);
    expect(`${what}: code`, Code[error.code], Code[code]);
    expect(`${what}: details`, errorInfo(error), { reason, domain: "mancala.v1" });
  }
}

const transport = createGrpcWebTransport({ baseUrl: `http://${address}`, defaultTimeoutMs: 20_000 });
const client = createClient(service, transport);

try {
  const moves = await client.legalMoves({ position: START });
  expect("LegalMoves", moves.legalMoves.map(({ move }) => move), ["1", "2", "3", "4", "5", "6"]);

  const applied = await client.applyMove({ position: START, move: "3" });
  expect("ApplyMove", applied.position?.text, "awale 440555/544444 0/0 n q1");
  expect("ApplyMove: events", applied.events.map(({ event }) => event.case), ["pickUp", "sow"]);

  const suggested = await client.suggestMove({ position: START, nodes: 2000n });
  expect("SuggestMove", suggested.principalLine[0], suggested.move);

  const stream = [];
  for await (const answer of client.suggestMoveStream({ position: START, nodes: 2000n })) stream.push(answer);
  expect("SuggestMoveStream: the last says so", stream.map(({ last }) => last).indexOf(true), stream.length - 1);
  expect("SuggestMoveStream: the last is that of SuggestMove", stream.at(-1).suggestion.move, suggested.move);
  await expectFailure(
    "SuggestMoveStream in an ended game",
    async () => {
      for await (const _ of client.suggestMoveStream({ position: "awale 000000/000000 21/27 n over=famine" }));
    },
    Code.InvalidArgument,
    "GAME_OVER",
  );

  await expectFailure(
    "an illegal move",
    () => client.applyMove({ position: "awale 044444/444444 4/0 s", move: "1" }),
    Code.InvalidArgument,
    "EMPTY_HOUSE",
  );
  await expectFailure(
    "a position that is none",
    () => client.legalMoves({ position: "awale 444444/444444 0/0 x" }),
    Code.InvalidArgument,
    "MALFORMED_POSITION",
  );
} catch (error) {
  failures.push(`stopped half-way: ${error}`);
}

if (failures.length > 0) {
  console.error(`gRPC-web: ${failures.length} answers were not as they should be:`);
  for (const failure of failures) console.error(`  ${failure}`);
  process.exit(1);
}
console.log("gRPC-web: every answer was as it should be");
