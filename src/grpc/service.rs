//! The service of the contract: one way from request to answer for each shape of operation.

use std::pin::Pin;
use std::sync::Arc;

use ayla_api::request::CallRequest;
use ayla_net::AheadBody;
use futures_util::future::BoxFuture;
use futures_util::{Stream, StreamExt};
use http::{Request, Response};
use prost::Message;
use tonic::body::Body;
use tonic::server::Grpc;
use tonic::{Status, Streaming};
use tonic_prost::ProstCodec;
use tower::service_fn;
use tracing::Span;

use super::batch::{self, Packed, Packing, Single};
use super::status::refuse;
use crate::call::{Call, part};
use crate::operation::PACKED_BATCH;
use crate::proto::{At, FromProto, IntoProto};
use crate::service::Service;
#[cfg(feature = "pictures")]
use crate::service::operations::RenderBoard;
use crate::service::operations::{Streamed, Unary, Visitor};

/// The messages of a stream.
pub(super) type Messages<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send + 'static>>;

/// What a handler of the library returns.
pub(super) type Handled<T> = Result<tonic::Response<T>, Status>;

/// The response to come.
pub(super) type Answer = BoxFuture<'static, Response<Body>>;

/// A call on its way to the handler of its operation.
pub(super) struct Dispatch {
    pub(super) service: Arc<Service>,
    pub(super) call: Call,
    pub(super) request: Request<Body>,
}

impl Dispatch {
    /// Answers with one message.
    fn answer<O: Unary>(self) -> Answer {
        let Self { service, call, request } = self;
        let mut library = library(&service);
        let reading = call.part("read");
        let handler = service_fn(move |request: tonic::Request<_>| {
            unary::<O>(Arc::clone(&service), call.clone(), request.into_inner(), reading.clone())
        });
        Box::pin(async move { library.unary(handler, request).await })
    }

    /// Answers a batch.
    fn answer_batch<P: Packing>(self) -> Answer {
        let Self { service, call, request } = self;
        let mut library = library(&service);
        let request = request.map(|body| Body::new(AheadBody::new(body)));
        let handler = service_fn(move |request: tonic::Request<Streaming<P::Received>>| {
            std::future::ready(batch::answer::<P>(&service, call.clone(), request.into_inner()))
        });
        Box::pin(async move { library.streaming(handler, request).await })
    }
}

impl Visitor for Dispatch {
    type Output = Answer;

    fn unary<O: Unary>(self) -> Answer {
        self.answer::<O>()
    }

    #[cfg(feature = "pictures")]
    fn picture(self) -> Answer {
        self.answer::<RenderBoard>()
    }

    fn streamed<O: Streamed>(self) -> Answer {
        let Self { service, call, request } = self;
        let mut library = library(&service);
        let reading = call.part("read");
        let handler = service_fn(move |request: tonic::Request<_>| {
            streamed::<O>(Arc::clone(&service), call.clone(), request.into_inner(), reading.clone())
        });
        Box::pin(async move { library.server_streaming(handler, request).await })
    }

    fn batch(self) -> Answer {
        match self.request.uri().path() {
            PACKED_BATCH => self.answer_batch::<Packed>(),
            _ => self.answer_batch::<Single>(),
        }
    }
}

/// What reads and writes messages.
fn library<A: Message + 'static, R: Message + Default + 'static>(service: &Service) -> Grpc<ProstCodec<A, R>> {
    Grpc::new(ProstCodec::default()).apply_max_message_size_config(Some(service.limits.body_bytes), None)
}

/// Answers a call with one message.
async fn unary<O: Unary>(service: Arc<Service>, call: Call, message: O::Received, reading: Span) -> Handled<O::Sent> {
    let (request, call) = read(message, call, &reading)?;
    let answer = O::run(&service, request, &call, |answered| answered.answer.into_proto()).await;
    answer.map(tonic::Response::new).map_err(|error| refuse(&error, &call))
}

/// Answers a call with a stream of messages.
async fn streamed<O: Streamed>(
    service: Arc<Service>,
    call: Call,
    message: O::Received,
    reading: Span,
) -> Handled<Messages<O::Sent>> {
    let (request, call) = read(message, call, &reading)?;
    let answered = O::run(&service, request, &call).await.map_err(|error| refuse(&error, &call))?;
    let message = move |message: ayla_api::error::Result<O::Answer>| {
        message.map(IntoProto::into_proto).map_err(|error| refuse(&error, &call))
    };
    Ok(tonic::Response::new(Box::pin(answered.answer.map(message))))
}

/// Reads a message, and returns the request with the call in its language. `reading` is the span of that.
fn read<M, R: CallRequest + FromProto<M>>(message: M, call: Call, reading: &Span) -> Result<(R, Call), Status> {
    let read = R::from_proto(message, At::Request).and_then(|request| call.check_deadline().map(|()| request));
    let request = part::ended(reading, read).map_err(|error| refuse(&error, &call))?;
    call.note_variant(reading, &request);
    let call = call.for_locale(request.locale());
    Ok((request, call))
}
