// Plays whole games with the official TypeScript client of the Model Context Protocol.
//
//     node play.mjs REVISION http GAMES URL... | stdio GAMES BINARY
//
// GAMES are the options of each game, as JSON. Each turn is a connection of its own, over HTTP to the next of the servers. After
// each turn this prints the number of the server that was called, and waits for a line. The client checks each result against the schema of its tool.

import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const MOST_TURNS = 100;

const [revision, transport, games, ...servers] = process.argv.slice(2);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

async function connect(number) {
  const server = servers[number % servers.length];
  const mode = revision === "2025-11-25" ? "legacy" : { pin: revision };
  const client = new Client({ name: "play", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(
    transport === "stdio"
      ? new StdioClientTransport({ command: server, args: ["mcp"] })
      : new StreamableHTTPClientTransport(new URL(server)),
  );
  return client;
}

async function turn(number, tool, args) {
  const client = await connect(number);
  assert.equal(client.getNegotiatedProtocolVersion(), revision);
  // The schemas of the tools are checked from then on.
  assert.equal((await client.listTools()).tools.length, 9);
  const result = await client.callTool({ name: tool, arguments: args });
  await client.close();
  assert.ok(!result.isError, JSON.stringify(result.content));
  const answer = result.structuredContent;
  assert.ok(result.content[0].text.includes(answer.handle));
  console.log(number % servers.length);
  await lines.next();
  return answer;
}

async function play(game, options, seed) {
  let answer = await turn(0, "start_game", { variant: game, level: 1, seed, options });
  for (let number = 1; !answer.turn.status.over; number += 1) {
    assert.ok(number < MOST_TURNS, answer.handle);
    const moves = answer.turn.legalMoves;
    const move = moves[(number * 7 + seed) % moves.length];
    answer = await turn(number, "play_move", { handle: answer.handle, move });
  }
}

for (const [at, [game, options]] of Object.entries(JSON.parse(games)).entries()) {
  await play(game, options, at + 1);
}
process.exit();
