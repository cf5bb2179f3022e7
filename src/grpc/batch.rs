//! Batches over gRPC: a stream of requests, and a stream of answers.

use std::collections::VecDeque;
use std::iter::once;
use std::sync::Arc;

use ayla_api::request::BatchRequest;
use futures_util::FutureExt;
use futures_util::stream::{StreamExt, iter, unfold};
use prost::Message;
use tonic::{Response, Status, Streaming};

use super::errors::broken_stream;
use super::service::{Handled, Messages};
use super::status::refuse;
use crate::call::Call;
use crate::proto::{self, At, FromProto, IntoProto};
use crate::service::Service;
use crate::service::batch::{BatchCall, BatchTurn, PIECE_BYTES};

/// The most requests that are received, and the most answers that are made, before these are answered or sent.
const PIECE: usize = 256;

/// How a batch is divided into messages.
pub(super) trait Packing: Send + 'static {
    /// A message with requests.
    type Received: Message + Default + 'static;
    /// A message with answers.
    type Sent: Message + 'static;

    /// The requests of a message.
    fn requests(message: Self::Received) -> impl IntoIterator<Item = proto::BatchRequest>;

    /// The messages with these answers.
    fn sent(answers: Vec<proto::BatchResponse>) -> impl Iterator<Item = Self::Sent>;
}

/// One request or one answer in each message.
pub(super) struct Single;

impl Packing for Single {
    type Received = proto::BatchRequest;
    type Sent = proto::BatchResponse;

    fn requests(message: Self::Received) -> impl IntoIterator<Item = proto::BatchRequest> {
        [message]
    }

    fn sent(answers: Vec<proto::BatchResponse>) -> impl Iterator<Item = Self::Sent> {
        answers.into_iter()
    }
}

/// Many in each.
pub(super) struct Packed;

impl Packing for Packed {
    type Received = proto::PackedBatchRequest;
    type Sent = proto::PackedBatchResponse;

    fn requests(message: Self::Received) -> impl IntoIterator<Item = proto::BatchRequest> {
        message.requests
    }

    fn sent(responses: Vec<proto::BatchResponse>) -> impl Iterator<Item = Self::Sent> {
        once(proto::PackedBatchResponse { responses })
    }
}

/// Answers a batch, message by message as they arrive.
pub(super) fn answer<P: Packing>(
    service: &Arc<Service>,
    call: Call,
    messages: Streaming<P::Received>,
) -> Handled<Messages<P::Sent>> {
    let begun = call.check_deadline().and_then(|()| service.begin_batch(call.clone()));
    let batch = begun.map_err(|error| refuse(&error, &call))?;
    let exchange = Exchange::<P> { batch, messages, requests: VecDeque::new(), end: None };
    let pieces = unfold(Some(exchange), async |exchange| exchange?.next().await);
    Ok(Response::new(Box::pin(pieces.flat_map(iter))))
}

/// Answers, or the error in place of them.
type Answers<P> = Vec<Result<<P as Packing>::Sent, Status>>;

/// A batch with its requests.
struct Exchange<P: Packing> {
    batch: BatchCall,
    messages: Streaming<P::Received>,
    /// The requests that have arrived and were not answered.
    requests: VecDeque<proto::BatchRequest>,
    /// How the stream of requests has ended, if it has.
    end: Option<ayla_api::error::Result<()>>,
}

impl<P: Packing> Exchange<P> {
    /// The next answers, and what follows them; none after the last.
    async fn next(mut self) -> Option<(Answers<P>, Option<Self>)> {
        self.receive().await;
        if self.requests.is_empty() {
            let error = self.end.take()?.err()?;
            return Some((vec![Err(refuse(&error, &self.batch.call))], None));
        }
        match self.answer().await {
            Ok(answers) => Some((P::sent(answers).map(Ok).collect(), (!self.batch.is_over()).then_some(self))),
            Err(error) => Some((vec![Err(refuse(&error, &self.batch.call))], None)),
        }
    }

    /// Receives a request, and then those that have arrived by now.
    async fn receive(&mut self) {
        let mut bytes = self.requests.iter().map(Message::encoded_len).sum::<usize>();
        while self.end.is_none() && self.requests.len() < PIECE && bytes < PIECE_BYTES {
            let message = match self.requests.is_empty() {
                true => match self.batch.receive(self.messages.message()).await {
                    Ok(message) => Some(message),
                    Err(error) => {
                        self.end = Some(Err(error));
                        None
                    }
                },
                false => self.messages.message().now_or_never(),
            };
            match message {
                None => break,
                Some(Ok(Some(message))) => {
                    bytes += message.encoded_len();
                    self.requests.extend(P::requests(message));
                }
                Some(Ok(None)) => self.end = Some(Ok(())),
                Some(Err(error)) => {
                    self.end = Some(Err(broken_stream(&error, &self.batch.service.limits)));
                }
            }
        }
    }

    /// Answers requests that have arrived.
    async fn answer(&mut self) -> ayla_api::error::Result<Vec<proto::BatchResponse>> {
        let mut requests = std::mem::take(&mut self.requests);
        let work = move |turn: &mut BatchTurn<'_>| {
            let mut answers = Vec::with_capacity(requests.len());
            let mut bytes = 0;
            while bytes < PIECE_BYTES && !turn.has_to_stop() {
                let Some(mut request) = requests.pop_front() else { break };
                let id = request.id.take();
                let answer = match BatchRequest::from_proto(request, At::Request) {
                    Ok(request) => turn.answer(BatchRequest { id, ..request }),
                    Err(error) => turn.refuse(id, error),
                };
                let answer: proto::BatchResponse = answer.into_proto();
                bytes += answer.encoded_len();
                answers.push(answer);
            }
            (requests, answers)
        };
        let (requests, answers) = self.batch.answer(work).await?;
        self.requests = requests;
        Ok(answers)
    }
}
