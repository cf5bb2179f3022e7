//! The gRPC service of the contract: one path from request to answer for each shape of operation.

use std::pin::Pin;
use std::sync::Arc;

use ayla_api::error::{Error, Result};
use ayla_api::request::CallRequest;
use futures_util::{Stream, StreamExt};
use http::header::ACCEPT_LANGUAGE;
use tonic::metadata::MetadataMap;
use tonic::{Extensions, Request, Response, Status, Streaming};

use super::status::status;
use super::{batch, timeout};
use crate::proto::{self, mancala_service_server::MancalaService};
use crate::service::Service;
use crate::service::call::{self, Call, CallContext, StreamedCall};
use crate::service::operation::{Operation, operations};

/// The operations over gRPC.
#[derive(Clone, Debug)]
pub struct Operations(Arc<Service>);

impl Operations {
    /// The operations of this service.
    pub const fn new(service: Arc<Service>) -> Self {
        Self(service)
    }

    /// Answers a call with one message.
    async fn unary<C: Call, M, A>(&self, request: Request<M>) -> TonicResult<A>
    where
        M: TryInto<C::Request, Error = Box<Error>>,
        A: From<C::Answer> + Send + 'static,
    {
        let (request, call) = read(request, C::OPERATION).map_err(|error| status(&error))?;
        let answer = self.0.answer::<C, _>(request, &call, |answered| A::from(answered.answer)).await;
        answer.map(Response::new).map_err(|error| status(&error))
    }

    /// Answers a call with a stream of messages.
    async fn streamed<C: StreamedCall, M, A>(&self, request: Request<M>) -> TonicResult<Messages<A>>
    where
        M: TryInto<C::Request, Error = Box<Error>>,
        A: From<C::Message> + Send + 'static,
    {
        let (request, call) = read(request, C::OPERATION).map_err(|error| status(&error))?;
        let messages = self.0.stream::<C>(request, &call).await.map_err(|error| status(&error))?.answer;
        Ok(Response::new(Box::pin(messages.map(|message| message.map(Into::into).map_err(|error| status(&error))))))
    }
}

/// Reads a message, and completes the context of its call. Without a server around the service, calls have no limits.
fn read<M: TryInto<T, Error = Box<Error>>, T: CallRequest>(
    request: Request<M>,
    operation: Operation,
) -> Result<(T, Arc<CallContext>)> {
    let (metadata, extensions, message) = request.into_parts();
    let (call, accepted) = (context(&extensions, operation), accepted(&metadata));
    let read = || -> Result<T> {
        let request: T = message.try_into()?;
        let deadline = timeout::deadline(&metadata);
        let deadline = deadline.map_err(|error| error.of_request(request.locale().map(str::to_owned)))?;
        deadline.into_iter().for_each(|deadline| call.set_deadline(deadline));
        Ok(request)
    };
    match read() {
        Ok(mut request) => {
            request.choose_language(accepted);
            Ok((request, call))
        }
        Err(error) => Err(error.in_language_of_request(accepted)),
    }
}

/// The context of a call.
pub(super) fn context(extensions: &Extensions, operation: Operation) -> Arc<CallContext> {
    extensions.get().cloned().unwrap_or_else(|| CallContext::local(operation))
}

/// The languages that the caller reads.
pub(super) fn accepted(metadata: &MetadataMap) -> Option<&str> {
    metadata.get(ACCEPT_LANGUAGE.as_str()).and_then(|accepted| accepted.to_str().ok())
}

pub(super) type TonicResult<T> = std::result::Result<Response<T>, Status>;

/// The messages of a stream.
pub(super) type Messages<T> = Pin<Box<dyn Stream<Item = std::result::Result<T, Status>> + Send + 'static>>;

macro_rules! define_service {
    (
        unary { $($(#[$unary_meta:meta])* $unary:ident $unary_label:literal {
            rpc: $unary_method:ident($unary_request:ident) -> $unary_answer:ident, $($unary_row:tt)*
        })* }
        pictures { $($(#[$picture_meta:meta])* $picture:ident $picture_label:literal {
            rpc: $picture_method:ident($picture_request:ident) -> $picture_answer:ident, $($picture_row:tt)*
        })* }
        streams { $($(#[$stream_meta:meta])* $stream:ident $stream_label:literal {
            rpc: $stream_method:ident($stream_request:ident) -> $stream_answer:ident as $stream_type:ident, $($stream_row:tt)*
        })* }
        batches { $($(#[$batch_meta:meta])* $batch:ident $batch_label:literal {
            rpc: $batch_method:ident($batch_request:ident) -> $batch_answer:ident as $batch_type:ident, $($batch_row:tt)*
        })* }
        others { $($other:tt)* }
    ) => {
        #[tonic::async_trait]
        impl MancalaService for Operations {
            $(
                async fn $unary_method(&self, request: Request<proto::$unary_request>) -> TonicResult<proto::$unary_answer> {
                    self.unary::<call::$unary, _, _>(request).await
                }
            )*

            $(
                #[cfg(feature = "pictures")]
                async fn $picture_method(&self, request: Request<proto::$picture_request>) -> TonicResult<proto::$picture_answer> {
                    self.unary::<call::$picture, _, _>(request).await
                }

                #[cfg(not(feature = "pictures"))]
                async fn $picture_method(&self, _: Request<proto::$picture_request>) -> TonicResult<proto::$picture_answer> {
                    Err(status(&Error::no_pictures()))
                }
            )*

            $(
                type $stream_type = Messages<proto::$stream_answer>;

                async fn $stream_method(&self, request: Request<proto::$stream_request>) -> TonicResult<Self::$stream_type> {
                    self.streamed::<call::$stream, _, _>(request).await
                }
            )*

            $(
                type $batch_type = Messages<proto::$batch_answer>;

                async fn $batch_method(
                    &self,
                    request: Request<Streaming<proto::$batch_request>>,
                ) -> TonicResult<Self::$batch_type> {
                    batch::answer(&self.0, request)
                }
            )*
        }
    };
}

operations!(define_service);
