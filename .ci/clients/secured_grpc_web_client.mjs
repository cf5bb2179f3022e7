// Calls a server with TLS and API keys over gRPC-web, as a page of another site does.
//
//     NODE_EXTRA_CA_CERTS=… KEY=… HASTY_KEY=… node secured_grpc_web_client.mjs HOST:PORT DESCRIPTOR_SET ORIGIN
//
// ORIGIN is a site whose pages may call. What a browser looks at before it lets a page read an answer, is looked at
// here. Exits with 1 and a list of what differed, or with 0.

import { readFileSync } from "node:fs";
import { request } from "node:https";
import { createFileRegistry, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";
import { readDetails } from "./error_details.mjs";
import { expect, expectTrue, finish } from "./expectations.mjs";

const [address, descriptorSet, origin] = process.argv.slice(2);
if (!origin) {
  console.error("usage: node secured_grpc_web_client.mjs HOST:PORT DESCRIPTOR_SET ORIGIN");
  process.exit(64);
}

const START = "awale 444444/444444 0/0 s";
const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(descriptorSet)));
const service = registry.getService("mancala.v1.MancalaService");

/** Headers of all answers, as the network has them: a page would see those only that are exposed to it. */
const seen = [];

function clientWith(key) {
  const withKey = (next) => (asked) => {
    if (key) asked.header.set("authorization", `Bearer ${key}`);
    asked.header.set("origin", origin);
    return next(asked);
  };
  const fetching = async (...asked) => {
    const answer = await fetch(...asked);
    seen.push(answer.headers);
    return answer;
  };
  const transport = createGrpcWebTransport({
    baseUrl: `https://${address}`,
    defaultTimeoutMs: 20_000,
    interceptors: [withKey],
    fetch: fetching,
  });
  return createClient(service, transport);
}

async function failure(made) {
  try {
    await made();
    return { code: "no error" };
  } catch (thrown) {
    const error = ConnectError.from(thrown);
    return { code: Code[error.code], ...readDetails(error.details) };
  }
}

/** What a browser asks before it lets a page call. */
function preflight(path, from, headers) {
  const asked = {
    method: "OPTIONS",
    headers: {
      origin: from,
      "access-control-request-method": "POST",
      "access-control-request-headers": headers,
    },
  };
  return new Promise((resolve, reject) =>
    request(`https://${address}${path}`, asked, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer));
    })
      .on("error", reject)
      .end(),
  );
}

const listed = (headers, name) => (headers[name] ?? "").split(",").map((word) => word.trim().toLowerCase());

async function checkPreflight() {
  const wanted = ["authorization", "content-type", "grpc-timeout", "x-grpc-web", "x-user-agent"];
  const path = "/mancala.v1.MancalaService/ApplyMove";
  const told = await preflight(path, origin, wanted.join(","));
  expectTrue("preflight, without a key", [200, 204].includes(told.statusCode), told.statusCode);
  expect("preflight: origin", told.headers["access-control-allow-origin"], origin);
  expectTrue("preflight: POST", listed(told.headers, "access-control-allow-methods").includes("post"), told.headers);
  const allowed = listed(told.headers, "access-control-allow-headers");
  expect("preflight: headers", wanted.filter((header) => !allowed.includes(header)), []);
  const other = await preflight(path, "https://elsewhere.example", wanted.join(","));
  expect("preflight from elsewhere: not allowed", other.headers["access-control-allow-origin"] ?? null, null);
}

async function checkReadme() {
  const client = clientWith(process.env.KEY);
  const validated = await client.validateMove({ position: "awale 000000/000122 13/7 n", move: "4" });
  expect("ValidateMove", [validated.legal, validated.ruling], [false, "AW-4"]);
  const applied = await client.applyMove({ position: "andada 101101/110011 - s b", move: "6" });
  expect("ApplyMove", applied.position?.text, "andada 101100/110011 - n b");
  expect("ApplyMove: events", applied.events.map(({ event }) => event.case), ["pickUp", "bearOff"]);
  const suggested = await client.suggestMove({ position: START, nodes: 20_000n });
  const stream = [];
  for await (const answer of client.suggestMoveStream({ position: START, nodes: 20_000n })) stream.push(answer);
  expect("SuggestMoveStream: the last is that of SuggestMove", stream.at(-1)?.suggestion?.move, suggested.move);
}

async function checkRefusals() {
  const refused = { code: "Unauthenticated", reason: "UNAUTHENTICATED", domain: "mancala.v1" };
  for (const [what, key] of [
    ["no key", undefined],
    ["another key", `${process.env.KEY}x`],
  ]) {
    const client = clientWith(key);
    expect(`${what}: refused`, await failure(() => client.applyMove({ position: START, move: "3" })), refused);
    const streamed = async () => {
      for await (const _ of client.suggestMoveStream({ position: START }));
    };
    expect(`${what}: stream refused`, await failure(streamed), refused);
  }

  const hasty = clientWith(process.env.HASTY_KEY);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  const hurried = [];
  for (let i = 0; i < 3; i++) hurried.push(await failure(() => hasty.applyMove({ position: START, move: "3" })));
  expect("too fast: the first is answered", hurried[0].code, "no error");
  expect("too fast: refused", [hurried[2].code, hurried[2].reason], ["ResourceExhausted", "RATE_LIMITED"]);
  expectTrue("too fast: when to come back", hurried[2].retryAfterMs > 0, hurried[2]);
}

await finish("gRPC-web", async () => {
  await checkPreflight();
  await checkReadme();
  await checkRefusals();
  const hidden = seen.filter((headers) => headers.get("access-control-allow-origin") !== origin);
  expect("every answer, of refusals too, may be read by the page", hidden.length, 0);
  const needed = ["grpc-status", "grpc-message", "grpc-status-details-bin"];
  const told = (headers) => listed({ exposed: headers.get("access-control-expose-headers") }, "exposed");
  const kept = seen.filter((headers) => !needed.every((name) => told(headers).includes(name)));
  expect("every answer lets the page read the status", kept.length, 0);
});
