//! The table of `docs/design.md` against the `use` lines of the source.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use walkdir::WalkDir;

/// Which modules each module may use, as the table in the design says.
fn rules() -> BTreeMap<String, BTreeSet<String>> {
    let design = fs_err::read_to_string("docs/design.md").unwrap();
    let names = |cell: &str| -> BTreeSet<String> {
        cell.split('`').skip(1).step_by(2).flat_map(str::split_whitespace).map(str::to_owned).collect()
    };
    let rows = design.lines().skip_while(|line| !line.starts_with("| module |")).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    rows.flat_map(|row| {
        let cells: Vec<_> = row.split('|').collect();
        let allowed = names(cells[2]);
        names(cells[1]).into_iter().map(move |module| (module, allowed.clone()))
    })
    .collect()
}

/// The modules of the crate that a source file names in its paths, tests left out.
fn used(source: &str) -> BTreeSet<String> {
    let code = source.split("#[cfg(test)]\nmod tests").next().unwrap();
    code.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| line.split("crate::").skip(1))
        .map(|rest| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
        .filter(|name| *name != "row")
        .collect()
}

fn module_of(path: &Path) -> String {
    let first = path.strip_prefix("src").unwrap().components().next().unwrap();
    first.as_os_str().to_str().unwrap().trim_end_matches(".rs").to_owned()
}

#[test]
fn modules_use_only_what_the_design_lets_them() {
    let rules = rules();
    let mut faults = Vec::new();
    for entry in WalkDir::new("src").sort_by_file_name() {
        let path = entry.unwrap().into_path();
        let module = module_of(&path.join("x"));
        if path.extension().is_none_or(|e| e != "rs") || ["cli", "lib", "main"].contains(&&*module) {
            continue;
        }
        let allowed = rules.get(&module).unwrap_or_else(|| panic!("docs/design.md says nothing of {module}"));
        for other in used(&fs_err::read_to_string(&path).unwrap()) {
            if other != module && !allowed.contains(&other) {
                faults.push(format!("{} uses {other}", path.display()));
            }
        }
    }
    assert!(faults.is_empty(), "not in the table of docs/design.md:\n{}", faults.join("\n"));
}
