//! Which archive a command works on.
//!
//! May use `error`. Invariant: nothing is opened or made here.

use std::env;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// An archive's place below a folder.
pub const IN_FOLDER: &str = ".casebook/archive.db";

/// The archive that was named, else that of `CASEBOOK_DB`, else the nearest `.casebook/archive.db`
/// in this folder or above it, else the user's own, whether or not it is there.
///
/// # Errors
/// A usage error if nothing is named and the user has no home.
pub fn discover(named: Option<&Path>) -> Result<PathBuf> {
    let variable = env::var_os("CASEBOOK_DB").filter(|value| !value.is_empty());
    named
        .map(Path::to_owned)
        .or_else(|| variable.map(PathBuf::from))
        .or_else(|| nearest(&env::current_dir().ok()?))
        .or_else(|| Some(user_data(|name| env::var_os(name).map(PathBuf::from))?.join("casebook/archive.db")))
        .ok_or_else(|| {
            Error::usage("no archive is named and there is no home folder to keep one in")
                .hint("name it with --db PATH or CASEBOOK_DB")
        })
}

fn nearest(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().map(|ancestor| ancestor.join(IN_FOLDER)).find(|path| path.is_file())
}

/// Where the system keeps the data of a user's programs. A relative path in a variable counts as
/// unset, as the XDG specification wants it.
fn user_data(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let folder = |name: &str| variable(name).filter(|path| path.is_absolute());
    if cfg!(windows) {
        return folder("LOCALAPPDATA");
    }
    let below_home = if cfg!(target_os = "macos") { "Library/Application Support" } else { ".local/share" };
    folder("XDG_DATA_HOME").or_else(|| Some(folder("HOME")?.join(below_home)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_archive_upward_is_found() {
        let dir = tempfile::tempdir().expect("a folder");
        let deep = dir.path().join("a/b/c");
        std::fs::create_dir_all(&deep).expect("made");
        std::fs::create_dir_all(dir.path().join("a/.casebook")).expect("made");
        assert_eq!(nearest(&deep), None);
        let archive = dir.path().join("a").join(IN_FOLDER);
        std::fs::write(&archive, "").expect("written");
        assert_eq!(nearest(&deep), Some(archive));
    }

    #[test]
    #[cfg(unix)]
    fn the_user_data_folder_follows_the_variables() {
        let with = |vars: &'static [(&str, &str)]| {
            user_data(move |name| vars.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into()))
        };
        assert_eq!(with(&[("XDG_DATA_HOME", "/data"), ("HOME", "/home/u")]), Some("/data".into()));
        assert_eq!(with(&[("XDG_DATA_HOME", "data")]), None);
        let home = with(&[("XDG_DATA_HOME", "data"), ("HOME", "/home/u")]).expect("a home");
        assert!(home.starts_with("/home/u") && home != Path::new("/home/u"));
    }

    #[test]
    fn a_named_archive_wins() {
        assert_eq!(discover(Some(Path::new("x.db"))).expect("named"), Path::new("x.db"));
    }
}
