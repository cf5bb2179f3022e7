//! What is known of a request beside its content: the call that it belongs to, and who waits for its answer.

use std::sync::Arc;

use http::header::ACCEPT_LANGUAGE;
use http::request::Parts;
use rmcp::RoleServer;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RequestContext};
use tracing::Span;

use super::{Calls, ServiceCall};

/// A request of a client.
pub(super) struct Asked {
    /// The call that pays for the work.
    pub(super) call: Arc<dyn ServiceCall>,
    /// The languages that the client reads, as in `Accept-Language`.
    pub(super) accepted: Option<String>,
    /// The name under which the client wants to hear of progress.
    pub(super) progress: Option<ProgressToken>,
    /// The span of the call.
    pub(super) span: Span,
    peer: Peer<RoleServer>,
}

impl Asked {
    /// A request that came over HTTP, or on standard input.
    pub(super) fn new(context: &RequestContext<RoleServer>, calls: &Calls) -> Self {
        let parts = context.extensions.get::<Parts>();
        let accepted = parts.and_then(|parts| parts.headers.get(ACCEPT_LANGUAGE)?.to_str().ok());
        let span = parts.and_then(|parts| parts.extensions.get::<Span>().cloned());
        Self {
            call: calls(parts),
            accepted: accepted.map(str::to_owned),
            progress: context.meta.get_progress_token(),
            span: span.unwrap_or_else(Span::none),
            peer: context.peer.clone(),
        }
    }

    /// Reports progress for the `count`th time, if the client wants to hear of it.
    pub(super) async fn report(&self, count: u32, message: String) {
        let Some(token) = self.progress.clone() else { return };
        let progress = ProgressNotificationParam::new(token, count.into()).with_message(message);
        // Without a receiver the client has left, and the call is about to be cancelled.
        let _ = self.peer.notify_progress(progress).await;
    }
}
