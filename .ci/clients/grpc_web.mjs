// A gRPC-web client as browsers use it, and its errors.

import { readFileSync } from "node:fs";
import { createFileRegistry, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";
import { readDetails } from "./error_details.mjs";

export const START = "awale 444444/444444 0/0 s";

/** A client for the service in a file of descriptors, with further options for its transport. */
export function openClient(baseUrl, descriptorSet, options = {}) {
  const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(descriptorSet)));
  const transport = createGrpcWebTransport({ baseUrl, defaultTimeoutMs: 20_000, ...options });
  return createClient(registry.getService("mancala.v1.MancalaService"), transport);
}

/** The error of a call: its code, and its google.rpc details. */
export async function failure(call) {
  try {
    await call();
    return { code: "no error" };
  } catch (thrown) {
    const error = ConnectError.from(thrown);
    return { code: Code[error.code], ...readDetails(error.details) };
  }
}

/** All messages of a stream. */
export async function collect(stream) {
  const messages = [];
  for await (const message of stream) messages.push(message);
  return messages;
}
