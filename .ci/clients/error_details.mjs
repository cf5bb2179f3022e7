// Reads google.rpc.Status and the details that the service sends. The descriptors of the contract do not include them.

import { BinaryReader } from "@bufbuild/protobuf/wire";

function fields(bytes) {
  const reader = new BinaryReader(bytes);
  const found = [];
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (wireType === 2) found.push([field, reader.bytes()]);
    else if (wireType === 0) found.push([field, Number(reader.int64())]);
    else reader.skip(wireType);
  }
  return found;
}

const text = (bytes) => new TextDecoder().decode(bytes);
const first = (found, number) => found.find(([field]) => field === number)?.[1];

/** The reason and domain of ErrorInfo, and the delay of RetryInfo. Each detail is a type and its bytes. */
export function readDetails(details) {
  const read = {};
  for (const { type, value } of details) {
    const found = fields(value);
    if (type === "google.rpc.ErrorInfo") {
      read.reason = text(first(found, 1));
      read.domain = text(first(found, 2));
    } else if (type === "google.rpc.RetryInfo") {
      const duration = fields(first(found, 1));
      read.retryAfterMs = (first(duration, 1) ?? 0) * 1000 + (first(duration, 2) ?? 0) / 1e6;
    }
  }
  return read;
}

/** The details of an encoded google.rpc.Status, as in the trailers. */
export function errorDetails(status) {
  if (!status) return {};
  const details = fields(status)
    .filter(([field]) => field === 3)
    .map(([, any]) => fields(any))
    .map((any) => ({ type: text(first(any, 1)).split("/").at(-1), value: first(any, 2) }));
  return readDetails(details);
}
