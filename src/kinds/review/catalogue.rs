//! The rules of reviews as data: which keys there are, how grave each is, and what a review comes to.
//!
//! May use `digest`, `error`. Invariant: no rule key is written in the source; `schemas/review-rules.json` or the
//! file that replaces it has them all.

use std::collections::HashSet;
use std::fmt;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::digest::Digest;
use crate::error::{Error, Result};

/// How grave a finding is, the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, serde::Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Grade {
    Blocker,
    Major,
    Minor,
    Suggestion,
}

impl Grade {
    /// Every grade, the gravest first.
    pub const ALL: [Self; 4] = [Self::Blocker, Self::Major, Self::Minor, Self::Suggestion];

    /// The word in documents, in the archive and in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Blocker => "BLOCKER",
            Self::Major => "MAJOR",
            Self::Minor => "MINOR",
            Self::Suggestion => "SUGGESTION",
        }
    }

    /// The grade with exactly this spelling.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|grade| grade.as_str() == text)
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What a review, or several merged, comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Verdict {
    Block,
    Warn,
    Allow,
}

/// One rule that a change may break.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Rule {
    pub rule_key: String,
    /// How grave a breach usually is.
    pub severity: Grade,
    pub category: String,
    #[serde(default)]
    pub description: String,
}

/// From which grade on a finding blocks or warns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Thresholds {
    block: Grade,
    warn: Grade,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self { block: Grade::Blocker, warn: Grade::Major }
    }
}

/// A rules file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Rules {
    #[serde(default)]
    verdict: Thresholds,
    #[serde(rename = "rules")]
    list: Vec<Rule>,
    /// What they were read from.
    #[serde(skip)]
    text: String,
}

impl Rules {
    /// The text of the rules that come with casebook.
    pub const BUILTIN: &'static str = include_str!("../../../schemas/review-rules.json");

    /// The rules that come with casebook.
    pub fn builtin() -> &'static Self {
        static RULES: LazyLock<Rules> = LazyLock::new(|| {
            Rules::read("review-rules.json", Rules::BUILTIN)
                .expect("the built-in rules are valid, a test sees to it")
        });
        &RULES
    }

    /// Reads a rules file. Keys it does not know are passed over.
    ///
    /// # Errors
    /// A usage error if it is no rules file, names a key twice or has no rule.
    pub fn read(origin: &str, text: &str) -> Result<Self> {
        let hint = "see schemas/review-rules.json for the form of a rules file";
        let failure = |reason: String| Error::usage(format_args!("{origin}: {reason}")).hint(hint);
        let rules: Self = serde_json::from_str(text).map_err(|error| failure(error.to_string()))?;
        let mut seen = HashSet::new();
        if let Some(rule) = rules.list.iter().find(|rule| !seen.insert(rule.rule_key.as_str())) {
            return Err(failure(format!("the rule \"{}\" is there twice", rule.rule_key)));
        }
        if rules.list.is_empty() {
            return Err(failure("there is no rule in it".to_owned()));
        }
        Ok(Self { text: text.to_owned(), ..rules })
    }

    /// The digest of the text they were read from.
    pub fn digest(&self) -> Digest {
        Digest::of(self.text.as_bytes())
    }

    /// What they were read from: what an archive keeps.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The rules in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = &Rule> {
        self.list.iter()
    }

    /// The rule with exactly this key.
    pub fn get(&self, key: &str) -> Option<&Rule> {
        self.list.iter().find(|rule| rule.rule_key == key)
    }

    /// What a review comes to whose gravest finding is of this grade; `None` if it has none.
    pub fn verdict(&self, gravest: Option<Grade>) -> Verdict {
        match gravest {
            Some(grade) if grade <= self.verdict.block => Verdict::Block,
            Some(grade) if grade <= self.verdict.warn => Verdict::Warn,
            _ => Verdict::Allow,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_rules_are_the_twelve_of_the_contract() {
        let rules = Rules::builtin();
        assert_eq!(rules.iter().count(), 12);
        let blockers: Vec<_> = rules
            .iter()
            .filter(|rule| rule.severity == Grade::Blocker)
            .map(|rule| rule.rule_key.as_str())
            .collect();
        let expected = [
            "UNIMPLEMENTED_CRITERION",
            "BROKEN_SUCCESS_CRITERION",
            "NON_GOAL_VIOLATED",
            "SECURITY_INJECTION",
        ];
        assert_eq!(blockers, expected);
        assert!(rules.iter().all(|rule| rule.severity <= Grade::Major && !rule.description.is_empty()));
        assert_eq!(rules.get("MISSING_TEST").map(|rule| rule.category.as_str()), Some("tests"));
        assert_eq!(rules.get("missing_test"), None);
    }

    #[test]
    fn the_verdict_follows_the_gravest_finding() {
        let rules = Rules::builtin();
        let verdicts = Grade::ALL.map(|grade| rules.verdict(Some(grade)));
        assert_eq!(verdicts, [Verdict::Block, Verdict::Warn, Verdict::Allow, Verdict::Allow]);
        assert_eq!(rules.verdict(None), Verdict::Allow);
    }

    #[test]
    fn a_rules_file_replaces_keys_and_thresholds() {
        let text = r#"{"severity_values": ["BLOCKER"], "verdict": {"block": "MINOR", "warn": "SUGGESTION"},
            "rules": [{"rule_key": "OURS", "severity": "MINOR", "category": "style", "provenance": "x"}]}"#;
        let rules = Rules::read("ours.json", text).expect("a rules file");
        assert_eq!(rules.verdict(Some(Grade::Minor)), Verdict::Block);
        assert_eq!(rules.verdict(Some(Grade::Suggestion)), Verdict::Warn);
        assert!(rules.get("OURS").is_some() && rules.get("MISSING_TEST").is_none());
    }

    #[test]
    fn what_is_no_rules_file_is_a_usage_error() {
        let rule = r#"{"rule_key": "A", "severity": "MAJOR", "category": "c"}"#;
        for text in [
            "",
            "[]",
            r#"{"rules": []}"#,
            r#"{"rules": [{"rule_key": "A", "severity": "major", "category": "c"}]}"#,
            &format!(r#"{{"rules": [{rule}, {rule}]}}"#),
            &format!(r#"{{"rules": [{rule}], "verdict": {{"block": "MAJOR"}}}}"#),
        ] {
            let error = Rules::read("ours.json", text).expect_err("no rules file");
            assert_eq!(error.kind.exit().0, 2, "{text}");
            assert!(error.message.starts_with("ours.json: "), "{}", error.message);
        }
    }
}
