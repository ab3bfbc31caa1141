//! Where the server is, and how to talk to it: a URL as libpq has it.

use crate::store::StoreError;
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};
use tokio_postgres_rustls::MakeRustlsConnect;

/// What is wanted of TLS.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Disable,
    Prefer,
    Require,
    VerifyCa,
    VerifyFull,
}

/// A server, and a way to it.
pub(super) struct Address {
    pub(super) config: Config,
    pub(super) tls: MakeRustlsConnect,
    /// For messages: no password is in it.
    pub(super) name: String,
    pub(super) user: String,
    pub(super) database: String,
}

impl Address {
    /// Reads a URL.
    pub(super) fn new(url: &str) -> Result<Address, StoreError> {
        if !url.starts_with("postgresql://") && !url.starts_with("postgres://") {
            return Err(refused(
                "the address of the store is not of the form postgresql://USER@HOST:PORT/DATABASE",
            ));
        }
        let (rest, settings) = settings(url)?;
        // What the URL says is not in the message: it may have a password.
        let mut config: Config = rest.parse().map_err(|error: tokio_postgres::Error| {
            let cause = std::error::Error::source(&error).map(ToString::to_string);
            refused(&format!(
                "the address of the store cannot be read: {}",
                cause.unwrap_or_else(|| "it is not a URL of PostgreSQL".to_owned())
            ))
        })?;
        complete(&mut config);
        config.ssl_mode(match settings.mode {
            Mode::Disable => SslMode::Disable,
            Mode::Prefer => SslMode::Prefer,
            Mode::Require | Mode::VerifyCa | Mode::VerifyFull => SslMode::Require,
        });
        Ok(Address {
            tls: MakeRustlsConnect::new(client_config(settings)?),
            name: name(&config),
            user: config.get_user().unwrap_or_default().to_owned(),
            database: config
                .get_dbname()
                .or(config.get_user())
                .unwrap_or_default()
                .to_owned(),
            config,
        })
    }
}

fn refused(message: &str) -> StoreError {
    StoreError::Refused(message.to_owned())
}

/// Sets what the URL leaves open.
fn complete(config: &mut Config) {
    if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
        config.host("localhost");
    }
    if config.get_user().is_none() {
        let user = std::env::var("PGUSER").or_else(|_| std::env::var("USER"));
        config.user(user.unwrap_or_else(|_| "postgres".to_owned()));
    }
    if config.get_password().is_none() {
        let password = std::env::var("PGPASSWORD").ok();
        if let Some(password) = password.or_else(|| password_of_file(config)) {
            config.password(password);
        }
    }
    if config.get_application_name().is_none() {
        config.application_name("mazurka");
    }
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(Duration::from_secs(5));
    }
    if config.get_tcp_user_timeout().is_none() {
        config.tcp_user_timeout(Duration::from_secs(10));
    }
    if config.get_keepalives_interval().is_none() {
        config.keepalives(true);
        config.keepalives_idle(Duration::from_secs(5));
        config.keepalives_interval(Duration::from_secs(2));
        config.keepalives_retries(4);
    }
    // After a failover, the one that can be written to is another.
    if config.get_hosts().len() > 1 && config.get_target_session_attrs() == TargetSessionAttrs::Any
    {
        config.target_session_attrs(TargetSessionAttrs::ReadWrite);
    }
}

/// The password that `PGPASSFILE` or `~/.pgpass` has, if only its owner can read it.
fn password_of_file(config: &Config) -> Option<String> {
    use std::os::unix::fs::PermissionsExt;
    let path = match std::env::var_os("PGPASSFILE") {
        Some(path) => PathBuf::from(path),
        None => std::env::home_dir()?.join(".pgpass"),
    };
    let metadata = std::fs::metadata(&path).ok()?;
    if !metadata.is_file() || metadata.permissions().mode() & 0o077 != 0 {
        return None;
    }
    let host = match config.get_hosts().first()? {
        Host::Tcp(host) => host.as_str(),
        Host::Unix(_) => "localhost",
    };
    let port = config
        .get_ports()
        .first()
        .copied()
        .unwrap_or(5432)
        .to_string();
    let user = config.get_user()?;
    let database = config.get_dbname().unwrap_or(user);
    password(
        &std::fs::read_to_string(path).ok()?,
        [host, &port, database, user],
    )
}

