//! `casebook init`

use std::path::PathBuf;

use serde::Serialize;

use super::Context;
use crate::error::Result;
use crate::store::{Archive, IN_FOLDER};

/// Make an archive in a folder
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The folder; the archive becomes .casebook/archive.db in it
    #[arg(default_value = ".", value_name = "DIR")]
    folder: PathBuf,
}

#[derive(Serialize)]
struct Made<'a> {
    format: u8,
    archive: &'a str,
    created: bool,
}

pub(super) fn run(context: &mut Context, args: &Args) -> Result<()> {
    let path = context.global.db.clone().unwrap_or_else(|| args.folder.join(IN_FOLDER));
    let archive = Archive::create(&path)?;
    warn_without_log(context, &archive);
    let (path, created) = (path.display().to_string(), archive.was_created());
    if context.format().is_json() {
        return context.print_value(&Made { format: 1, archive: &path, created });
    }
    let what = if created { "made the archive" } else { "the archive is there already:" };
    context.write(|out| writeln!(out, "{what} {}", crate::render::visible(&path)))
}

/// Warns of a file system on which readers and a writer get in each other's way.
pub(super) fn warn_without_log(context: &Context, archive: &Archive) {
    if !archive.has_wal() {
        context.warn(
            "this file system has no shared memory: readers and writers of the archive wait for each other",
        );
    }
}
