// Calls a running server with gRPC-web over HTTP/1.1, with the client that browsers use.
//
//     node grpc_web_client.mjs HOST:PORT DESCRIPTOR_SET
//
// The descriptor set is the compiled contract: `buf build proto --as-file-descriptor-set -o FILE`. Exits with 1 and a
// list of the differences, or with 0.

import { expect, finish } from "./expectations.mjs";
import { START, collect, failure, openClient } from "./grpc_web.mjs";

const [address, descriptorSet] = process.argv.slice(2);
if (!descriptorSet) {
  console.error("usage: node grpc_web_client.mjs HOST:PORT DESCRIPTOR_SET");
  process.exit(64);
}

const client = openClient(`http://${address}`, descriptorSet);

await finish("gRPC-web", async () => {
  const moves = await client.legalMoves({ position: START });
  expect("LegalMoves", moves.legalMoves.map(({ move }) => move), ["1", "2", "3", "4", "5", "6"]);

  const applied = await client.applyMove({ position: START, move: "3" });
  expect("ApplyMove", applied.position?.text, "awale 440555/544444 0/0 n q1");
  expect("ApplyMove: events", applied.events.map(({ event }) => event.case), ["pickUp", "sow"]);

  const suggested = await client.suggestMove({ position: START, nodes: 2000n });
  expect("SuggestMove", suggested.principalLine[0], suggested.move);

  const stream = await collect(client.suggestMoveStream({ position: START, nodes: 2000n }));
  expect("stream: the last answer is marked", stream.map(({ last }) => last).indexOf(true), stream.length - 1);
  expect("stream: the last answer is that of SuggestMove", stream.at(-1).suggestion.move, suggested.move);

  const ended = { position: "awale 000000/000000 21/27 n over=famine" };
  const emptyHouse = { position: "awale 044444/444444 4/0 s", move: "1" };
  const malformed = { position: "awale 444444/444444 0/0 x" };
  for (const [what, call, reason] of [
    ["SuggestMoveStream in an ended game", () => collect(client.suggestMoveStream(ended)), "GAME_OVER"],
    ["an illegal move", () => client.applyMove(emptyHouse), "EMPTY_HOUSE"],
    ["a malformed position", () => client.legalMoves(malformed), "MALFORMED_POSITION"],
  ]) {
    expect(what, await failure(call), { code: "InvalidArgument", reason, domain: "mancala.v1" });
  }
});
