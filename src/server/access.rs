//! Who may call, and how.

use std::sync::Arc;

use super::cors::Cors;
use super::keys::Keys;
use super::tls::Tls;

/// Who may call, and how: anybody, without TLS, and no pages of other sites, unless said otherwise.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// The certificate of the public port.
    pub tls: Option<Arc<Tls>>,
    /// Those who may call.
    pub keys: Option<Arc<Keys>>,
    /// The pages that may call from a browser.
    pub cors: Option<Cors>,
}
