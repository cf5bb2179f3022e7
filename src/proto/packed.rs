//! The requests of a packed batch, of which no more are kept than are answered.

use ayla_api::batch::MOST_POSITIONS;
use prost::bytes::{Buf, BufMut};
use prost::encoding::{DecodeContext, WireType, message, skip_field};
use prost::{DecodeError, Message};

use super::BatchRequest;

/// The tag of the field `requests`.
const REQUESTS: u32 = 1;

/// Several positions of a batch. What the build makes of the message would keep hundreds of bytes for each empty
/// request, which takes two in the message.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PackedBatchRequest {
    /// The positions, at most one more than a batch may have.
    pub requests: Vec<BatchRequest>,
}

impl Message for PackedBatchRequest {
    fn encode_raw(&self, buffer: &mut impl BufMut) {
        message::encode_repeated(REQUESTS, &self.requests, buffer);
    }

    fn merge_field(
        &mut self,
        tag: u32,
        wire_type: WireType,
        buffer: &mut impl Buf,
        context: DecodeContext,
    ) -> Result<(), DecodeError> {
        match tag {
            REQUESTS if self.requests.len() <= MOST_POSITIONS => {
                message::merge_repeated(wire_type, &mut self.requests, buffer, context)
            }
            _ => skip_field(wire_type, tag, buffer, context),
        }
    }

    fn encoded_len(&self) -> usize {
        message::encoded_len_repeated(REQUESTS, &self.requests)
    }

    fn clear(&mut self) {
        self.requests.clear();
    }
}
