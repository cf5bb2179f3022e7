//! TLS on the public port, with a certificate and a private key that may be replaced while the server runs.

use std::path::PathBuf;
use std::sync::Arc;

use arc_swap::ArcSwap;
use metrics::{counter, gauge};
use rustls::ServerConfig;
use tokio_rustls::TlsAcceptor;

use crate::operator_file::{BadFile, ContentHash, OperatorFile, read};
use crate::reload::ReloadSource;
use crate::telemetry::metrics::describe_metrics;
use ayla_net::{Certificate, CertificateFault};

describe_metrics! {
    /// TLS handshakes that failed.
    counter HANDSHAKES_FAILED = "ayla_tls_handshakes_failed_total";
    /// When the first certificate of the chain in use expires, in seconds since 1970.
    gauge NOT_AFTER = "ayla_certificate_not_after_timestamp_seconds", Seconds;
}

/// Registers the metrics of TLS, with the counter of failures at zero.
pub(crate) fn begin_metrics() {
    describe();
    counter!(HANDSHAKES_FAILED).increment(0);
}

/// The certificate and private key from the last versions of their files that had no faults. Open connections keep the
/// certificate that they began with.
pub struct Tls {
    /// The files of the certificate and of the private key.
    files: [PathBuf; 2],
    initial: ContentHash,
    config: ArcSwap<ServerConfig>,
}

impl Tls {
    /// Reads a certificate chain, which begins with the server's own certificate, and its private key in PKCS#8, PKCS#1
    /// or SEC1. Both files are PEM.
    ///
    /// # Errors
    ///
    /// A file cannot be read or parsed, or the private key does not belong to the certificate.
    pub fn read(certificate: PathBuf, key: PathBuf) -> Result<Self, BadFile> {
        let files = [certificate, key];
        let (contents, initial) = read(&files);
        let Certificate { config, not_after, .. } = read_certificate(&files, &contents?)?;
        gauge!(NOT_AFTER).set(not_after as f64);
        Ok(Self { files, initial, config: ArcSwap::from_pointee(config) })
    }

    /// The files as a source to reload. Connections opened after a reload use the new certificate and key.
    pub fn source(self: Arc<Self>) -> ReloadSource {
        ReloadSource::new(OperatorFile::Certificates, self.files.to_vec(), self.initial, move |contents| {
            let Certificate { config, length, not_after } = read_certificate(&self.files, contents)?;
            gauge!(NOT_AFTER).set(not_after as f64);
            self.config.store(Arc::new(config));
            Ok(length)
        })
    }

    /// Gives the current certificate to each new connection.
    pub(crate) fn acceptor(self: &Arc<Self>) -> ayla_net::Tls {
        let tls = Arc::clone(self);
        let acceptor = move || TlsAcceptor::from(tls.config.load_full());
        ayla_net::Tls { acceptor: Arc::new(acceptor), failed: counter!(HANDSHAKES_FAILED) }
    }
}

/// Parses the certificate and private key from the contents of the two files.
fn read_certificate([chain, key]: &[PathBuf; 2], contents: &[Vec<u8>]) -> Result<Certificate, BadFile> {
    let [in_chain, in_key] = contents else { return Err(BadFile::whole(chain, "its private key is missing")) };
    Certificate::from_pem(in_chain, in_key).map_err(|fault| match fault {
        CertificateFault::Chain(message) => BadFile::whole(chain, message),
        CertificateFault::PrivateKey(message) => BadFile::whole(key, message),
    })
}
