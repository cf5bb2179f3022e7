// Calls a method again and again from a given local address, which gRPC libraries cannot choose.
//
//     node grpc_from.mjs LOCAL_ADDRESS HOST:PORT PATH MESSAGE_FILE COUNT [X_FORWARDED_FOR...]
//
// Prints the list of grpc-status, as JSON.

import { readFileSync } from "node:fs";
import { connect } from "node:http2";

const [localAddress, target, path, file, count, ...forwarded] = process.argv.slice(2);
const message = readFileSync(file);
const prefix = Buffer.alloc(5);
prefix.writeUInt32BE(message.length, 1);
const headers = {
  ":method": "POST",
  ":path": path,
  "content-type": "application/grpc",
  te: "trailers",
  ...(forwarded.length > 0 && { "x-forwarded-for": forwarded }),
};

function call(session) {
  return new Promise((resolve, reject) => {
    let status;
    const noted = (received) => (status = received["grpc-status"] ?? status);
    const stream = session.request(headers);
    stream.on("response", noted).on("trailers", noted).on("error", reject);
    stream.on("close", () => resolve(status)).resume();
    stream.end(Buffer.concat([prefix, message]));
  });
}

const session = connect(`http://${target}`, { localAddress });
const statuses = [];
for (let number = 0; number < Number(count); number += 1) {
  statuses.push(await call(session));
}
session.close();
console.log(JSON.stringify(statuses));