/// The password of the first line that fits: `host:port:database:user:password`, where a star fits
/// all, and a backslash comes before a colon or a backslash that is meant.
fn password(text: &str, wanted: [&str; 4]) -> Option<String> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(fields).find_map(|fields| {
        let mut fields = fields.into_iter();
        let fits = |field: &str, wanted: &str| field == "*" || field == wanted;
        let all = wanted.iter().all(|wanted| {
            let field = fields.next();
            field.is_some_and(|field| fits(&field, wanted))
        });
        fields.next().filter(|_| all)
    })
}

/// The parts of a line of such a file.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            ':' if fields.len() < 5 => fields.push(String::new()),
            letter => {
                let meant = match letter {
                    '\\' => letters.next().unwrap_or(letter),
                    letter => letter,
                };
                if let Some(field) = fields.last_mut() {
                    field.push(meant);
                }
            }
        }
    }
    fields
}

/// The hosts and ports.
fn name(config: &Config) -> String {
    let ports = config.get_ports();
    let port = |index: usize| match ports {
        [] => 5432,
        [port] => *port,
        _ => ports.get(index).copied().unwrap_or(5432),
    };
    let hosts = config.get_hosts().iter().enumerate();
    let names: Vec<String> = hosts
        .map(|(index, host)| match host {
            Host::Tcp(host) => format!("{host}:{}", port(index)),
            Host::Unix(path) => format!("{}:{}", path.display(), port(index)),
        })
        .collect();
    names.join(", ")
}

struct Settings {
    mode: Mode,
    roots: Option<String>,
}

/// Takes those settings out of a URL that the client library does not have.
fn settings(url: &str) -> Result<(String, Settings), StoreError> {
    let mut settings = Settings {
        mode: Mode::Prefer,
        roots: None,
    };
    let Some((rest, query)) = url.split_once('?') else {
        return Ok((url.to_owned(), settings));
    };
    let mut others = Vec::new();
    for setting in query.split('&').filter(|setting| !setting.is_empty()) {
        match setting.split_once('=') {
            Some(("sslmode", mode)) => {
                settings.mode = match mode {
                    "disable" => Mode::Disable,
                    "prefer" => Mode::Prefer,
                    "require" => Mode::Require,
                    "verify-ca" => Mode::VerifyCa,
                    "verify-full" => Mode::VerifyFull,
                    _ => {
                        return Err(refused(
                            "sslmode is one of disable, prefer, require, verify-ca, verify-full",
                        ));
                    }
                }
            }
            Some(("sslrootcert", path)) => settings.roots = Some(decode(path)),
            _ => others.push(setting),
        }
    }
    // As libpq does: who names certificates wants them to be looked at.
    if settings.mode == Mode::Require && settings.roots.is_some() {
        settings.mode = Mode::VerifyCa;
    }
    let rest = if others.is_empty() {
        rest.to_owned()
    } else {
        format!("{rest}?{}", others.join("&"))
    };
    Ok((rest, settings))
}

/// Undoes the percent signs of a URL.
fn decode(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, more @ ..] = rest {
        let code = more
            .get(..2)
            .and_then(|code| std::str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) if *first == b'%' => {
                bytes.push(byte);
                rest = &more[2..];
            }
            _ => {
                bytes.push(*first);
                rest = more;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn client_config(settings: Settings) -> Result<ClientConfig, StoreError> {
    let provider = Arc::new(ring::default_provider());
    let verifier = match settings.mode {
        Mode::Disable | Mode::Prefer | Mode::Require => Verifier {
            provider: Arc::clone(&provider),
            trust: None,
            name: false,
        },
        Mode::VerifyCa | Mode::VerifyFull => Verifier {
            provider: Arc::clone(&provider),
            trust: Some(trust(settings.roots, &provider)?),
            name: settings.mode == Mode::VerifyFull,
        },
    };
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| refused(&format!("TLS cannot be set up: {error}")))?;
    Ok(builder
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier))
        .with_no_client_auth())
}

