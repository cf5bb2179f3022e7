//! Messages as callers of Connect write them, and as gRPC has them.

use std::io::{Read, Write};
use std::sync::{Arc, LazyLock};

use ayla_api::error::{Error, Reason, Result};
use ayla_api::form::too_large;
use ayla_api::words::Message as Words;
use ayla_steps::{count, weights};
use base64::Engine;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use bytes::Bytes;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage, MessageDescriptor, MethodDescriptor};

use crate::call::{Call, part};
use crate::proto::FILE_DESCRIPTOR_SET;
use crate::service::Service;

/// The most bytes that are translated on the thread of a connection.
const SMALL: usize = 4 * 1_024;

/// The language of messages.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Codec {
    /// Protobuf, as over gRPC.
    Proto,
    /// [ProtoJSON](https://protobuf.dev/programming-guides/json/).
    Json,
}

impl Codec {
    pub(super) const ALL: [Self; 2] = [Self::Proto, Self::Json];

    /// The name in queries.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Proto => "proto",
            Self::Json => "json",
        }
    }
}

/// The contract, and the details of errors.
static CONTRACT: LazyLock<DescriptorPool> = LazyLock::new(|| {
    let mut pool = DescriptorPool::decode(FILE_DESCRIPTOR_SET).expect("the build wrote the descriptors");
    pool.decode_file_descriptor_set(tonic_types::pb::FILE_DESCRIPTOR_SET).expect("the library has no clash of names");
    pool
});

/// The method that a path names.
fn method(path: &str) -> Option<MethodDescriptor> {
    let (service, rpc) = path.strip_prefix('/')?.split_once('/')?;
    CONTRACT.get_service_by_name(service)?.methods().find(|method| method.name() == rpc)
}

/// What translates the messages of a call.
#[derive(Clone)]
pub(super) struct Translator {
    pub(super) service: Arc<Service>,
    pub(super) call: Call,
    /// The method whose messages the caller has as JSON; none for a caller who has protobuf.
    method: Option<MethodDescriptor>,
}

impl Translator {
    /// The translator for a call of this path.
    pub(super) fn new(service: Arc<Service>, call: Call, codec: Codec, path: &str) -> Self {
        let method = match codec {
            Codec::Json => method(path),
            Codec::Proto => None,
        };
        Self { service, call, method }
    }

    /// A request in protobuf.
    ///
    /// # Errors
    ///
    /// `MALFORMED_REQUEST` for what is not ProtoJSON of the request; what refuses large work.
    pub(super) async fn read(&self, message: Bytes) -> Result<Bytes> {
        let input = |method: &MethodDescriptor| method.input();
        self.translated(message, input, |kind, message| {
            let unreadable = |error: serde_json::Error| {
                Error::new(Reason::MalformedRequest, Words::new("proto-json").quoting("cause", &error.to_string()))
            };
            let mut json = serde_json::Deserializer::from_slice(if message.is_empty() { b"{}" } else { message });
            let message = DynamicMessage::deserialize(kind.clone(), &mut json).map_err(unreadable)?;
            json.end().map_err(unreadable)?;
            Ok(message.encode_to_vec())
        })
        .await
    }

    /// An answer as the caller wants it.
    ///
    /// # Errors
    ///
    /// What refuses large work.
    pub(super) async fn write(&self, message: Bytes) -> Result<Bytes> {
        let output = |method: &MethodDescriptor| method.output();
        self.translated(message, output, |kind, message| {
            let message = DynamicMessage::decode(kind.clone(), message).ok();
            message.and_then(|message| serde_json::to_vec(&message).ok()).ok_or_else(Error::internal)
        })
        .await
    }

    /// A message between protobuf and JSON; of protobuf, the message itself.
    async fn translated(
        &self,
        message: Bytes,
        kind: fn(&MethodDescriptor) -> MessageDescriptor,
        translate: fn(&MessageDescriptor, &[u8]) -> Result<Vec<u8>>,
    ) -> Result<Bytes> {
        let Some(kind) = self.method.as_ref().map(kind) else { return Ok(message) };
        let is_small = message.len() <= SMALL;
        let work = move || {
            count(message.len() as u64 * weights::BYTE_OF_JSON);
            translate(&kind, &message)
        };
        let part = self.call.part("translate");
        let translated = if is_small { work() } else { self.service.in_turns(&self.call, work).await };
        part::ended(&part, translated).map(Bytes::from)
    }
}

/// A detail of an error as JSON, for people; none of a type that is not known.
pub(super) fn debug(name: &str, value: &[u8]) -> Option<DynamicMessage> {
    DynamicMessage::decode(CONTRACT.get_message_by_name(name)?, value).ok()
}

/// Base64 in queries and in details: for URLs or not, with padding or without.
pub(super) fn from_base64(text: &[u8]) -> Option<Vec<u8>> {
    const CONFIG: GeneralPurposeConfig =
        GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    const FOR_URLS: GeneralPurpose = GeneralPurpose::new(&base64::alphabet::URL_SAFE, CONFIG);
    FOR_URLS.decode(text).ok()
}

/// What gzip has compressed.
///
/// # Errors
///
/// `MALFORMED_REQUEST`; `TOO_LARGE` for more than `most` bytes.
pub(super) fn decompressed(bytes: &[u8], most: usize) -> Result<Vec<u8>> {
    let mut whole = Vec::new();
    let read = GzDecoder::new(bytes).take(most as u64 + 1).read_to_end(&mut whole);
    match read {
        Ok(length) if length > most => Err(too_large(most)),
        Ok(_) => Ok(whole),
        Err(error) => {
            Err(Error::new(Reason::MalformedRequest, Words::new("message-unreadable")).with_cause(error.to_string()))
        }
    }
}

/// These bytes, compressed by gzip.
pub(super) fn compressed(bytes: &[u8]) -> Bytes {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    // Memory takes everything.
    let written = gzip.write_all(bytes).and_then(|()| gzip.finish());
    written.map_or_else(|_| Bytes::new(), Bytes::from)
}
