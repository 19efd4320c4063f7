//! What a worker does with a document: everything but the writing.
//!
//! May use `input`, `validate`, `kinds`, `store`. Invariant: what leaves here needs no more than INSERTs.

use rusqlite::{OptionalExtension as _, named_params};
use serde_json::{Map, Value, json};

use super::{Input, Outcome, Report, Request};
use crate::code::Code;
use crate::contract::Contract;
use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::error::Result;
use crate::id::ArtifactId;
use crate::input::{Document, Extent, Unreadable};
use crate::kinds::{Kind, Projection};
use crate::store::Archive;
use crate::store::contract::{Brought, Sort};
use crate::store::original::Packer;
use crate::store::quarantine::Refused;
use crate::store::write::NewArtifact;
use crate::validate::{Checked, Options, check};

/// A document that only needs to be written.
#[derive(Debug)]
pub(super) struct Prepared {
    /// With the outcome that holds unless the archive says otherwise.
    pub report: Report,
    /// Bytes of the document.
    pub size: u64,
    pub verdict: Verdict,
}

#[derive(Debug)]
pub(super) enum Verdict {
    /// Nothing needs to be written.
    Settled,
    Valid(Box<Valid>),
    Invalid(Box<Invalid>),
}

/// A valid document.
#[derive(Debug)]
pub(super) struct Valid {
    pub id: ArtifactId,
    pub kind: Kind,
    pub projection: Projection,
    canonical: Digest,
    raw: Digest,
    original: Vec<u8>,
}

/// A document to be refused.
#[derive(Debug)]
pub(super) struct Invalid {
    task: Option<String>,
    digest: Digest,
    complete: bool,
    bytes: Vec<u8>,
}

impl Prepared {
    /// Lets go of what only writing needs.
    pub fn forget_rows(&mut self) {
        if let Verdict::Valid(_) = self.verdict {
            self.verdict = Verdict::Settled;
        }
    }
}

impl Valid {
    pub fn artifact<'a>(&'a self, size: u64, report: &'a Report, rules: Option<&'a str>) -> NewArtifact<'a> {
        let identity = &self.projection.identity;
        NewArtifact {
            id: self.id,
            kind: self.kind.as_str(),
            schema: &self.projection.schema,
            natural_key: &identity.natural_key,
            natural_id: &identity.natural_id,
            task: identity.task.as_deref(),
            title: &identity.title,
            status: identity.status.as_deref(),
            version: identity.version.as_deref(),
            when: identity.when.as_ref().map(|(moment, text)| (*moment, text.as_str())),
            canonical_digest: self.canonical,
            raw_digest: self.raw,
            raw_size: size,
            original: &self.original,
            source: &report.source,
            source_line: report.line,
            rules,
            diagnostics: &report.diagnostics,
        }
    }
}

impl Invalid {
    pub fn refused<'a>(&'a self, size: u64, report: &'a Report, rules: Option<&'a str>) -> Refused<'a> {
        Refused {
            kind: report.kind,
            task: self.task.as_deref(),
            source: &report.source,
            source_line: report.line,
            size,
            digest: self.digest,
            complete: self.complete,
            rules,
            bytes: &self.bytes,
            diagnostics: &report.diagnostics,
        }
    }
}

/// The rules in force as the archive records them: the codes denied and allowed, and the digests of the rules
/// file and the own schema. `None` if there is none of them.
pub(super) fn rules(request: &Request) -> Option<String> {
    let sorted = |codes: &[Code]| {
        let mut names: Vec<_> = codes.iter().map(|code| code.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names
    };
    let options = &request.options;
    let (deny, allow) = (sorted(&options.deny), sorted(&options.allow));
    let mut rules = Map::new();
    if !(deny.is_empty() && allow.is_empty()) {
        rules.extend([("deny".to_owned(), json!(deny)), ("allow".to_owned(), json!(allow))]);
    }
    let files =
        [("rules", options.rules.as_ref().map(|rules| rules.digest())), ("schema", options.own_schema())];
    rules.extend(files.into_iter().filter_map(|(key, digest)| Some((key.to_owned(), json!(digest?)))));
    (!rules.is_empty()).then(|| Value::Object(rules).to_string())
}

/// The files behind these rules, which the archive keeps.
pub(super) fn brought(request: &Request) -> Vec<Brought<'_>> {
    let Options { contract, rules, .. } = &request.options;
    let schema = match contract.as_deref() {
        Some(Contract::Own(own)) => Some(Brought { sort: Sort::Schema, bytes: &own.bytes }),
        Some(Contract::Builtin(_)) | None => None,
    };
    let rules = rules.as_ref().map(|rules| Brought { sort: Sort::Rules, bytes: rules.text().as_bytes() });
    schema.into_iter().chain(rules).collect()
}

