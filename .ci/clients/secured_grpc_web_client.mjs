// Calls a server with TLS and API keys over gRPC-web, like a page of another origin.
//
//     NODE_EXTRA_CA_CERTS=… KEY=… HASTY_KEY=… node secured_grpc_web_client.mjs HOST:PORT DESCRIPTOR_SET ORIGIN
//
// The pages of ORIGIN are allowed to call. This checks the headers that a browser checks before a page may read an
// answer. Exits with 1 and a list of the differences, or with 0.

import { request } from "node:https";
import { expect, expectTrue, finish } from "./expectations.mjs";
import { START, collect, failure, openClient } from "./grpc_web.mjs";

const [address, descriptorSet, origin] = process.argv.slice(2);
if (!origin) {
  console.error("usage: node secured_grpc_web_client.mjs HOST:PORT DESCRIPTOR_SET ORIGIN");
  process.exit(64);
}

/** The headers of all answers. A page sees only those that are exposed to it. */
const seen = [];

function clientWith(key) {
  const withKey = (next) => (call) => {
    if (key) call.header.set("authorization", `Bearer ${key}`);
    call.header.set("origin", origin);
    return next(call);
  };
  const recordingFetch = async (...call) => {
    const answer = await fetch(...call);
    seen.push(answer.headers);
    return answer;
  };
  return openClient(`https://${address}`, descriptorSet, { interceptors: [withKey], fetch: recordingFetch });
}

/** The response to the request that a browser sends before a page may call. */
function preflight(path, from, headers) {
  const options = {
    method: "OPTIONS",
    headers: {
      origin: from,
      "access-control-request-method": "POST",
      "access-control-request-headers": headers,
    },
  };
  return new Promise((resolve, reject) =>
    request(`https://${address}${path}`, options, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer));
    })
      .on("error", reject)
      .end(),
  );
}

const listed = (headers, name) => (headers[name] ?? "").split(",").map((word) => word.trim().toLowerCase());

async function checkPreflight() {
  const needed = ["authorization", "content-type", "grpc-timeout", "x-grpc-web", "x-user-agent"];
  const path = "/mancala.v1.MancalaService/ApplyMove";
  const response = await preflight(path, origin, needed.join(","));
  expectTrue("preflight, without a key", [200, 204].includes(response.statusCode), response.statusCode);
  expect("preflight: origin", response.headers["access-control-allow-origin"], origin);
  const methods = listed(response.headers, "access-control-allow-methods");
  expectTrue("preflight: POST", methods.includes("post"), methods);
  const allowed = listed(response.headers, "access-control-allow-headers");
  expect("preflight: headers", needed.filter((header) => !allowed.includes(header)), []);
  const other = await preflight(path, "https://elsewhere.example", needed.join(","));
  expect("preflight from another origin: not allowed", other.headers["access-control-allow-origin"] ?? null, null);
}

async function checkAnswers() {
  const client = clientWith(process.env.KEY);
  const validated = await client.validateMove({ position: "awale 000000/000122 13/7 n", move: "4" });
  expect("ValidateMove", [validated.legal, validated.ruling], [false, "AW-4"]);
  const applied = await client.applyMove({ position: "andada 101101/110011 - s b", move: "6" });
  expect("ApplyMove", applied.position?.text, "andada 101100/110011 - n b");
  expect("ApplyMove: events", applied.events.map(({ event }) => event.case), ["pickUp", "bearOff"]);
  const suggested = await client.suggestMove({ position: START, nodes: 20_000n });
  const stream = await collect(client.suggestMoveStream({ position: START, nodes: 20_000n }));
  expect("stream: the last answer is that of SuggestMove", stream.at(-1)?.suggestion?.move, suggested.move);
}

async function checkRefusals() {
  const refused = { code: "Unauthenticated", reason: "UNAUTHENTICATED", domain: "mancala.v1" };
  for (const [what, key] of [
    ["no key", undefined],
    ["a wrong key", `${process.env.KEY}x`],
  ]) {
    const client = clientWith(key);
    expect(`${what}: refused`, await failure(() => client.applyMove({ position: START, move: "3" })), refused);
    const streamed = await failure(() => collect(client.suggestMoveStream({ position: START })));
    expect(`${what}: stream refused`, streamed, refused);
  }

  const hasty = clientWith(process.env.HASTY_KEY);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  const limited = [];
  for (let i = 0; i < 3; i++) limited.push(await failure(() => hasty.applyMove({ position: START, move: "3" })));
  expect("too fast: the first is answered", limited[0].code, "no error");
  expect("too fast: refused", [limited[2].code, limited[2].reason], ["ResourceExhausted", "RATE_LIMITED"]);
  expectTrue("too fast: when to retry", limited[2].retryAfterMs > 0, limited[2]);
}

await finish("gRPC-web", async () => {
  await checkPreflight();
  await checkAnswers();
  await checkRefusals();
  const hidden = seen.filter((headers) => headers.get("access-control-allow-origin") !== origin);
  expect("the page may read every answer, including refusals", hidden.length, 0);
  const trailers = ["grpc-status", "grpc-message", "grpc-status-details-bin"];
  const exposed = (headers) => listed({ exposed: headers.get("access-control-expose-headers") }, "exposed");
  const withheld = seen.filter((headers) => !trailers.every((name) => exposed(headers).includes(name)));
  expect("the page may read the status of every answer", withheld.length, 0);
});
