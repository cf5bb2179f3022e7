// Reads google.rpc.Status and what of it this service sends, none of which is part of our contract's descriptors.

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
const first = (found, wanted) => found.find(([field]) => field === wanted)?.[1];

/** ErrorInfo's reason and domain, and RetryInfo's delay, of these details: each a type and its bytes. */
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

/** Likewise, of a google.rpc.Status as it is in the trailers. */
export function errorDetails(status) {
  if (!status) return {};
  const details = fields(status)
    .filter(([field]) => field === 3)
    .map(([, any]) => fields(any))
    .map((any) => ({ type: text(first(any, 1)).split("/").at(-1), value: first(any, 2) }));
  return readDetails(details);
}
