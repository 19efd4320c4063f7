//! The state of a gap or contradiction, as `item_state.sql` works it out.
//!
//! May use nothing but the row. Invariant: whatever is not open says why.

use rusqlite::Row;

use super::sql::Json;

/// `open`, `resolved`, `accepted` or `reopened`, and why it is not, or no longer, simply open.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct State {
    pub state: String,
    pub why: Option<String>,
}

impl State {
    /// Reads the column `state`: state, note and `absent_from` in a JSON array.
    pub fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        let Json((state, note, absent_from)): Json<(String, Option<String>, Option<String>)> =
            row.get("state")?;
        let recorded = note.map(|note| format!("recorded: {note}"));
        let absent = absent_from.map(|uuid| format!("absent from {uuid}"));
        let stated = (state == "resolved").then(|| "resolved by the document".to_owned());
        Ok(Self { state, why: recorded.or(absent).or(stated) })
    }
}
