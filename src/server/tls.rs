//! TLS on the public port, with a certificate and a private key that may be replaced while the server runs.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use arc_swap::ArcSwap;
use metrics::counter;
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::TlsAcceptor;
use x509_parser::error::X509Error;
use x509_parser::parse_x509_certificate;

use crate::net;
use crate::service::operator_file::{BadFile, ContentHash, read};

use super::metrics::{HANDSHAKES_FAILED, set_not_after};

/// The ALPN names of the HTTP versions offered, in order of preference. The version in use is detected from the first
/// bytes of the connection.
const PROTOCOLS: [&[u8]; 2] = [b"h2", b"http/1.1"];

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
        let Checked { config, not_after, .. } = config(&files, &contents?)?;
        set_not_after(not_after);
        Ok(Self { files, initial, config: ArcSwap::from_pointee(config) })
    }

    /// Replaces the certificate and key by those of these contents of the files, for later connections. Returns the number
    /// of certificates in the chain.
    ///
    /// # Errors
    ///
    /// As for [`Self::read`]; certificate and key then stay as they were.
    pub(super) fn replace(&self, contents: &[Vec<u8>]) -> Result<usize, BadFile> {
        let Checked { config, length, not_after } = config(&self.files, contents)?;
        set_not_after(not_after);
        self.config.store(Arc::new(config));
        Ok(length)
    }

    /// The files of the certificate and of the private key, and the hash of their contents at startup.
    pub(super) fn source(&self) -> (&[PathBuf], ContentHash) {
        (&self.files, self.initial)
    }

    /// Hands the present certificate to each new connection.
    pub(super) fn acceptor(self: &Arc<Self>) -> net::Tls {
        let tls = Arc::clone(self);
        let acceptor = move || TlsAcceptor::from(tls.config.load_full());
        net::Tls { acceptor: Arc::new(acceptor), failed: counter!(HANDSHAKES_FAILED) }
    }
}

/// What the contents of the two files are.
struct Checked {
    config: ServerConfig,
    /// The number of certificates in the chain.
    length: usize,
    /// When the first of them expires, in seconds since 1970.
    not_after: i64,
}

/// The configuration for these contents of the two files.
fn config([certificate, key]: &[PathBuf; 2], contents: &[Vec<u8>]) -> Result<Checked, BadFile> {
    let [chain, private] = contents else { return Err(BadFile::whole(certificate, "its private key is missing")) };
    let chain = CertificateDer::pem_slice_iter(chain).collect::<Result<Vec<_>, _>>();
    let chain = chain.map_err(|error| not_pem(certificate, "certificate", &error))?;
    if chain.is_empty() {
        return Err(not_pem(certificate, "certificate", &pem::Error::NoItemsFound));
    }
    let private = PrivateKeyDer::from_pem_slice(private).map_err(|error| not_pem(key, "private key", &error))?;
    let length = chain.len();
    let expiries = chain.iter().map(|link| Ok(parse_x509_certificate(link)?.1.validity().not_after.timestamp()));
    let expiries = expiries.collect::<Result<Vec<_>, X509Error>>();
    let expiries =
        expiries.map_err(|error| BadFile::whole(certificate, format!("a certificate is not valid: {error}")))?;
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map(|config| config.with_no_client_auth())
        .and_then(|config| config.with_single_cert(chain, private));
    let mut config = config.map_err(|error| match error {
        rustls::Error::InconsistentKeys(_) => BadFile::whole(
            key,
            format!("the private key does not belong to the certificate in {}", certificate.display()),
        ),
        error => {
            BadFile::whole(certificate, format!("it cannot be used with the private key in {}: {error}", key.display()))
        }
    })?;
    config.alpn_protocols = PROTOCOLS.map(<[u8]>::to_vec).to_vec();
    let not_after = expiries.into_iter().min().unwrap_or_default();
    Ok(Checked { config, length, not_after })
}

/// The fault of a file that should have this item in PEM. The message repeats nothing of the file, which may be secret.
fn not_pem(file: &Path, item: &str, error: &pem::Error) -> BadFile {
    let message = match error {
        pem::Error::NoItemsFound => format!("the file contains no {item} in PEM format"),
        _ => format!("the {item} in the file is not valid PEM"),
    };
    BadFile::whole(file, message)
}
