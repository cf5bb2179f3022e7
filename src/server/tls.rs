//! TLS on the public port, with a certificate and a private key that may be replaced while the server runs.

use std::path::PathBuf;
use std::sync::Arc;

use arc_swap::ArcSwap;
use metrics::counter;
use rustls::ServerConfig;
use tokio_rustls::TlsAcceptor;

use crate::net::{self, Certificate, CertificateFault};
use crate::service::operator_file::{BadFile, ContentHash, OperatorFile, read};

use super::metrics::{HANDSHAKES_FAILED, set_not_after};
use super::reload::ReloadSource;

/// The certificate and private key in the last version of their files without faults. Open connections keep those they
/// began with.
pub struct Tls {
    /// The files of the certificate and of the private key.
    files: [PathBuf; 2],
    initial: ContentHash,
    config: ArcSwap<ServerConfig>,
}

impl Tls {
    /// Reads a certificate chain, which begins with the server's own certificate, and its private key in PKCS#8, PKCS#1 or
    /// SEC1. Both files are PEM.
    ///
    /// # Errors
    ///
    /// A file cannot be read or parsed, or the private key does not belong to the certificate.
    pub fn read(certificate: PathBuf, key: PathBuf) -> Result<Self, BadFile> {
        let files = [certificate, key];
        let (contents, initial) = read(&files);
        let Certificate { config, not_after, .. } = read_certificate(&files, &contents?)?;
        set_not_after(not_after);
        Ok(Self { files, initial, config: ArcSwap::from_pointee(config) })
    }

    /// The files, whose certificate and key later connections have once they are reloaded.
    #[must_use]
    pub fn source(self: Arc<Self>) -> ReloadSource {
        ReloadSource::new(OperatorFile::Certificates, self.files.to_vec(), self.initial, move |contents| {
            let Certificate { config, length, not_after } = read_certificate(&self.files, contents)?;
            set_not_after(not_after);
            self.config.store(Arc::new(config));
            Ok(length)
        })
    }

    /// Hands the present certificate to each new connection.
    pub(super) fn acceptor(self: &Arc<Self>) -> net::Tls {
        let tls = Arc::clone(self);
        let acceptor = move || TlsAcceptor::from(tls.config.load_full());
        net::Tls { acceptor: Arc::new(acceptor), failed: counter!(HANDSHAKES_FAILED) }
    }
}

/// The certificate in the contents of the two files.
fn read_certificate([chain, key]: &[PathBuf; 2], contents: &[Vec<u8>]) -> Result<Certificate, BadFile> {
    let [in_chain, in_key] = contents else { return Err(BadFile::whole(chain, "its private key is missing")) };
    Certificate::from_pem(in_chain, in_key).map_err(|fault| match fault {
        CertificateFault::Chain(message) => BadFile::whole(chain, message),
        CertificateFault::PrivateKey(message) => BadFile::whole(key, message),
    })
}
