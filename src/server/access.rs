//! Access to the public port: TLS, API keys and CORS.

use std::sync::Arc;

use tower_http::cors::CorsLayer;

use super::keys::Keys;
use super::pictures::PictureAccess;
use super::tls::Tls;

/// The access control of the public port. By default everyone may call, without TLS, but no web page of another origin.
#[derive(Clone, Default)]
pub struct Access {
    /// The certificate; none to serve without TLS.
    pub tls: Option<Arc<Tls>>,
    /// The callers admitted; none to admit everyone.
    pub keys: Option<Arc<Keys>>,
    /// The origins of web pages that may call; none for no other origin.
    pub cors: Option<CorsLayer>,
    /// Who may ask for pictures.
    pub pictures: PictureAccess,
}
