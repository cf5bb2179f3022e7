//! The operations over HTTP: a handler for each, and the types of its input and its answer.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, MethodRouter, on};
use ayla_api::answer::BatchResponse;
use ayla_api::request::BatchRequest;
use ayla_api::rule_calls::Answered;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use crate::service::Service;
use crate::service::call::{self, Call, StreamMessage, StreamedCall};
use crate::service::operation::{Caching, Contract, Methods, Operation, operations};

use super::input::{self, context};
use super::json::Json;
#[cfg(feature = "pictures")]
use super::picture;
use super::problem::refuse;
use super::{batch, cache, stream};

/// The schema of a type, and the schemas that it refers to.
pub(super) struct Schemas {
    pub(super) name: String,
    pub(super) all: Vec<(String, RefOr<Schema>)>,
}

impl Schemas {
    /// The schema of a type.
    pub(super) fn of<T: ToSchema>() -> Self {
        let mut all = vec![(T::name().into_owned(), T::schema())];
        T::schemas(&mut all);
        Self { name: T::name().into_owned(), all }
    }

    /// A reference to the schema of the type.
    pub(super) fn reference(&self) -> Value {
        reference(&self.name)
    }
}

/// A reference to the schema with this name.
pub(super) fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

/// An operation with its handler and its description.
pub(super) struct Endpoint {
    pub(super) handler: MethodRouter<Arc<Service>>,
    /// The schemas of the input.
    pub(super) input: Schemas,
    /// The schemas of the answer; none for pictures.
    pub(super) answer: Option<Schemas>,
    /// The form of the bodies.
    pub(super) form: Form,
}

/// The form of the bodies of an operation, where they are JSON at all.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// One request and one answer.
    Single,
    /// One request, and an answer as events with this name.
    Events(&'static str),
    /// Requests and answers, each on a line.
    Lines,
}

impl Endpoint {
    fn unary<C: Call<Request: DeserializeOwned + ToSchema, Answer: Serialize + ToSchema>>(
        methods: MethodFilter,
    ) -> Self {
        let (input, answer) = (Schemas::of::<C::Request>(), Some(Schemas::of::<C::Answer>()));
        Self { handler: on(methods, unary::<C>), input, answer, form: Form::Single }
    }

    #[cfg(feature = "pictures")]
    fn of_pictures<C: Call<Request: ToSchema>>(methods: MethodFilter) -> Self {
        let input = Schemas::of::<C::Request>();
        Self { handler: on(methods, picture::render_board), input, answer: None, form: Form::Single }
    }

    fn streamed<C: StreamedCall<Request: DeserializeOwned + ToSchema, Message: Serialize + ToSchema>>(
        methods: MethodFilter,
    ) -> Self {
        let (input, answer) = (Schemas::of::<C::Request>(), Some(Schemas::of::<C::Message>()));
        let form = Form::Events(<C::Message as StreamMessage>::NAME);
        Self { handler: on(methods, streamed::<C>), input, answer, form }
    }

    fn of_batches(methods: MethodFilter) -> Self {
        let (input, answer) = (Schemas::of::<BatchRequest>(), Some(Schemas::of::<BatchResponse>()));
        Self { handler: on(methods, batch::answer), input, answer, form: Form::Lines }
    }
}

macro_rules! define_endpoint {
    (
        unary { $($(#[$unary_meta:meta])* $unary:ident $unary_label:literal { $($unary_row:tt)* })* }
        pictures { $($(#[$picture_meta:meta])* $picture:ident $picture_label:literal { $($picture_row:tt)* })* }
        streams { $($(#[$stream_meta:meta])* $stream:ident $stream_label:literal { $($stream_row:tt)* })* }
        batches { $($(#[$batch_meta:meta])* $batch:ident $batch_label:literal { $($batch_row:tt)* })* }
        others { $($(#[$other_meta:meta])* $other:ident $other_label:literal { $($other_row:tt)* })* }
    ) => {
        /// The endpoint of an operation; none if the operation is not in the contract, or if it draws pictures and the
        /// build has none.
        pub(super) fn endpoint(operation: Operation, contract: &Contract) -> Option<Endpoint> {
            let methods = match contract.methods {
                Methods::Get => MethodFilter::GET,
                Methods::Post => MethodFilter::POST,
                Methods::GetAndPost => MethodFilter::GET.or(MethodFilter::POST),
            };
            match operation {
                $(Operation::$unary => Some(Endpoint::unary::<call::$unary>(methods)),)*
                $(
                    #[cfg(feature = "pictures")]
                    Operation::$picture => Some(Endpoint::of_pictures::<call::$picture>(methods)),
                    #[cfg(not(feature = "pictures"))]
                    Operation::$picture => None,
                )*
                $(Operation::$stream => Some(Endpoint::streamed::<call::$stream>(methods)),)*
                $(Operation::$batch => Some(Endpoint::of_batches(methods)),)*
                $(Operation::$other)|* => None,
            }
        }
    };
}

operations!(define_endpoint);

/// Answers a call with a JSON response.
async fn unary<C: Call<Request: DeserializeOwned, Answer: Serialize>>(
    State(service): State<Arc<Service>>,
    request: Request,
) -> Response {
    let is_tagged = C::OPERATION.contract().is_some_and(|contract| contract.caching == Caching::ByContent);
    let (call, headers) = (context(&request), is_tagged.then(|| request.headers().clone()));
    let write = move |answered: Answered<C::Answer>| {
        let content = match headers {
            Some(headers) => cache::by_content(&headers, &answered.answer),
            None => Json(&answered.answer).into_response(),
        };
        cache::said(&answered, content)
    };
    let answered = match input::read(request, &service).await {
        Ok(input) => service.answer::<C, _>(input, &call, write).await,
        Err(error) => Err(error),
    };
    answered.unwrap_or_else(|error| refuse(*error, &call))
}

/// Answers a call with a stream of server-sent events.
async fn streamed<C: StreamedCall<Request: DeserializeOwned, Message: Serialize>>(
    State(service): State<Arc<Service>>,
    request: Request,
) -> Response {
    let call = context(&request);
    let answered = match input::read(request, &service).await {
        Ok(input) => service.stream::<C>(input, &call).await,
        Err(error) => Err(error),
    };
    match answered {
        Ok(Answered { answer, language, is_lasting, size }) => {
            cache::said(&Answered { answer: (), language, is_lasting, size }, stream::events(answer, call))
        }
        Err(error) => refuse(*error, &call),
    }
}
