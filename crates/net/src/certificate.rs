//! The certificate of a listener and its private key.

use std::sync::Arc;

use der::asn1::{AnyRef, GeneralizedTime, UtcTime};
use der::{Decode, SliceReader, Tag, Tagged};
use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// The ALPN names of the HTTP versions offered, in order of preference. The version in use is detected from the first
/// bytes of the connection.
const PROTOCOLS: [&[u8]; 2] = [b"h2", b"http/1.1"];

/// A certificate chain with its private key.
#[derive(Debug)]
pub struct Certificate {
    /// The configuration of connections that use it.
    pub config: ServerConfig,
    /// The number of certificates in the chain.
    pub length: usize,
    /// When the first of them expires, in seconds since 1970.
    pub not_after: u64,
}

/// What is wrong with a certificate chain or its private key: a clause that repeats nothing of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CertificateFault {
    /// With the chain.
    Chain(String),
    /// With the private key.
    PrivateKey(String),
}

impl Certificate {
    /// Reads a chain, which begins with the server's own certificate, and its private key in PKCS#8, PKCS#1 or SEC1.
    /// Both are PEM.
    ///
    /// # Errors
    ///
    /// One of them cannot be parsed or used, or the private key does not belong to the certificate.
    pub fn from_pem(chain: &[u8], private_key: &[u8]) -> Result<Self, CertificateFault> {
        use CertificateFault::{Chain, PrivateKey};
        let chain = CertificateDer::pem_slice_iter(chain).collect::<Result<Vec<_>, _>>();
        let chain = chain.and_then(|chain| if chain.is_empty() { Err(pem::Error::NoItemsFound) } else { Ok(chain) });
        let chain = chain.map_err(|error| Chain(not_pem("certificate", &error)))?;
        let private_key = PrivateKeyDer::from_pem_slice(private_key);
        let private_key = private_key.map_err(|error| PrivateKey(not_pem("private key", &error)))?;
        let length = chain.len();
        let expiries = chain.iter().map(|link| not_after(link)).collect::<der::Result<Vec<_>>>();
        let expiries = expiries.map_err(|error| Chain(format!("a certificate is not valid: {error}")))?;
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map(|config| config.with_no_client_auth())
            .and_then(|config| config.with_single_cert(chain, private_key));
        let mut config = config.map_err(|error| match error {
            rustls::Error::InconsistentKeys(_) => {
                PrivateKey("the private key does not belong to the certificate".to_owned())
            }
            error => Chain(format!("it cannot be used with its private key: {error}")),
        })?;
        config.alpn_protocols = PROTOCOLS.map(<[u8]>::to_vec).to_vec();
        Ok(Self { config, length, not_after: expiries.into_iter().min().unwrap_or_default() })
    }
}

/// When a certificate expires, in seconds since 1970 (RFC 5280, 4.1).
fn not_after(certificate: &[u8]) -> der::Result<u64> {
    let certificate = AnyRef::from_der(certificate)?;
    let mut fields = SliceReader::new(certificate.value())?;
    let mut fields = SliceReader::new(AnyRef::decode(&mut fields)?.value())?;
    // Of all fields before the validity (version, serial number, signature, issuer), the version alone may be missing.
    let first = AnyRef::decode(&mut fields)?;
    for _ in 0..if first.tag().is_context_specific() { 3 } else { 2 } {
        AnyRef::decode(&mut fields)?;
    }
    let mut validity = SliceReader::new(AnyRef::decode(&mut fields)?.value())?;
    AnyRef::decode(&mut validity)?;
    let not_after = AnyRef::decode(&mut validity)?;
    let time = match not_after.tag() {
        Tag::UtcTime => UtcTime::try_from(not_after)?.to_unix_duration(),
        _ => GeneralizedTime::try_from(not_after)?.to_unix_duration(),
    };
    Ok(time.as_secs())
}

/// The fault of a file that should have this item in PEM.
fn not_pem(item: &str, error: &pem::Error) -> String {
    match error {
        pem::Error::NoItemsFound => format!("the file contains no {item} in PEM format"),
        _ => format!("the {item} in the file is not valid PEM"),
    }
}
