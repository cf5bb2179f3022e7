//! JSON over HTTP: reading and writing, the documentation, and the pages. What is answered is [`crate::service`]'s.

mod batch;
mod cache;
mod compression;
pub(crate) mod input;
mod json;
mod openapi;
mod operations;
mod pages;
#[cfg(feature = "pictures")]
mod picture;
pub mod problem;
pub mod problems;
mod security_txt;
mod stream;
#[cfg(feature = "mcp")]
mod tools;

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{ALLOW, CONTENT_LENGTH};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use ayla_api::error::{Error, Reason};
use ayla_api::words::Message;
#[cfg(feature = "mcp")]
use ayla_mcp::server::http::{Access, Transport};
use ayla_pages::{Content, Routes};
use ayla_rules::RULES_VERSION;
use hyper::body::Body as _;
use tower::{Layer, ServiceExt, service_fn};

use self::operations::{Dispatch, allowed};
use self::pages::Pages;
use self::problem::refuse;
use crate::call::{Call, End, Status};
use crate::headers::RULES;
use crate::operation::{self, Operation, SECURITY_TXT};
use crate::service::Service;
use crate::service::operations::visit;

pub use cache::{Caches, Sharing};
pub use openapi::{openapi, reference_page};

/// What answers calls over HTTP.
pub struct Http {
    service: Arc<Service>,
    caches: Caches,
    /// What a server without pages has, too: the description of the API at `/openapi.json`, and where to report a
    /// security problem.
    documents: Routes,
    /// The pages for people; none of a server without pages.
    pages: Option<Pages>,
    /// The tools for language models; none without the protocol.
    #[cfg(feature = "mcp")]
    tools: Option<Transport>,
}

impl Http {
    /// What answers from this service, without pages and tools. Caches may keep the answers as these `caches` say.
    pub fn new(service: Arc<Service>, caches: Caches) -> Self {
        let document = Content::new("application/json", move || openapi::openapi_of(caches.answers).into());
        let mut documents = Routes::default();
        documents.add(ayla_pages::OPENAPI, None, move |head, _| document.answer(head));
        Self {
            service,
            caches,
            documents,
            pages: None,
            #[cfg(feature = "mcp")]
            tools: None,
        }
    }

    /// Adds the pages for people. Web pages of the `framing` origins may show the page to play in a frame.
    #[must_use]
    pub fn with_pages(self, framing: &[HeaderValue]) -> Self {
        let pages = Pages::new(&self.service, framing);
        Self { pages: Some(pages), ..self }
    }

    /// Adds the file that says where to report a security problem.
    #[must_use]
    pub fn with_security_contact(mut self, contact: &str) -> Self {
        let answer = security_txt::answer(contact, self.service.public_url.as_deref());
        self.documents.add(SECURITY_TXT, None, move |_, _| answer());
        self
    }

    /// Adds the tools for language models, which `access` limits.
    #[cfg(feature = "mcp")]
    #[must_use]
    pub fn with_tools(self, access: &Access) -> Self {
        Self { tools: Some(Transport::new(access)), ..self }
    }

    /// Answers a call, compressed if that is worth it and the caller accepts it.
    pub async fn answer(&self, call: Call, request: Request) -> Response {
        if !ayla_pages::accepts_gzip(request.headers()) {
            return self.answer_plain(call, request).await;
        }
        let plain = service_fn(|request| {
            let call = call.clone();
            async { Ok::<_, Infallible>(self.answer_plain(call, request).await) }
        });
        let answered = Box::pin(compression::layer().layer(plain).oneshot(request)).await;
        answered.unwrap_or_else(|never| match never {}).map(Body::new)
    }

    async fn answer_plain(&self, call: Call, request: Request) -> Response {
        let operation = call.operation;
        let mut response = self.answer_by_operation(call, request).await;
        compression::vary(operation, &mut response);
        if operation.contract().is_some() {
            response.headers_mut().insert(RULES, HeaderValue::from_static(RULES_VERSION));
        }
        // HEAD needs the length of the body that is not sent; of an answer that the client has, the body is not the
        // length.
        let is_modified = response.status() != StatusCode::NOT_MODIFIED;
        if let Some(length) = response.size_hint().exact().filter(|_| is_modified) {
            response.headers_mut().entry(CONTENT_LENGTH).or_insert(length.into());
        }
        response
    }

