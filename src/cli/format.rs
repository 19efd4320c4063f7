//! `--format`: the formats that every answer comes in, and those of one command alone.
//!
//! Invariant: a format is asked of a command that speaks it, or the command line is refused.

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::error::{Error, Result};
use crate::render::Format;

/// The value of `--format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    Any(Format),
    Only(Special),
}

/// A format of one command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Special {
    Sarif,
    Github,
}

impl Special {
    fn name(self) -> &'static str {
        match self {
            Self::Sarif => "sarif",
            Self::Github => "github",
        }
    }

    /// The command that answers in it.
    fn command(self) -> &'static str {
        match self {
            Self::Sarif | Self::Github => "validate",
        }
    }
}

impl Asked {
    /// Whether the command of this name speaks it.
    pub fn check(self, command: &str) -> Result<()> {
        match self {
            Self::Only(special) if special.command() != command => {
                let message = format_args!("--format {} is of '{}' alone", special.name(), special.command());
                Err(Error::usage(message)
                    .hint("every answer comes as table, json, ndjson, csv, markdown or html"))
            }
            Self::Any(_) | Self::Only(_) => Ok(()),
        }
    }
}

impl ValueEnum for Asked {
    fn value_variants<'a>() -> &'a [Self] {
        &[
            Self::Any(Format::Table),
            Self::Any(Format::Json),
            Self::Any(Format::Ndjson),
            Self::Any(Format::Csv),
            Self::Any(Format::Markdown),
            Self::Any(Format::Html),
            Self::Only(Special::Sarif),
            Self::Only(Special::Github),
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Self::Any(format) => format.to_possible_value(),
            Self::Only(special) => Some(PossibleValue::new(special.name())),
        }
    }
}