/// One thread's tools.
pub(super) struct Worker<'a> {
    request: &'a Request,
    /// Those of the request, with its task.
    options: Options,
    rules: Option<String>,
    /// The archive as it is while others write to it; `None` if there is none to look into.
    archive: Option<Archive>,
    packer: Packer,
}

impl<'a> Worker<'a> {
    pub fn new(archive: Option<Archive>, request: &'a Request) -> Result<Self> {
        let options = Options { task: request.task.clone(), ..request.options.clone() };
        Ok(Self { request, options, rules: rules(request), archive, packer: Packer::new()? })
    }

    pub fn prepare(&mut self, input: Input) -> Result<Prepared> {
        match input {
            Ok(document) => self.prepare_document(&document),
            Err(unreadable) => {
                Ok(Prepared { report: report_unreadable(unreadable), size: 0, verdict: Verdict::Settled })
            }
        }
    }

    fn prepare_document(&mut self, document: &Document) -> Result<Prepared> {
        let raw = document.digest();
        let (report, verdict) = match self.known(document, &raw)? {
            Some(known) => (known, Verdict::Settled),
            None => self.check(document, raw)?,
        };
        Ok(Prepared { report, size: document.size(), verdict })
    }

    /// The report of bytes that were filed before under the same rules: they need no second look.
    fn known(&self, document: &Document, raw: &Digest) -> Result<Option<Report>> {
        let Some(archive) =
            self.archive.as_ref().filter(|_| matches!(document.extent, Extent::Whole | Extent::Text))
        else {
            return Ok(None);
        };
        archive.read(|connection| {
            let parameters = named_params! {
                ":raw_digest": raw,
                ":rules": self.rules,
                ":kind": self.request.options.kind().map(Kind::as_str),
                ":task": self.request.task,
                ":schema": self.request.options.contract.as_ref().map(|contract| contract.form().name),
            };
            let mut find = connection.prepare_cached(include_str!("find_known.sql"))?;
            let known = find.query_row(parameters, |row| {
                Ok(Report {
                    source: document.source.to_string(),
                    line: document.start.line,
                    kind: Kind::parse(&row.get::<_, String>("kind")?).map(Kind::as_str),
                    id: row.get("natural_id")?,
                    artifact: row.get("uuid")?,
                    outcome: Outcome::Unchanged,
                    warnings: 0,
                    diagnostics: Vec::new(),
                })
            });
            Ok(known.optional()?)
        })
    }

    fn check(&mut self, document: &Document, raw: Digest) -> Result<(Report, Verdict)> {
        let mut checked = check(document, &self.options);
        let bytes = self.packer.pack(&document.raw)?;
        let valid = checked.projection.take().zip(checked.kind).zip(checked.canonical);
        let verdict = if let Some(((projection, kind), canonical)) = valid {
            let task = projection.identity.task.as_deref();
            let id = ArtifactId::new(kind.as_str(), task, &projection.schema, &canonical);
            Verdict::Valid(Box::new(Valid { id, kind, projection, canonical, raw, original: bytes }))
        } else {
            let task = checked.task.take().or_else(|| self.request.task.clone());
            Verdict::Invalid(Box::new(Invalid { task, digest: raw, complete: document.complete(), bytes }))
        };
        Ok((report(document, checked, &verdict), verdict))
    }
}

fn report(document: &Document, checked: Checked, verdict: &Verdict) -> Report {
    let (artifact, outcome) = match verdict {
        Verdict::Settled => (None, Outcome::Unchanged),
        Verdict::Valid(valid) => (Some(valid.id), Outcome::Stored),
        Verdict::Invalid(_) => (None, Outcome::Rejected),
    };
    Report {
        source: document.source.to_string(),
        line: document.start.line,
        kind: checked.kind.map(Kind::as_str),
        id: checked.natural_id,
        artifact,
        outcome,
        warnings: checked.counts.warnings,
        diagnostics: checked.diagnostics,
    }
}

fn report_unreadable(unreadable: Unreadable) -> Report {
    Report {
        source: unreadable.source.to_string(),
        line: 1,
        kind: None,
        id: None,
        artifact: None,
        outcome: Outcome::Rejected,
        warnings: 0,
        diagnostics: vec![Diagnostic::new(Code::InputUnreadable, "", unreadable.message)],
    }
}
