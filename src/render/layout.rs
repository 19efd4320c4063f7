//! How wide the columns of a table are, and which of them stand under their row instead.
//!
//! May use `report`. Invariant: a column is never narrower than what must not be broken in it; rather
//! than break an id, a long text moves under the row.

use super::table::heading;
use super::text::width;
use crate::report::{Cell, Grid};

/// Spaces between columns.
pub(super) const GAP: usize = 2;
/// Up to this width a column of ids, times or names is kept whole.
const WHOLE: usize = 40;
/// The least width of a column of prose in a row.
const PROSE: usize = 24;

/// What a column needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Need {
    /// To stand on one line.
    natural: usize,
    /// To be readable at all.
    least: usize,
}

/// What each column needs, its cells being these texts.
pub(super) fn needs(grid: &Grid, texts: &[Vec<String>]) -> Vec<Need> {
    let need = |(index, key): (usize, &&str)| {
        let cells = || texts.iter().map(|row| &*row[index]);
        let label = longest_word(&heading(key));
        let natural = cells().map(width).fold(label, usize::max);
        let list = grid.rows.iter().any(|row| matches!(row[index], Cell::List(_)));
        let least = if list {
            cells().map(longest_word).fold(label, usize::max)
        } else if natural <= WHOLE && cells().all(|cell| longest_word(cell) == width(cell)) {
            natural
        } else {
            natural.min(PROSE).max(label)
        };
        Need { natural, least }
    };
    grid.columns.iter().enumerate().map(need).collect()
}

fn longest_word(text: &str) -> usize {
    text.split(' ').map(width).max().unwrap_or_default()
}

/// The width of each column; `None` for one that stands under the row. The first always has one.
pub(super) fn share(limit: usize, needs: &[Need]) -> Vec<Option<usize>> {
    let mut widths: Vec<_> = needs.iter().map(|need| Some(need.least)).collect();
    while taken(&widths) > limit {
        // Prose goes first, the longest before others; then what stands farthest to the right.
        let order = |&index: &usize| match needs[index] {
            Need { natural, least } if natural > least => (natural, index),
            _ => (0, index),
        };
        let movable = (1..needs.len()).filter(|&index| widths[index].is_some());
        let Some(index) = movable.max_by_key(order) else {
            widths[0] = Some(limit.max(2));
            break;
        };
        widths[index] = None;
    }
    // What is left goes to the narrowest that need it, a column at a time.
    for cap in 1..=limit {
        let grow = |(width, need): (&Option<usize>, &Need)| width.map(|w| need.natural.min(cap).max(w));
        let grown: Vec<_> = widths.iter().zip(needs).map(grow).collect();
        if taken(&grown) > limit {
            break;
        }
        widths = grown;
    }
    widths
}

fn taken(widths: &[Option<usize>]) -> usize {
    widths.iter().flatten().map(|width| width + GAP).sum::<usize>().saturating_sub(GAP)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shared(limit: usize, needs: &[(usize, usize)]) -> Vec<Option<usize>> {
        let needs: Vec<_> = needs.iter().map(|&(natural, least)| Need { natural, least }).collect();
        share(limit, &needs)
    }

    #[test]
    fn what_fits_has_its_natural_width() {
        assert_eq!(shared(40, &[(11, 11), (20, 12)]), [Some(11), Some(20)]);
    }

    #[test]
    fn prose_shares_what_ids_leave() {
        assert_eq!(shared(75, &[(11, 11), (90, 24), (30, 24)]), [Some(11), Some(30), Some(30)]);
        assert_eq!(shared(95, &[(11, 11), (90, 24), (30, 24)]), [Some(11), Some(50), Some(30)]);
    }

    #[test]
    fn what_finds_no_room_stands_under_the_row() {
        assert_eq!(shared(40, &[(11, 11), (90, 24), (12, 12)]), [Some(11), None, Some(12)]);
        assert_eq!(
            shared(40, &[(8, 8), (21, 21), (90, 24), (9, 9), (8, 8)]),
            [Some(8), Some(21), None, None, None]
        );
        assert_eq!(shared(8, &[(11, 11), (90, 24)]), [Some(8), None]);
    }
}
