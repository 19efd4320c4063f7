//! The failure of a command, and the one table that maps it to an exit code.
//!
//! Uses nothing of the crate. Invariant: a bad artifact is never an `Error`; it is a `Diagnostic`.

use std::fmt;

/// What kind of failure ended a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// Something was rejected, or a gate failed; the output already says what.
    Rejected,
    /// The command line makes no sense.
    Usage,
    /// No archive where one was looked for.
    ArchiveMissing,
    /// No file or folder of that name.
    InputMissing,
    /// No such id.
    IdMissing,
    /// An id that fits several things.
    IdAmbiguous,
    /// The archive stayed locked by another process after every retry.
    Busy,
    /// Reading or writing failed.
    Io,
    /// The archive is damaged, or is no archive.
    Damaged,
    /// The archive was made by a newer casebook.
    Newer,
    /// The archive's tables are of an older casebook, and this command may not change them.
    Older,
    /// A schema was refused.
    SchemaRefused,
    /// A fault of casebook itself.
    Bug,
}

impl ErrorKind {
    /// The process exit code, and the code printed with `--json`.
    pub fn exit(self) -> (u8, &'static str) {
        match self {
            Self::Rejected => (1, "rejected"),
            Self::Usage => (2, "usage"),
            Self::ArchiveMissing => (3, "archive.missing"),
            Self::InputMissing => (3, "input.missing"),
            Self::IdMissing => (3, "id.missing"),
            Self::IdAmbiguous => (3, "id.ambiguous"),
            Self::Busy => (4, "archive.busy"),
            Self::Io => (5, "io"),
            Self::Damaged => (5, "archive.damaged"),
            Self::Newer => (5, "archive.newer"),
            Self::Older => (5, "archive.older"),
            Self::SchemaRefused => (6, "schema.refused"),
            Self::Bug => (70, "bug"),
        }
    }
}

/// The failure of a command: one line what, one line hint.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    pub kind: ErrorKind,
    pub message: String,
    pub hint: Option<String>,
    /// The things an ambiguous id fits, for `id.ambiguous`.
    pub candidates: Vec<String>,
    #[source]
    pub source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

/// What a fallible step of a command returns.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// A failure of this kind.
    pub fn new(kind: ErrorKind, message: impl fmt::Display) -> Self {
        Self { kind, message: message.to_string(), hint: None, candidates: Vec::new(), source: None }
    }

    /// A usage failure.
    pub fn usage(message: impl fmt::Display) -> Self {
        Self::new(ErrorKind::Usage, message)
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn hint(mut self, hint: impl fmt::Display) -> Self {
        self.hint = Some(hint.to_string());
        self
    }
}

impl From<std::io::Error> for Error {
    fn from(source: std::io::Error) -> Self {
        let mut error = Self::new(ErrorKind::Io, &source);
        error.source = Some(Box::new(source));
        error
    }
}

impl From<rusqlite::Error> for Error {
    fn from(source: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode as Sqlite;
        let kind = match source.sqlite_error_code() {
            Some(Sqlite::DatabaseBusy | Sqlite::DatabaseLocked | Sqlite::FileLockingProtocolFailed) => {
                ErrorKind::Busy
            }
            Some(Sqlite::NotADatabase | Sqlite::DatabaseCorrupt) => ErrorKind::Damaged,
            Some(
                Sqlite::DiskFull
                | Sqlite::SystemIoFailure
                | Sqlite::CannotOpen
                | Sqlite::ReadOnly
                | Sqlite::PermissionDenied,
            ) => ErrorKind::Io,
            _ => ErrorKind::Bug,
        };
        let mut error = Self::new(kind, &source);
        error.hint = match kind {
            ErrorKind::Busy => Some("another process is writing; try again when it is done".into()),
            ErrorKind::Damaged => Some("restore a backup; the originals may still be exported".into()),
            _ => None,
        };
        error.source = Some(Box::new(source));
        error
    }
}
