//! The client of a request, and its notifications of progress.

use rmcp::RoleServer;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RequestContext};

/// The client of a request.
pub(super) struct Asked {
    /// The name under which the client wants to hear of progress.
    pub(super) progress: Option<ProgressToken>,
    peer: Peer<RoleServer>,
}

impl Asked {
    /// The client of a request, which may hear of progress or not.
    pub(super) fn new(context: &RequestContext<RoleServer>, has_progress: bool) -> Self {
        let progress = context.meta.get_progress_token().filter(|_| has_progress);
        Self { progress, peer: context.peer.clone() }
    }

    /// Reports progress for the `count`th time, if the client wants to hear of it.
    pub(super) async fn report(&self, count: u32, message: String) {
        let Some(token) = self.progress.clone() else { return };
        let progress = ProgressNotificationParam::new(token, count.into()).with_message(message);
        // Without a receiver the client has left, and the call is about to be cancelled.
        let _ = self.peer.notify_progress(progress).await;
    }
}
