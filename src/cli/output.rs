//! The only writer to stdout and stderr.
//!
//! May use `render`. Invariant: data goes to stdout, everything said about it to stderr, and a
//! reader that goes away is no failure.

use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind as IoKind, IsTerminal, Write};
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use super::Context;
use crate::error::{Error, ErrorKind, Result};
use crate::render::{self, Format, Look};
use crate::report::{Answer, Listing, Tabular};

/// `--color`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Color {
    #[default]
    Auto,
    Always,
    Never,
}

/// The width that answers have when nobody says how wide the terminal is.
const PIPE_WIDTH: usize = 120;
/// How long a command works before it shows its progress.
const PATIENCE: Duration = Duration::from_secs(1);

const RED: Style = AnsiColor::Red.on_default().bold();
const YELLOW: Style = AnsiColor::Yellow.on_default().bold();
const CYAN: Style = AnsiColor::Cyan.on_default().bold();

/// The two streams of the process.
#[derive(Debug)]
pub(crate) struct Output {
    color: Color,
    quiet: bool,
    verbose: u8,
    /// Something has been written to stdout.
    written: bool,
}

impl Output {
    pub(super) fn new(color: Color, quiet: bool, verbose: u8) -> Self {
        Self { color, quiet, verbose, written: false }
    }

    /// Runs `write` on stdout. A pipe whose reader has gone takes what is written and forgets it.
    pub(super) fn write(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
        self.written = true;
        let mut out = BufWriter::new(io::stdout());
        match write(&mut out).and_then(|()| out.flush()) {
            Err(error) if error.kind() == IoKind::BrokenPipe => {
                // What is left in the buffer has nowhere to go.
                let _ = out.into_parts();
                Ok(())
            }
            Err(error) => {
                let mut told =
                    Error::new(ErrorKind::Io, format_args!("the answer cannot be written: {error}"));
                told.source = Some(Box::new(error));
                Err(told)
            }
            Ok(()) => Ok(()),
        }
    }

    /// Says something on stderr, a style before its first word. A closed stderr is nobody's concern.
    fn say(&self, style: Style, word: &str, message: &dyn Display) {
        let mut stderr = io::stderr().lock();
        let _ = if self.colour(&stderr) {
            writeln!(stderr, "{style}{word}{style:#} {message}")
        } else {
            writeln!(stderr, "{word} {message}")
        };
    }

    fn colour(&self, stream: &impl IsTerminal) -> bool {
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0");
        match self.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto if std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) => false,
            Color::Auto => set("CLICOLOR_FORCE") || stream.is_terminal(),
        }
    }
}

impl Context {
    /// Prints a listing in the format asked for, and says on stderr when it was cut.
    pub fn print<T: Tabular>(&mut self, listing: &Listing<T>) -> Result<()> {
        let (format, look) = (self.format(), self.look());
        self.out.write(|out| render::listing(out, format, look, listing))?;
        if listing.items.is_empty() && !format.is_json() {
            self.note("nothing found");
        }
        if listing.truncated {
            self.note(format_args!("showing {} of {}; --limit 0 shows all", listing.returned, listing.total));
        }
        Ok(())
    }

    /// Prints an answer that is no list in the format asked for.
    pub fn print_answer<A: Answer>(&mut self, answer: &A) -> Result<()> {
        let (format, look) = (self.format(), self.look());
        self.out.write(|out| render::answer(out, format, look, answer))
    }

    /// Prints a JSON value: pretty, or on one line for ndjson. For commands whose other formats are
    /// their own; they ask [`Context::format`].
    pub fn print_value<S: Serialize + ?Sized>(&mut self, value: &S) -> Result<()> {
        let format = self.format();
        self.out.write(|out| render::value(out, format, value))
    }

    /// Writes data of a command's own format to stdout.
    pub fn write(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
        self.out.write(write)
    }

    /// Says something worth knowing on stderr; silent with `-q`.
    pub fn note(&self, message: impl Display) {
        if !self.out.quiet {
            self.out.say(CYAN, "note:", &message);
        }
    }

    /// Says on stderr what may be wrong; silent with `-q`.
    pub fn warn(&self, message: impl Display) {
        if !self.out.quiet {
            self.out.say(YELLOW, "warning:", &message);
        }
    }

    /// Says on stderr why there is no answer, however quiet it is to be.
    pub fn fault(&self, message: impl Display) {
        self.out.say(RED, "error:", &message);
    }

    /// Whether `-v` asks for more than the answer.
    pub fn verbose(&self) -> bool {
        self.out.verbose > 0
    }

    /// What stdout can show.
    pub fn look(&self) -> Look {
        let width = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0));
        Look { width: width.unwrap_or(PIPE_WIDTH), colour: self.out.colour(&io::stdout()) }
    }

    /// A count of `what` is done, where nobody knows how much there is to do, on stderr.
    pub fn counter(&self, what: &'static str) -> Progress {
        let shown = !self.out.quiet && io::stderr().is_terminal();
        let style = ProgressStyle::with_template("{spinner} {human_pos} {prefix}, {elapsed}")
            .expect("a template without a fault");
        let bar = ProgressBar::no_length().with_prefix(what).with_style(style);
        Progress::new(bar, shown)
    }
}

/// A bar that appears on a terminal after a second of work and is gone when it is dropped.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    /// When it may appear; `None` once it has, or if it never will.
    due: Option<Instant>,
}

impl Progress {
    fn new(bar: ProgressBar, shown: bool) -> Self {
        bar.set_draw_target(ProgressDrawTarget::hidden());
        Self { bar, due: shown.then(|| Instant::now() + PATIENCE) }
    }

    /// Reports `steps` more.
    pub fn advance(&mut self, steps: u64) {
        if self.due.is_some_and(|due| due <= Instant::now()) {
            self.due = None;
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.inc(steps);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// The failure of a command as programs read it.
#[derive(Serialize)]
struct Failure<'a> {
    format: u8,
    error: FailureBody<'a>,
}

#[derive(Serialize)]
struct FailureBody<'a> {
    code: &'static str,
    message: &'a str,
    hint: Option<&'a str>,
    exit: u8,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    candidates: &'a [String],
}

impl Output {
    /// Reports the failure of a command and returns its exit code: two lines on stderr, and an
    /// object on stdout if that is JSON and still empty.
    pub(super) fn fail(&mut self, format: Format, error: &Error) -> u8 {
        let (exit, code) = error.kind.exit();
        if error.kind == ErrorKind::Rejected {
            return exit;
        }
        if format.is_json() && !self.written {
            let error = FailureBody {
                code,
                message: &error.message,
                hint: error.hint.as_deref(),
                exit,
                candidates: &error.candidates,
            };
            // If stdout takes nothing, stderr still tells.
            let _ = self.write(|out| render::value(out, format, &Failure { format: 1, error }));
        }
        self.say(RED, "error:", &render::one_line(&error.message));
        for candidate in &error.candidates {
            self.say(Style::new(), "     ", &render::one_line(candidate));
        }
        if let Some(hint) = &error.hint {
            self.say(CYAN, "hint:", &render::one_line(hint));
        }
        exit
    }
}
