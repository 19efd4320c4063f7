//! A casebook in a folder of its own, with a fixed clock, and the smallest documents that pass.
//!
//! ```ignore
//! let casebook = Casebook::new().file("a.json", research("T001", "res_00000001")).ingest(["a.json"]);
//! let answer = casebook.run(["gaps", "--json"]).code(0).json();
//! assert_eq!(answer["total"], 0);
//! ```

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tempfile::TempDir;

/// The moment at which every test runs.
pub const NOW: &str = "2026-06-01T00:00:00Z";

/// A temporary folder and the archive in it.
pub struct Casebook {
    dir: TempDir,
}

impl Casebook {
    /// An empty folder; the first `ingest` makes the archive.
    pub fn new() -> Self {
        Self { dir: TempDir::new().unwrap() }
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        self.dir.path()
    }

    /// A path in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.dir().join(name)
    }

    /// Writes a file, and the folders above it.
    pub fn file(self, name: &str, content: impl Content) -> Self {
        let path = self.path(name);
        fs_err::create_dir_all(path.parent().unwrap()).unwrap();
        fs_err::write(path, content.bytes()).unwrap();
        self
    }

    /// Ingests what is valid throughout.
    pub fn ingest<A: AsRef<OsStr>>(self, paths: impl IntoIterator<Item = A>) -> Self {
        let mut command = self.command(["ingest", "--json"]);
        run(command.args(paths)).code(0);
        self
    }

    /// Files one document and ingests it.
    pub fn with(self, document: Value) -> Self {
        let name = format!("{}.json", fs_err::read_dir(self.dir()).unwrap().count());
        self.file(&name, document).ingest([name])
    }

    /// Runs a command line to its end.
    pub fn run<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>) -> Ran {
        run(&mut self.command(args))
    }

    /// A command line not yet started, in the folder and with nothing of the user's own around it.
    pub fn command<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_casebook"));
        command.args(args).current_dir(self.dir()).stdin(Stdio::null()).env_clear();
        for kept in ["PATH", "SYSTEMROOT", "LLVM_PROFILE_FILE"] {
            if let Some(value) = std::env::var_os(kept) {
                command.env(kept, value);
            }
        }
        let home = self.path("home");
        command.env("HOME", &home).env("XDG_DATA_HOME", home.join("data")).env("TMPDIR", self.dir());
        command.env("CASEBOOK_NOW", NOW).env("CASEBOOK_SEED", "test");
        command
    }
}

/// What a file can be made from.
pub trait Content {
    fn bytes(self) -> Vec<u8>;
}

impl Content for Value {
    fn bytes(self) -> Vec<u8> {
        self.to_string().into_bytes()
    }
}

impl Content for &str {
    fn bytes(self) -> Vec<u8> {
        self.as_bytes().to_vec()
    }
}

impl Content for Vec<u8> {
    fn bytes(self) -> Vec<u8> {
        self
    }
}

/// Runs a prepared command to its end.
pub fn run(command: &mut Command) -> Ran {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).expect("output in UTF-8");
    Ran { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// How a command ended.
#[derive(Debug)]
pub struct Ran {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Ran {
    /// Demands this exit code.
    #[track_caller]
    pub fn code(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "exit code\nstdout: {}\nstderr: {}", self.stdout, self.stderr);
        self
    }

    /// Stdout as one JSON value.
    #[track_caller]
    pub fn json(&self) -> Value {
        self.parse()
    }

    /// Stdout as one JSON value of this type.
    #[track_caller]
    pub fn parse<T: DeserializeOwned>(&self) -> T {
        serde_json::from_str(&self.stdout).unwrap_or_else(|e| panic!("{e}\nstdout: {}", self.stdout))
    }

    /// Stdout as a JSON value a line.
    #[track_caller]
    pub fn lines(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
    }
}

/// The smallest research output that passes without a warning: one finding, one citation.
pub fn research(task: &str, id: &str) -> Value {
    json!({
        "$schema": "https://cleo-dev.com/schemas/v1/rcsd-research-output.schema.json",
        "_meta": {
            "researchId": id, "taskId": task, "shortName": "sample", "createdAt": "2026-01-18T10:00:00Z",
        },
        "query": { "original": "Does the cache survive a restart?" },
        "status": "completed",
        "sources": {
            "searched": 1,
            "used": 1,
            "citations": [
                { "id": "cite_00000a", "type": "documentation", "title": "Cache manual",
                  "url": "https://example.org/cache", "reliability": "high" },
            ],
        },
        "findings": [
            { "id": "find_00000a", "claim": "The cache survives a restart.", "confidence": 0.8,
              "evidence": [{ "citationId": "cite_00000a", "quote": "Entries are kept on disk." }] },
        ],
        "confidence": { "overall": 0.75 },
    })
}

/// The smallest context packet that passes without a warning.
pub fn packet(project: &str, id: &str, task: &str) -> Value {
    json!({
        "schema": "kxm.context-packet.v2",
        "packetId": id,
        "project": project,
        "generatedAt": "2026-01-18T09:00:00Z",
        "targetRole": "researcher",
        "task": {
            "taskId": task, "stepId": "plan", "stepAttempt": 1, "objective": "Find out about the cache.",
            "allowedOutcomes": ["done"], "permissionCeiling": "read-only",
        },
        "acceptanceCriteria": [],
        "plan": { "planHash": "default", "activeStepIndex": 0, "totalSteps": 1, "settledDecisions": [] },
        "predecessors": [],
        "environment": {
            "sharedDefaults": [], "projectKnowledge": [], "currentState": [], "contradictions": [],
            "activeSkills": [],
        },
        "budget": {
            "allocatedTokens": 1000, "estimatedTokens": 100, "unresolvedGaps": [], "provenanceSummary": {},
        },
    })
}
