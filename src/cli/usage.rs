//! Command lines that cannot be run, and the process that cannot go on.
//!
//! Invariant: whatever goes wrong before or beside a command is told in the same two lines, and the
//! same JSON, as its own failures.

use std::ffi::OsString;

use super::output::{Color, Output};
use crate::error::{Error, ErrorKind};
use crate::render::Format;

/// Prints the help or version that was asked for, or says why the command line cannot be run.
pub(super) fn refuse(args: &[OsString], error: &clap::Error) -> u8 {
    let mut out = Output::new(Color::Auto, false, 0);
    if !error.use_stderr() {
        let text = error.render();
        // A reader that has gone needs no help.
        let _ = out.write(|out| write!(out, "{text}"));
        return 0;
    }
    out.fail(format(args), &translate(error))
}

/// The format that a command line asks for, as far as it can be told from one that does not parse.
fn format(args: &[OsString]) -> Format {
    let words = || args.iter().filter_map(|arg| arg.to_str());
    let value = |name| {
        words().any(|word| word.strip_prefix("--format=") == Some(name))
            || words().zip(words().skip(1)).any(|pair| pair == ("--format", name))
    };
    if value("ndjson") {
        Format::Ndjson
    } else if value("json") || words().any(|word| word == "--json") {
        Format::Json
    } else {
        Format::Table
    }
}

/// clap's error in casebook's form: its first paragraph is the message, its tip the hint.
fn translate(error: &clap::Error) -> Error {
    let text = error.render().to_string();
    let message = text.split("\n\n").next().unwrap_or_default();
    let message = message.strip_prefix("error: ").unwrap_or(message);
    let message = message.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    let tip = text.lines().find_map(|line| line.trim().strip_prefix("tip: "));
    Error::usage(message).hint(tip.unwrap_or("see 'casebook --help'"))
}

/// Makes a panic one line with a plea, JSON where that was asked for, and exit code 70.
pub(super) fn report_bugs(args: &[OsString]) {
    let format = format(args);
    std::panic::set_hook(Box::new(move |panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        let what = panic.payload_as_str().unwrap_or("no message");
        let error = Error::new(ErrorKind::Bug, format_args!("a bug in casebook at {place}: {what}"))
            .hint("the archive is safe; please report this line");
        std::process::exit(Output::new(Color::Auto, false, 0).fail(format, &error).into());
    }));
}