/// The certificates that are trusted: of a file, or the system's.
fn trust(roots: Option<String>, provider: &Arc<CryptoProvider>) -> Result<Trust, StoreError> {
    let certificates: Vec<CertificateDer<'static>> = if roots.as_deref() == Some("system") {
        rustls_native_certs::load_native_certs().certs
    } else {
        let path = match roots {
            Some(path) => PathBuf::from(path),
            None => std::env::home_dir()
                .unwrap_or_default()
                .join(".postgresql/root.crt"),
        };
        CertificateDer::pem_file_iter(&path)
            .and_then(Iterator::collect)
            .map_err(|error| {
                refused(&format!(
                    "the certificates of {} cannot be read, which sslmode=verify-ca and \
                     verify-full need ({error}): name a file with sslrootcert=, or \
                     sslrootcert=system for those of this machine",
                    path.display()
                ))
            })?
    };
    let mut store = RootCertStore::empty();
    store.add_parsable_certificates(certificates.iter().cloned());
    let chain =
        WebPkiServerVerifier::builder_with_provider(Arc::new(store), Arc::clone(provider)).build();
    Ok(Trust {
        chain: chain.map_err(|error| refused(&format!("no certificate is trusted: {error}")))?,
        certificates,
    })
}

#[derive(Debug)]
struct Trust {
    chain: Arc<WebPkiServerVerifier>,
    certificates: Vec<CertificateDer<'static>>,
}

/// Looks at the server's certificate as libpq does.
#[derive(Debug)]
struct Verifier {
    provider: Arc<CryptoProvider>,
    /// None: whatever the certificate.
    trust: Option<Trust>,
    /// Whether it has to be of the host that was named.
    name: bool,
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        between: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let Some(trust) = &self.trust else {
            return Ok(ServerCertVerified::assertion());
        };
        // A server's own certificate in the file of those that are trusted needs no chain. It is
        // often marked as one that signs others, which chains do not allow at their end.
        if trust.certificates.iter().any(|known| known == certificate) {
            if self.name {
                let parsed = ParsedCertificate::try_from(certificate)?;
                rustls::client::verify_server_name(&parsed, name)?;
            }
            return Ok(ServerCertVerified::assertion());
        }
        match trust
            .chain
            .verify_server_cert(certificate, between, name, ocsp, now)
        {
            // The name comes last, when all else is right.
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) if !self.name => Ok(ServerCertVerified::assertion()),
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signed, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signed, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider
            .signature_verification_algorithms
            .supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_is_read() {
        let address =
            Address::new("postgresql://anna:secret@db.example:5433/jobs?sslmode=require").unwrap();
        assert_eq!(address.name, "db.example:5433");
        assert_eq!(address.user, "anna");
        assert_eq!(address.database, "jobs");
        assert_eq!(address.config.get_ssl_mode(), SslMode::Require);
    }

    #[test]
    fn several_hosts_mean_the_one_that_can_be_written_to() {
        let address = Address::new("postgresql://anna@one,two:1/jobs").unwrap();
        let attributes = address.config.get_target_session_attrs();
        assert_eq!(attributes, TargetSessionAttrs::ReadWrite);
    }

    #[test]
    fn no_message_has_the_password() {
        for url in [
            "mysql://anna:secret@db/jobs",
            "postgresql://anna:secret@db:port/jobs",
            "postgresql://anna:secret@db/jobs?sslmode=perhaps",
            "postgresql://anna:secret@db/jobs?nonsense=1",
            "postgresql://anna:secret@db/jobs?sslmode=verify-full&sslrootcert=/nowhere/root.crt",
        ] {
            let error = Address::new(url).err().unwrap();
            assert!(matches!(error, StoreError::Refused(_)), "{url}");
            assert!(!error.to_string().contains("secret"), "{error}");
        }
    }

    #[test]
    fn a_file_has_passwords() {
        let file =
            "# a comment\nother:*:*:*:no\nbroken\ndb:5432:jobs:anna:se\\:c:ret\n*:*:*:*:any\n";
        let found = |host, user| password(file, [host, "5432", "jobs", user]);
        assert_eq!(found("db", "anna").as_deref(), Some("se:c:ret"));
        assert_eq!(found("db", "otto").as_deref(), Some("any"));
        assert_eq!(
            password("db:1:jobs:anna:x", ["db", "2", "jobs", "anna"]),
            None
        );
    }

    #[test]
    fn percent_signs_are_undone() {
        assert_eq!(decode("/a%20b/%c3%a9%"), "/a b/é%");
    }
}
