//! The name somebody may have meant.
//!
//! Uses nothing of the crate. Invariant: where a suggestion is not asked for by name, a typing slip
//! explains it; rather none than a far-fetched one.

/// The candidate nearest to `word`, if a slip explains the difference: at most one edit in three
/// letters, counting swapped neighbours as one; case, `-` and `_` do not count.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded = fold(word);
    candidates
        .into_iter()
        .filter_map(|candidate| {
            let other = fold(candidate);
            let distance = strsim::osa_distance(&folded, &other);
            let longest = folded.chars().count().max(other.chars().count());
            (distance * 3 <= longest).then_some((distance, candidate))
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The candidate nearest to `word`, however far it is: for lists of which one must be meant.
pub fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded = fold(word);
    candidates.into_iter().min_by_key(|candidate| strsim::osa_distance(&folded, &fold(candidate)))
}

/// Long words are no slips, and would take quadratic time.
const LONGEST: usize = 100;

fn fold(word: &str) -> String {
    word.chars()
        .take(LONGEST)
        .filter(|c| !matches!(c, '-' | '_' | ' '))
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_recognised_and_strangers_are_not() {
        let names = ["confidence", "claim", "category"];
        assert_eq!(nearest("confidnce", names), Some("confidence"));
        assert_eq!(nearest("calim", names), Some("claim"));
        assert_eq!(nearest("Claim", names), Some("claim"));
        assert_eq!(nearest("score", names), None);
        assert_eq!(nearest("", names), None);
        assert_eq!(nearest("in-progress", ["pending", "in_progress"]), Some("in_progress"));
    }
}
