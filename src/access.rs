//! Access to the public port: TLS, API keys, the rates of callers, and CORS.

pub mod cors;
pub mod keys;
pub mod pictures;
pub mod tls;

use std::sync::Arc;

use tower_http::cors::CorsLayer;

use keys::Keys;
use pictures::PictureAccess;
use tls::Tls;

use crate::config::{self, PictureMode};

/// The access control of the public port. By default, everyone may call without TLS, but no web page of another origin
/// may.
#[derive(Clone, Default)]
pub struct Access {
    /// The certificate; none to serve without TLS.
    pub tls: Option<Arc<Tls>>,
    /// The callers that are admitted; none to admit everyone.
    pub keys: Option<Arc<Keys>>,
    /// The origins of web pages that may call; none to allow no other origin.
    pub cors: Option<CorsLayer>,
    /// The callers that may request pictures.
    pub pictures: PictureAccess,
}

impl Access {
    /// Reads the files that these settings name.
    ///
    /// # Errors
    ///
    /// A sentence for each setting at fault, which names the setting and the faults in its file.
    pub fn read(settings: &config::Access) -> Result<Self, Vec<String>> {
        let keys = settings.keys.clone().map(Keys::read).transpose();
        let keys = keys.map_err(|bad| format!("AYLA_KEYS is a file of API keys, and in this one:\n{bad}"));
        let cors = (!settings.cors_origins.is_empty()).then(|| cors::layer(&settings.cors_origins));
        let pictures = match (settings.pictures, &settings.keys) {
            (Some(PictureMode::Keyed), None) => {
                Err("AYLA_PICTURES is keyed, which needs API keys, AYLA_KEYS".to_owned())
            }
            (None | Some(PictureMode::Keyed | PictureMode::Off), Some(_)) => Ok(PictureAccess::Keyed),
            (None | Some(_), _) => Ok(PictureAccess::Open(settings.picture_rate)),
        };
        match (tls(settings), keys, pictures) {
            (Ok(tls), Ok(keys), Ok(pictures)) => {
                Ok(Self { tls: tls.map(Arc::new), keys: keys.map(Arc::new), cors, pictures })
            }
            (tls, keys, pictures) => Err([tls.err(), keys.err(), pictures.err()].into_iter().flatten().collect()),
        }
    }
}

fn tls(settings: &config::Access) -> Result<Option<Tls>, String> {
    let names = ["AYLA_TLS_CERT (--tls-cert)", "AYLA_TLS_KEY (--tls-key)"];
    let (certificate, key) = match (settings.tls_cert.clone(), settings.tls_key.clone()) {
        (Some(certificate), Some(key)) => (certificate, key),
        (None, None) => return Ok(None),
        (Some(_), None) => return Err(format!("{} needs the private key too, {}", names[0], names[1])),
        (None, Some(_)) => return Err(format!("{} needs the certificate too, {}", names[1], names[0])),
    };
    let bad = |bad| {
        format!("AYLA_TLS_CERT and AYLA_TLS_KEY are the files of a certificate and its key, and of these:\n{bad}")
    };
    Tls::read(certificate, key).map(Some).map_err(bad)
}
