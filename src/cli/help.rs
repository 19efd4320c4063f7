//! The pages of `--help`: commands in groups, examples first.
//!
//! Invariant: what a command does is said once, in its own file; this page only arranges it.

use clap::CommandFactory as _;

use super::Cli;

/// The commands by what they are for.
const GROUPS: [(&str, &[&str]); 3] = [
    ("Write", &["init", "ingest", "resolve", "quarantine", "schema"]),
    ("Check", &["validate", "extract", "explain"]),
    (
        "Ask",
        &[
            "list",
            "show",
            "task",
            "findings",
            "gaps",
            "themes",
            "contradictions",
            "actions",
            "citations",
            "packets",
            "provenance",
            "audit",
            "trends",
            "stats",
        ],
    ),
];

/// What to type, by command; the empty name is casebook's own page.
const EXAMPLES: [(&str, &[&str]); 23] = [
    (
        "",
        &[
            "casebook ingest runs/",
            "casebook gaps --importance critical",
            "casebook provenance res_3f9c21a7/find_a4703c",
            "casebook trends --by task --json",
        ],
    ),
    ("init", &["casebook init", "casebook init ~/research"]),
    (
        "ingest",
        &["casebook ingest runs/", "producer | casebook ingest -", "casebook ingest --dry-run --json runs/"],
    ),
    (
        "resolve",
        &[
            "casebook resolve res_3f9c21a7/gap_0478 --state resolved --note measured",
            "casebook resolve contra_29d7 --state reopened --note disputed --by lead",
        ],
    ),
    (
        "quarantine",
        &["casebook quarantine list", "casebook quarantine show 1f2e --raw", "casebook quarantine retry"],
    ),
    (
        "schema",
        &[
            "casebook schema list",
            "casebook schema show summary --prompt",
            "casebook schema check retro.json",
            "casebook schema add retro retro.json",
        ],
    ),
    (
        "validate",
        &[
            "casebook validate run.json",
            "casebook validate --deny finding.no-evidence --json runs/",
            "casebook validate --schema retro.json answer.txt",
            "casebook validate --format sarif runs/",
            "casebook validate --format github runs/",
        ],
    ),
    ("extract", &["casebook extract answer.txt", "producer | casebook extract --schema summary -"]),
    ("explain", &["casebook explain ref.citation-missing", "casebook explain"]),
    ("list", &["casebook list --kind packet", "casebook list --task T101 --all-revisions"]),
    ("show", &["casebook show res_3f9c21a7", "casebook show T101/res_3f9c21a7/gap_0478"]),
    ("task", &["casebook task T101"]),
    (
        "findings",
        &[
            "casebook findings --single-source --min-confidence 0.9",
            "casebook findings --tag wal --format csv",
        ],
    ),
    (
        "gaps",
        &["casebook gaps --importance critical", "casebook gaps --group", "casebook gaps --all --task T101"],
    ),
    ("themes", &["casebook themes --recurring 3", "casebook themes --run res_3f9c21a7"]),
    ("contradictions", &["casebook contradictions --needs-consensus"]),
    ("actions", &["casebook actions --shaky"]),
    ("citations", &["casebook citations --unused", "casebook citations --reliability low"]),
    ("packets", &["casebook packets --role critic --since 30d"]),
    (
        "provenance",
        &["casebook provenance res_3f9c21a7/find_a4703c", "casebook provenance T101/res_3f9c21a7"],
    ),
    ("audit", &["casebook audit --task T101", "casebook audit --fail-on error"]),
    ("trends", &["casebook trends", "casebook trends --metric finding --by tag --bucket quarter"]),
    ("stats", &["casebook stats --json"]),
];

const OWN: &str = "{about}\n\nUsage: {usage}\n\n{before-help}Options:\n{options}\n\nSee 'casebook COMMAND --help' for one command.";
const OF_COMMAND: &str = "{about}\n\nUsage: {usage}\n\n{before-help}{all-args}";

/// The whole command line with its pages.
pub(super) fn command() -> clap::Command {
    let plain = Cli::command();
    let groups = groups(&plain);
    let own = [&*examples(""), "\n\n", &groups].concat();
    let command = plain.help_template(OWN).before_help(own);
    let names: Vec<String> = command.get_subcommands().map(|c| c.get_name().to_owned()).collect();
    names.into_iter().fold(command, |command, name| {
        let examples = examples(&name);
        command.mut_subcommand(name, |sub| sub.help_template(OF_COMMAND).before_help(examples))
    })
}

fn examples(name: &str) -> String {
    let lines = EXAMPLES.iter().find(|(command, _)| *command == name).map_or(&[][..], |(_, lines)| lines);
    lines.iter().fold("Examples:".to_owned(), |text, line| text + "\n  " + line)
}

fn groups(command: &clap::Command) -> String {
    let width = command.get_subcommands().map(|sub| sub.get_name().len()).max().unwrap_or_default();
    let about = |name: &str| {
        let sub =
            command.find_subcommand(name).expect("every name of a group is a command, a test sees to it");
        sub.get_about().map(ToString::to_string).unwrap_or_default()
    };
    let group = |(title, names): &(&str, &[&str])| {
        names
            .iter()
            .fold(format!("{title}:"), |text, name| format!("{text}\n  {name:width$}  {}", about(name)))
    };
    GROUPS.iter().map(group).collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_command_is_in_one_group_and_has_an_example() {
        let commands: BTreeSet<String> =
            Cli::command().get_subcommands().map(|c| c.get_name().to_owned()).collect();
        let grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        assert_eq!(grouped.len(), commands.len());
        assert_eq!(grouped.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>(), commands);
        let with_example: BTreeSet<String> = EXAMPLES
            .iter()
            .filter(|(name, _)| !name.is_empty())
            .map(|(name, _)| (*name).to_owned())
            .collect();
        assert_eq!(with_example, commands);
    }

    #[test]
    fn every_example_can_be_run() {
        for line in EXAMPLES.iter().flat_map(|(_, lines)| lines.iter()) {
            let words = line.split(" | ").last().expect("a command").split(' ');
            command().try_get_matches_from(words).unwrap_or_else(|error| panic!("{line}: {error}"));
        }
    }
}
