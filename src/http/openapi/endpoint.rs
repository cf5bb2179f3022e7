//! The types of an operation, as the document describes them.

use ayla_api::answer::BatchResponse;
use ayla_api::request::BatchRequest;
#[cfg(feature = "pictures")]
use ayla_api::request::RenderBoardRequest;
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use crate::operation::Operation;
use crate::service::operations::{StreamMessage, Streamed, Unary, Visitor, visit};

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

/// The types of an operation.
pub(super) struct Endpoint {
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
    /// The types of an operation; none if it is not in the contract, or not in this build.
    pub(super) fn of(operation: Operation) -> Option<Self> {
        visit(operation, Describe).ok()
    }
}

/// Describes an operation.
struct Describe;

impl Visitor for Describe {
    type Output = Endpoint;

    fn unary<O: Unary<Answer: ToSchema>>(self) -> Endpoint {
        let answer = Some(Schemas::of::<O::Answer>());
        Endpoint { input: Schemas::of::<O::Request>(), answer, form: Form::Single }
    }

    #[cfg(feature = "pictures")]
    fn picture(self) -> Endpoint {
        Endpoint { input: Schemas::of::<RenderBoardRequest>(), answer: None, form: Form::Single }
    }

    fn streamed<O: Streamed>(self) -> Endpoint {
        let answer = Some(Schemas::of::<O::Answer>());
        let form = Form::Events(<O::Answer as StreamMessage>::NAME);
        Endpoint { input: Schemas::of::<O::Request>(), answer, form }
    }

    fn batch(self) -> Endpoint {
        let answer = Some(Schemas::of::<BatchResponse>());
        Endpoint { input: Schemas::of::<BatchRequest>(), answer, form: Form::Lines }
    }
}