    async fn answer_by_operation(&self, call: Call, request: Request) -> Response {
        let operation = call.operation;
        if operation == Operation::Documentation {
            // Boxed, as the tools, so that the future of every call stays small.
            return Box::pin(self.answer_document(&call, &request.into_parts().0)).await;
        }
        #[cfg(feature = "mcp")]
        if let (Operation::Mcp, Some(tools)) = (operation, &self.tools) {
            return Box::pin(tools::answer(tools, &self.service, call, request)).await;
        }
        let Some(contract) = operation.contract() else { return self.not_found(&call, &request.into_parts().0) };
        let methods = allowed(contract.methods);
        if !methods.contains(&request.method().as_str()) {
            return method_not_allowed(&call, request.uri().path(), request.method(), &methods.join(","));
        }
        let service = Arc::clone(&self.service);
        match visit(operation, Dispatch { service, caches: self.caches, call, request }) {
            Ok(answer) => answer.await,
            // A build without pictures.
            Err(Dispatch { call, request, .. }) => self.not_found(&call, &request.into_parts().0),
        }
    }

    /// Answers with a document, a page, or what a site may show in place of a link to one.
    async fn answer_document(&self, call: &Call, head: &Parts) -> Response {
        match self.document(call, head).await {
            None => {
                let path = head.uri.path();
                let without_slash = path.strip_suffix('/').unwrap_or_default();
                let mut meant = head.clone();
                meant.uri = without_slash.parse().unwrap_or_default();
                let is_there = !without_slash.is_empty() && self.document(call, &meant).await.is_some();
                if is_there { to_path(without_slash, head) } else { self.not_found(call, head) }
            }
            Some(response) if response.status() == StatusCode::METHOD_NOT_ALLOWED => {
                let methods = response.headers().get(ALLOW).and_then(|methods| methods.to_str().ok());
                method_not_allowed(call, head.uri.path(), &head.method, methods.unwrap_or_default())
            }
            Some(response) => cache::unless_known(&head.headers, response),
        }
    }

    /// The document or page at a path.
    async fn document(&self, call: &Call, head: &Parts) -> Option<Response> {
        match &self.pages {
            _ if !ayla_pages::is_page(head.uri.path()) => self.documents.answer(head, call.language().tag()),
            Some(pages) => pages.answer(call, head).await,
            None => None,
        }
    }

    /// The response for a path where there is nothing: the way to what is there without a slash at its end, a page for
    /// people, if there are pages, and a problem document for programs.
    fn not_found(&self, call: &Call, head: &Parts) -> Response {
        let path = head.uri.path();
        if let Some(meant) = path.strip_suffix('/')
            && !matches!(operation::of_http(meant), Operation::Unknown | Operation::Documentation)
        {
            return to_path(meant, head);
        }
        let page = self.pages.as_ref().and_then(|pages| pages.missing.answer(head, call.language().tag()));
        if let Some(page) = page {
            call.record_end(End::refused(Status::Http(StatusCode::NOT_FOUND), Reason::NotFound));
            return page;
        }
        nothing_at(call, path)
    }
}

/// Leads to a path from the same path with a slash at its end. A proxy may have the server below a path of its own.
fn to_path(path: &str, head: &Parts) -> Response {
    let name = path.rsplit('/').next().unwrap_or_default();
    let query = head.uri.query().map_or_else(String::new, |query| format!("?{query}"));
    Redirect::permanent(&format!("../{name}{query}")).into_response()
}

/// The problem document for a path where there is nothing.
fn nothing_at(call: &Call, path: &str) -> Response {
    refuse(*Error::new(Reason::NotFound, Message::new("not-found").quoting("path", path)), call)
}

/// The response to a method that is not among these.
fn method_not_allowed(call: &Call, path: &str, method: &Method, methods: &str) -> Response {
    let message = Message::new("method-not-allowed").quoting("path", path).quoting("method", method.as_str());
    let mut response = refuse(*Error::new(Reason::MethodNotAllowed, message), call);
    response.headers_mut().extend(HeaderValue::from_str(methods).ok().map(|methods| (ALLOW, methods)));
    response
}
