//! The operations: the request and the answer of each, free of any transport.

use std::pin::Pin;
use std::sync::Arc;

use ayla_api::error::Result;
use ayla_api::request::CallRequest;
use ayla_api::rule_calls::Answered;
use futures_util::Stream;
use futures_util::stream::{self, StreamExt};
use serde::Serialize;
use serde::de::DeserializeOwned;
use utoipa::ToSchema;

use super::Service;
use crate::call::Call;
use crate::operation::Operation;

/// The types of an operation.
pub trait Exchange: Send + 'static {
    /// The operation.
    const OPERATION: Operation;
    /// The type of the request.
    type Request: CallRequest + DeserializeOwned + ToSchema;
    /// The type of the answer, or of each message of a stream.
    type Answer: Send + 'static;
}

/// An operation with a single answer, independent of the transport.
pub trait Unary: Exchange {
    /// Whether the answer to this request may have sentences, which depend on the language.
    fn has_sentences(_: &Self::Request) -> bool {
        true
    }

    /// Answers a request. `write` turns the answer into the form that the transport sends. It runs where the answer was
    /// computed, so that writing a large answer counts towards its caller's turn.
    ///
    /// # Errors
    ///
    /// The errors of the operation.
    fn run<T: Send + 'static>(
        service: &Arc<Service>,
        request: Self::Request,
        call: &Call,
        write: impl FnOnce(Answered<Self::Answer>) -> T + Send + 'static,
    ) -> impl Future<Output = Result<T>> + Send;
}

/// An operation that answers with a stream of messages, independent of the transport.
pub trait Streamed: Exchange<Answer: StreamMessage> {
    /// Answers a request, once the first message is available.
    ///
    /// # Errors
    ///
    /// The errors of the operation. An error in place of a later message ends the stream.
    fn run(
        service: &Arc<Service>,
        request: Self::Request,
        call: &Call,
    ) -> impl Future<Output = Result<Answered<Messages<Self::Answer>>>> + Send;
}

/// A message in a stream of answers.
pub trait StreamMessage: Serialize + ToSchema + Send + 'static {
    /// The name of such messages.
    const NAME: &'static str;

    /// Whether this is the last message.
    fn is_last(&self) -> bool;
}

/// The messages of a stream. Dropping them stops the work that makes them.
pub type Messages<M> = Pin<Box<dyn Stream<Item = Result<M>> + Send>>;

/// Waits for the first message of a stream, and returns all of its messages.
///
/// # Errors
///
/// The error that takes the place of the first message.
pub(super) async fn first_message<M: StreamMessage>(
    messages: impl Stream<Item = Result<M>> + Send + 'static,
) -> Result<Messages<M>> {
    let mut messages = Box::pin(messages);
    let first = messages.next().await.transpose()?;
    Ok(Box::pin(stream::iter(first.map(Ok)).chain(messages)))
}
