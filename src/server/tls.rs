//! TLS on the public port: with a certificate and its key from two files, which may be replaced while the server runs.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use metrics::{Counter, counter};
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

use crate::service::operator_file::{BadFile, Seen, read};

use super::metrics::HANDSHAKES_FAILED;

/// The versions of HTTP that are offered, by their names in a handshake, the better one first. Which one is spoken, the first
/// bytes say.
const PROTOCOLS: [&[u8]; 2] = [b"h2", b"http/1.1"];

/// A certificate and its key, as they were in their files when these were last good. Connections that are open keep those
/// they began with.
pub struct Tls {
    /// Of the certificate, and of its key.
    files: [PathBuf; 2],
    seen: Seen,
    config: RwLock<Arc<ServerConfig>>,
    /// Counts handshakes that failed.
    failed: Counter,
}

impl Tls {
    /// With the certificate and the key of these files, in PEM: a chain, from the server's own certificate upwards, and its
    /// key in PKCS#8, PKCS#1 or SEC1.
    ///
    /// # Errors
    ///
    /// A file cannot be read, or has not what it should; or the key is not that of the certificate.
    pub fn read(certificate: PathBuf, key: PathBuf) -> Result<Self, BadFile> {
        let files = [certificate, key];
        let texts = read(&files)?;
        let (config, _) = config(&files, &texts)?;
        let seen = Seen::of(&texts);
        Ok(Self { files, seen, config: RwLock::new(Arc::new(config)), failed: counter!(HANDSHAKES_FAILED) })
    }

    /// Serves connections to come with what the files hold now, and answers how many certificates the chain has.
    ///
    /// # Errors
    ///
    /// As for [`Self::read`]; then they stay as they were.
    pub(super) fn replace(&self, texts: &[Vec<u8>]) -> Result<usize, BadFile> {
        let (config, length) = config(&self.files, texts)?;
        *self.config.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(config);
        Ok(length)
    }

    /// The files of the certificate and of its key, and what they held at first.
    pub(super) fn source(&self) -> (&[PathBuf], Seen) {
        (&self.files, self.seen)
    }

    /// Makes a stream secure. A handshake that is given up counts as one that failed.
    ///
    /// # Errors
    ///
    /// The other side speaks no TLS, or none that this side does, or breaks off.
    pub(super) async fn accept<S>(&self, stream: S) -> io::Result<TlsStream<S>>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let config = Arc::clone(&self.config.read().unwrap_or_else(PoisonError::into_inner));
        let mut handshake = Handshake { failed: Some(&self.failed) };
        match TlsAcceptor::from(config).accept(stream).await {
            Ok(secured) => {
                handshake.failed = None;
                Ok(secured)
            }
            Err(error) => Err(io::Error::new(error.kind(), format!("the TLS handshake failed: {error}"))),
        }
    }
}

/// A handshake, which is counted when it ends without success.
struct Handshake<'a> {
    failed: Option<&'a Counter>,
}

impl Drop for Handshake<'_> {
    fn drop(&mut self) {
        if let Some(failed) = self.failed {
            failed.increment(1);
        }
    }
}

impl std::fmt::Debug for Tls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tls").field("files", &self.files).finish_non_exhaustive()
    }
}

/// What a certificate and its key come to, from files that hold this, and how many certificates there are.
fn config([certificate, key]: &[PathBuf; 2], texts: &[Vec<u8>]) -> Result<(ServerConfig, usize), BadFile> {
    let [chain, private] = texts else { return Err(BadFile::whole(certificate, "there is no key with it")) };
    let chain = CertificateDer::pem_slice_iter(chain).collect::<Result<Vec<_>, _>>();
    let chain = chain.map_err(|error| unreadable(certificate, "certificate", &error))?;
    if chain.is_empty() {
        return Err(unreadable(certificate, "certificate", &pem::Error::NoItemsFound));
    }
    let private = PrivateKeyDer::from_pem_slice(private).map_err(|error| unreadable(key, "private key", &error))?;
    let length = chain.len();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map(|config| config.with_no_client_auth())
        .and_then(|config| config.with_single_cert(chain, private));
    let mut config = config.map_err(|error| match error {
        rustls::Error::InconsistentKeys(_) => {
            BadFile::whole(key, format!("the key is not that of the certificate in {}", certificate.display()))
        }
        error => BadFile::whole(certificate, format!("it cannot be used with the key in {}: {error}", key.display())),
    })?;
    config.alpn_protocols = PROTOCOLS.map(<[u8]>::to_vec).to_vec();
    Ok((config, length))
}

/// The fault of a file that should have this in PEM. What it has instead may be secret, and is not told.
fn unreadable(file: &Path, what: &str, error: &pem::Error) -> BadFile {
    let message = match error {
        pem::Error::NoItemsFound => format!("there is no {what} in it, in PEM"),
        _ => format!("the {what} in it is no PEM"),
    };
    BadFile::whole(file, message)
}
