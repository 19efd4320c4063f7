//! Command lines that cannot be run, and the process that cannot go on.
//!
//! Invariant: whatever goes wrong before or beside a command is told in the same two lines, and the
//! same JSON, as its own failures.

use std::ffi::OsString;

use clap::error::ErrorKind as ClapKind;
use clap::{CommandFactory as _, ValueEnum as _};

use super::Cli;
use super::output::{Color, Output};
use crate::error::{Error, ErrorKind};
use crate::render::Format;

/// Prints the help or version that was asked for, or says why the command line cannot be run.
pub(super) fn refuse(args: &[OsString], error: &clap::Error) -> u8 {
    let mut out = Output::new(color(args), false, 0);
    match error.kind() {
        ClapKind::DisplayHelp | ClapKind::DisplayVersion => {
            let text = error.render();
            // A reader that has gone needs no help.
            let _ = out.write(|out| write!(out, "{text}"));
            0
        }
        ClapKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            out.fail(format(args), &Error::usage("a command is missing").hint(help(args)))
        }
        _ => out.fail(format(args), &translate(args, error)),
    }
}

/// Whether an option has this value, as far as it can be told from a command line that does not parse.
fn has(args: &[OsString], option: &str, value: &str) -> bool {
    let words = || args.iter().filter_map(|arg| arg.to_str());
    words().any(|word| word.split_once('=') == Some((option, value)))
        || words().zip(words().skip(1)).any(|pair| pair == (option, value))
}

fn format(args: &[OsString]) -> Format {
    if has(args, "--format", "ndjson") {
        Format::Ndjson
    } else if has(args, "--format", "json") || args.iter().any(|arg| arg == "--json") {
        Format::Json
    } else {
        Format::Table
    }
}

fn color(args: &[OsString]) -> Color {
    let given = Color::value_variants().iter().find(|color| {
        let name = color.to_possible_value().expect("no value is hidden");
        has(args, "--color", name.get_name())
    });
    given.copied().unwrap_or_default()
}

/// clap's error in casebook's form: its first paragraph is the message, its tip the hint.
fn translate(args: &[OsString], error: &clap::Error) -> Error {
    let text = error.render().to_string();
    let message = text.split("\n\n").next().unwrap_or_default();
    let message = message.strip_prefix("error: ").unwrap_or(message);
    let message = message.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    let tip = text.lines().find_map(|line| line.trim().strip_prefix("tip: "));
    Error::usage(message).hint(tip.map_or_else(|| help(args), str::to_owned))
}

/// Where to read on: at the command that was meant, if one was named.
fn help(args: &[OsString]) -> String {
    let cli = Cli::command();
    let named = args.iter().skip(1).find_map(|arg| cli.find_subcommand(arg));
    named.map_or_else(
        || "see 'casebook --help'".to_owned(),
        |command| format!("see 'casebook {} --help'", command.get_name()),
    )
}

/// Makes a panic one line with a plea, JSON where that was asked for, and exit code 70.
pub(super) fn report_bugs(args: &[OsString]) {
    let (format, color) = (format(args), color(args));
    std::panic::set_hook(Box::new(move |panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        let what = panic.payload_as_str().unwrap_or("no message");
        let error = Error::new(ErrorKind::Bug, format_args!("a bug in casebook at {place}: {what}"))
            .hint("the archive is safe; please report this line");
        std::process::exit(Output::new(color, false, 0).fail(format, &error).into());
    }));
}
