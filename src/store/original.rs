//! Original bytes as the archive keeps them: zstd.
//!
//! May use `error`. Invariant: what is unpacked is byte for byte what was packed.

use zstd::bulk::Compressor;

use crate::error::{Error, ErrorKind, Result};

/// Beyond this level originals shrink little and take long.
const LEVEL: i32 = 3;

/// Packs originals, one after another.
pub struct Packer(Compressor<'static>);

impl Packer {
    /// A packer for one thread.
    ///
    /// # Errors
    /// What zstd says.
    pub fn new() -> Result<Self> {
        Ok(Self(Compressor::new(LEVEL)?))
    }

    /// The bytes as the archive keeps them.
    ///
    /// # Errors
    /// What zstd says.
    pub fn pack(&mut self, bytes: &[u8]) -> Result<Vec<u8>> {
        Ok(self.0.compress(bytes)?)
    }
}

/// The original bytes.
///
/// # Errors
/// [`ErrorKind::Damaged`] if this is not what was packed.
pub fn unpack(packed: &[u8]) -> Result<Vec<u8>> {
    zstd::decode_all(packed).map_err(|error| {
        Error::new(ErrorKind::Damaged, format_args!("an original in the archive cannot be unpacked: {error}"))
            .hint("restore a backup")
    })
}
