//! The pages that are written by the program: what they say is what it does.
//!
//! `CASEBOOK_BLESS=1 cargo test` writes them anew.

use std::fmt::Write as _;
use std::path::Path;

use casebook::code::Code;

use crate::harness::Casebook;

/// Holds a file of the repository against what it should say.
pub fn hold(path: &str, content: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("CASEBOOK_BLESS").is_some() {
        fs_err::write(&file, content).unwrap();
    }
    let there = fs_err::read_to_string(&file).unwrap_or_default();
    assert!(there == content, "{path} is out of date: CASEBOOK_BLESS=1 cargo test writes it anew");
}

/// The commands that the help page lists.
pub fn commands() -> Vec<String> {
    let help = Casebook::new().run(["--help"]).code(0).stdout;
    let listed =
        help.lines().filter(|line| line.starts_with("  ") && !line.trim_start().starts_with(['-', '$']));
    let names =
        listed.filter(|line| !line.trim_start().starts_with("casebook ") && line.chars().nth(2) != Some(' '));
    names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

#[test]
fn the_command_line_is_documented() {
    let mut page =
        "# The command line\n\nWhat `casebook --help` and the help of each command print.\n".to_owned();
    let casebook = Casebook::new();
    let mut add = |args: &[&str]| {
        let text = casebook.run(args).code(0).stdout;
        let title = args[..args.len() - 1].join(" ");
        let text = text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
        write!(page, "\n## casebook {title}\n\n```text\n{}\n```\n", text.trim_end()).unwrap();
    };
    add(&["--help"]);
    for command in commands() {
        add(&[&command, "--help"]);
    }
    hold("docs/cli.md", &page.replace("## casebook \n", "## casebook\n"));
}

#[test]
fn the_codes_are_documented() {
    let mut page = "# Diagnostic codes\n\n\
        An error refuses the document, which is then kept in quarantine; a warning is stored with it; a note is\n\
        printed. `--deny CODE` raises a code to an error. `--allow CODE` lowers an error to a warning and silences\n\
        the others, where the table says so. `casebook explain CODE` prints one entry.\n\n\
        | code | level | `--allow` | meaning | to mend it |\n|---|---|---|---|---|\n"
        .to_owned();
    for code in Code::ALL {
        let entry = code.entry();
        let allow = if entry.allowable { "yes" } else { "no" };
        let cell = |text: &str| text.replace('|', "\\|");
        let (meaning, mend) = (cell(entry.meaning), cell(entry.mend));
        writeln!(page, "| `{code}` | {} | {allow} | {meaning} | {mend} |", entry.severity).unwrap();
    }
    hold("docs/codes.md", &page);
}

#[test]
fn the_tables_are_documented() {
    let casebook = Casebook::new();
    casebook.run(["init", "."]).code(0);
    let archive = rusqlite::Connection::open(casebook.path(".casebook/archive.db")).unwrap();
    let mut statement = archive
        .prepare(
            "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'search\\_%' ESCAPE '\\'
                OR name IN ('search_part', 'search_part_artifact')
             ORDER BY CASE type WHEN 'table' THEN 0 WHEN 'index' THEN 1 ELSE 2 END, name",
        )
        .unwrap();
    let schema = statement.query_map([], |row| row.get::<_, String>(0)).unwrap();
    let schema: Vec<_> = schema.map(|sql| sql.unwrap() + ";\n").collect();
    let head =
        "-- The archive's tables, indexes and views, as the migrations make them. Written by a test.\n\n";
    hold("docs/schema.sql", &[head, &schema.join("\n")].concat());
}
