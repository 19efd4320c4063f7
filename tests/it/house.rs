//! The habits of the house that no other tool holds: short files, few dependencies.

use walkdir::WalkDir;

/// The most lines of a file; most have far fewer.
const LINES: usize = 500;
/// The most packages in `Cargo.lock`, casebook itself included. Raise it with a reason.
const PACKAGES: usize = 210;

#[test]
fn files_are_short() {
    let entries = ["src", "tests"].into_iter().flat_map(WalkDir::new);
    let paths = entries.map(|entry| entry.unwrap().into_path());
    let sources = paths.filter(|path| path.extension().is_some_and(|e| e == "rs"));
    let long: Vec<_> = sources
        .map(|path| (fs_err::read_to_string(&path).unwrap().lines().count(), path))
        .filter(|(lines, _)| *lines > LINES)
        .collect();
    assert!(long.is_empty(), "split these: {long:?}");
}

#[test]
fn dependencies_are_few() {
    let lock = fs_err::read_to_string("Cargo.lock").unwrap();
    let packages = lock.matches("[[package]]").count();
    assert!(packages <= PACKAGES, "{packages} packages are more than {PACKAGES}");
}
