//! Settings of the access to the public port.

use std::path::PathBuf;
use std::sync::Arc;

use super::pictures::Pictures;
use crate::server;
use crate::server::cors;
use crate::server::keys::Keys;
use crate::server::tls::Tls;
use clap::Args;
use http::HeaderValue;

/// Settings of the access to the public port.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Access")]
pub struct Access {
    /// PEM file with the certificate chain of the public port, which is then served over TLS only. Reloaded when it or its
    /// key changes.
    #[arg(long, env = "AYLA_TLS_CERT", value_name = "FILE")]
    tls_cert: Option<PathBuf>,
    /// PEM file with the private key of the certificate.
    #[arg(long, env = "AYLA_TLS_KEY", value_name = "FILE")]
    tls_key: Option<PathBuf>,
    /// TOML file of API keys, with a table for each caller, such as `[village-bot]`, as `ayla key` prints them. Calls without
    /// one of these keys, or above its rate limit, are refused. Reloaded when it changes.
    #[arg(long, env = "AYLA_KEYS", value_name = "FILE")]
    keys: Option<PathBuf>,
    /// Origins of web pages that may call from a browser, separated by commas, such as `https://games.example`; `*` for all.
    #[arg(long, env = "AYLA_CORS_ORIGINS", value_name = "ORIGINS", value_delimiter = ',',
        value_parser = |text: &str| cors::origin(text).map_err(|error| format!("in AYLA_CORS_ORIGINS {error}")))]
    cors_origins: Vec<HeaderValue>,
}

impl Access {
    /// Reads the files.
    ///
    /// # Errors
    ///
    /// For each setting at fault a sentence that names it and the faults of its file.
    pub(super) fn read(&self, pictures: &Pictures) -> Result<server::access::Access, Vec<String>> {
        let keys = self.keys.clone().map(Keys::read).transpose();
        let keys = keys.map_err(|bad| format!("AYLA_KEYS is a file of API keys, and in this one:\n{bad}"));
        let cors = (!self.cors_origins.is_empty()).then(|| cors::layer(&self.cors_origins));
        match (self.tls(), keys, pictures.access(self.keys.is_some())) {
            (Ok(tls), Ok(keys), Ok(pictures)) => {
                Ok(server::access::Access { tls: tls.map(Arc::new), keys: keys.map(Arc::new), cors, pictures })
            }
            (tls, keys, pictures) => Err([tls.err(), keys.err(), pictures.err()].into_iter().flatten().collect()),
        }
    }

    fn tls(&self) -> Result<Option<Tls>, String> {
        let (certificate, key) = match (&self.tls_cert, &self.tls_key) {
            (Some(certificate), Some(key)) => (certificate.clone(), key.clone()),
            (None, None) => return Ok(None),
            (Some(_), None) => return Err(format!("{CERTIFICATE} needs the private key too, {PRIVATE_KEY}")),
            (None, Some(_)) => return Err(format!("{PRIVATE_KEY} needs the certificate too, {CERTIFICATE}")),
        };
        let tls = Tls::read(certificate, key).map_err(|bad| {
            format!("AYLA_TLS_CERT and AYLA_TLS_KEY are the files of a certificate and its key, and of these:\n{bad}")
        })?;
        Ok(Some(tls))
    }
}

const CERTIFICATE: &str = "AYLA_TLS_CERT (--tls-cert)";
const PRIVATE_KEY: &str = "AYLA_TLS_KEY (--tls-key)";
