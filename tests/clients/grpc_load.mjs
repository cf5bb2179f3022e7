// Calls a service continuously with @grpc/grpc-js, until the standard input ends.
//
//     node grpc_load.mjs PROTO_FOLDER TARGET SERVICE_CONFIG [resend]
//
// Prints `ready`, and at the end as JSON how many calls of each operation were answered, and how the others failed: operation,
// code, details and number. A wrong answer is a failure too. SERVICE_CONFIG is JSON. With `resend`, a call that breaks off is
// sent again; then the timeout of each attempt is that of SERVICE_CONFIG. .ci/run copies channel.mjs of examples/balancers here.

import * as grpc from "@grpc/grpc-js";
import { call, openClient, suggestions } from "./channel.mjs";

const [proto, target, serviceConfig, resend] = process.argv.slice(2);

const START = "awale 444444/444444 0/0 s";
const SECONDS = 20;
// Loops that call applyMove; the other operations have one each.
const CALLERS = 4;

const client = openClient(target, proto, serviceConfig);
const answered = {};
const failed = new Map();
const deadline = () => ({ deadline: Date.now() + SECONDS * 1000 });

const once = (method, request) =>
  new Promise((resolve, reject) =>
    client[method](request, deadline(), (error, answer) => (error ? reject(error) : resolve(answer))),
  );

const unary = (method, request) => (resend ? call(client, method, request) : once(method, request));

const calls = {
  "apply-move": async () => {
    const answer = await unary("applyMove", { position: START, move: "3" });
    return answer.position.text === "awale 440555/544444 0/0 n q1";
  },
  "suggest-move": async () => {
    const answer = await unary("suggestMove", { position: START, nodes: 20_000 });
    return answer.deterministic && Number(answer.nodes) <= 20_000;
  },
  "suggest-move-stream": async () => {
    const last = [];
    const request = { position: START, nodes: 200_000 };
    const answers = resend ? suggestions(client, request) : client.suggestMoveStream(request, deadline());
    // Once a response has begun, no client retries by itself.
    let begun = false;
    if (!resend) answers.on("metadata", () => (begun = true));
    try {
      for await (const answer of answers) last.push(answer.last);
    } catch (error) {
      throw Object.assign(error, { begun });
    }
    return last.indexOf(true) === last.length - 1;
  },
};

let over = false;

async function repeat(operation) {
  while (!over) {
    let failure;
    try {
      if (!(await calls[operation]())) failure = [operation, "WRONG", "an answer that is not possible"];
    } catch (error) {
      const what = error.begun ? `${operation}, begun` : operation;
      failure = [what, grpc.status[error.code] ?? String(error), error.details ?? ""];
    }
    if (failure) {
      const key = JSON.stringify(failure);
      failed.set(key, (failed.get(key) ?? 0) + 1);
    } else {
      answered[operation] = (answered[operation] ?? 0) + 1;
    }
  }
}

await new Promise((resolve, reject) =>
  client.waitForReady(Date.now() + SECONDS * 1000, (error) => (error ? reject(error) : resolve())),
);
console.log("ready");
process.stdin.on("data", () => {}).on("end", () => (over = true));
await Promise.all([...Array(CALLERS).fill("apply-move"), "suggest-move", "suggest-move-stream"].map(repeat));
client.close();
const counted = [...failed].map(([key, count]) => [...JSON.parse(key), count]);
console.log(JSON.stringify({ answered, failed: counted }));
