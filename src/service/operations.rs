//! The operations: the request and the answer of each, free of any transport.

use std::pin::Pin;
use std::sync::Arc;

use ayla_api::error::Result;
use ayla_api::operation::types::*;
use ayla_api::operations;
use futures_util::Stream;
use futures_util::stream::{self, StreamExt};
use prost::Message;
use serde::Serialize;
use serde::de::DeserializeOwned;
use utoipa::ToSchema;

use super::Service;
#[cfg(feature = "pictures")]
use super::picture::RenderBoardResponse;
use crate::call::Call;
use crate::operation::Operation;
use crate::proto::{self, FromProto, IntoProto, Rpc};

/// The types of an operation.
pub trait Exchange: Send + 'static {
    /// The operation.
    const OPERATION: Operation;
    /// The type of the request.
    type Request: CallRequest + DeserializeOwned + ToSchema + FromProto<Self::Received>;
    /// The type of the answer, or of each message of a stream.
    type Answer: IntoProto<Self::Sent> + Send + 'static;
    /// The message of the request.
    type Received: Message + Default + 'static;
    /// The message of the answer, or each of a stream.
    type Sent: Message + 'static;
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

impl Service {
    /// Answers a request by the rules alone. The call holds a place for the answer if it is large.
    ///
    /// # Errors
    ///
    /// The errors of the operation and of [`Service::compute`]; `OVERLOADED` without a place for a large answer.
    async fn answer_by_rules<R: RuleRequest, T: Send + 'static>(
        &self,
        request: R,
        call: &Call,
        write: impl FnOnce(Answered<R::Answer>) -> T + Send + 'static,
    ) -> Result<T> {
        let presets = self.presets();
        let large_answers = self.large_answers.clone();
        let own = call.clone();
        let language = call.language();
        let work = move || request.answer(&presets, language);
        let finish = move |answered: Answered<R::Answer>| {
            large_answers.admit(&own, answered.size)?;
            Ok(own.part("write").in_scope(|| write(answered)))
        };
        let bytes = |answered: &Answered<R::Answer>| answered.size * BYTES_PER_HOUSE;
        self.finish(call, call.deadline(), work, bytes, finish).await
    }
}

/// Generic code that is run for the types of one operation.
pub(crate) trait Visitor: Sized {
    /// What is made of it.
    type Output;

    /// For an operation with a single answer.
    fn unary<O: Unary<Answer: Serialize + ToSchema>>(self) -> Self::Output;

    /// For an operation that answers with a picture.
    #[cfg(feature = "pictures")]
    fn picture(self) -> Self::Output;

    /// For an operation that answers with a stream of messages.
    fn streamed<O: Streamed>(self) -> Self::Output;

    /// For batches.
    fn batch(self) -> Self::Output;
}

/// Defines the type of each operation, and `visit`, from the rows of the table.
macro_rules! types {
    ($(
        $(#[$doc:meta])*
        $name:ident($request:ident -> $answer:ident) $spelling:literal $how:ident, $kind:ident $(at $path:literal)? { $($row:tt)* };
    )+) => {
        $(types! { @$how $(#[$doc])* $name($request -> $answer) })+

        /// Calls the method of the visitor for this operation.
        ///
        /// # Errors
        ///
        /// The visitor, for what is not in the contract, or not in this build.
        pub(crate) fn visit<V: Visitor>(operation: Operation, visitor: V) -> std::result::Result<V::Output, V> {
            match operation {
                $(Operation::$name => types!(@visit $how visitor $name),)+
                Operation::Health
                | Operation::HealthWatch
                | Operation::Reflection
                | Operation::Mcp
                | Operation::Documentation
                | Operation::Unknown => Err(visitor),
            }
        }
    };
    (@by_rules $(#[$doc:meta])* $name:ident $types:tt) => {
        types! { @with_one $(#[$doc])* $name $types }

        impl Unary for $name {
            async fn run<T: Send + 'static>(
                service: &Arc<Service>,
                request: Self::Request,
                call: &Call,
                write: impl FnOnce(Answered<Self::Answer>) -> T + Send + 'static,
            ) -> Result<T> {
                service.answer_by_rules(request, call, write).await
            }
        }
    };
    (@with_one $(#[$doc:meta])* $name:ident($request:ident -> $answer:ident)) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Debug)]
        pub struct $name;

        impl Exchange for $name {
            const OPERATION: Operation = Operation::$name;
            type Request = $request;
            type Answer = $answer;
            type Received = <proto::rpc::$name as Rpc>::Received;
            type Sent = <proto::rpc::$name as Rpc>::Sent;
        }
    };
    (@stream $($row:tt)+) => {
        types! { @with_one $($row)+ }
    };
    (@picture $($row:tt)+) => {
        #[cfg(feature = "pictures")]
        types! { @with_one $($row)+ }
    };
    (@batch $($row:tt)+) => {};
    (@visit stream $visitor:ident $name:ident) => {
        Ok($visitor.streamed::<$name>())
    };
    (@visit picture $visitor:ident $name:ident) => {{
        #[cfg(feature = "pictures")]
        let visited = Ok($visitor.picture());
        #[cfg(not(feature = "pictures"))]
        let visited = Err($visitor);
        visited
    }};
    (@visit batch $visitor:ident $name:ident) => {
        Ok($visitor.batch())
    };
    // With one answer.
    (@visit $how:ident $visitor:ident $name:ident) => {
        Ok($visitor.unary::<$name>())
    };
}

operations!(types);
