//! The catalogue of diagnostic codes: every fault casebook can name in an artifact.
//!
//! Uses nothing of the crate. Invariant: one table, [`Code::ALL`], is the only place where a code,
//! its level and its wording are written; checking code names a variant and reads as logic.

use std::fmt;

use serde::{Serialize, Serializer};

/// How much a diagnostic weighs: an error refuses the artifact, a warning is stored with it, a note
/// is printed and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    Error,
    Warning,
    Note,
}

impl Severity {
    /// The word used in every output and in the archive.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What `explain` says of a code.
#[derive(Debug)]
pub struct Entry {
    /// The stable spelling, for example `ref.citation-missing`.
    pub id: &'static str,
    /// The level when neither `--deny` nor `--allow` names the code.
    pub severity: Severity,
    /// Whether `--allow` may lower it: false where the tables could not hold the artifact.
    pub allowable: bool,
    /// One sentence: what was found.
    pub meaning: &'static str,
    /// The smallest input that shows it.
    pub example: &'static str,
    /// How to mend the input.
    pub mend: &'static str,
}

macro_rules! catalogue {
    ($($variant:ident = $id:literal $level:ident $allow:ident
        meaning $meaning:literal
        example $example:literal
        mend $mend:literal;)+) => {
        /// A stable diagnostic code. Its spelling never changes once released.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $(#[doc = $meaning] $variant),+ }

        impl Code {
            /// Every code, in the order of the catalogue.
            pub const ALL: &'static [Code] = &[$(Code::$variant),+];

            /// The catalogue's entry of this code.
            pub fn entry(self) -> &'static Entry {
                match self {
                    $(Code::$variant => {
                        const ENTRY: Entry = Entry {
                            id: $id,
                            severity: Severity::$level,
                            allowable: catalogue!(@$allow),
                            meaning: $meaning,
                            example: $example,
                            mend: $mend,
                        };
                        &ENTRY
                    })+
                }
            }
        }
    };
    (@fixed) => { false };
    (@allowable) => { true };
}

impl Code {
    /// The stable spelling.
    pub fn as_str(self) -> &'static str {
        self.entry().id
    }

    /// The code with this spelling, if there is one.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.as_str() == text)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

catalogue! {
    TextEncoding = "text.encoding" Error fixed
        meaning "The bytes are not UTF-8."
        example "a file saved as UTF-16 by a shell redirect, or the Latin-1 byte E9"
        mend "Save the file as UTF-8; nothing is guessed or replaced.";
    TextBom = "text.bom" Note fixed
        meaning "The text begins with a byte order mark, which was skipped."
        example "EF BB BF {\"schema\": …}"
        mend "Nothing to do; save without a byte order mark to silence the note.";
    TextNul = "text.nul" Error fixed
        meaning "A string holds the character U+0000, which tools that read the archive would cut at."
        example "\"quote\": \"a\\u0000b\""
        mend "Remove the character from the string.";
    JsonSyntax = "json.syntax" Error fixed
        meaning "The text is not JSON."
        example "{\"a\": 1,}"
        mend "Correct the text at the place shown.";
    JsonDuplicateKey = "json.duplicate-key" Error fixed
        meaning "An object names the same key twice, so readers would disagree about its value."
        example "{\"confidence\": 0.2, \"confidence\": 0.95}"
        mend "Keep one of the two.";
    JsonNumberRange = "json.number-range" Error fixed
        meaning "A number is outside what can be held: not finite, or not a 64-bit integer where one is wanted."
        example "\"overall\": 1e400"
        mend "Write a number in range; NaN and Infinity are not JSON, leave the key out or use null where allowed.";
    JsonSurrogate = "json.surrogate" Error fixed
        meaning "A string holds half of a surrogate pair, usually text cut in the middle of an emoji."
        example "\"quote\": \"\\ud83d\""
        mend "Write the whole pair, or remove the half.";
    JsonTooDeep = "json.too-deep" Error fixed
        meaning "Arrays and objects are nested more than 128 levels deep."
        example "[[[[ … 129 times … ]]]]"
        mend "Flatten the value.";
    JsonTooLarge = "json.too-large" Error fixed
        meaning "A document is larger than --max-bytes (64 MiB unless set)."
        example "one document of 65 MiB"
        mend "Split the document or raise --max-bytes.";
    JsonTrailing = "json.trailing" Error fixed
        meaning "Text follows the end of the document."
        example "{\"a\": 2}TRAILER"
        mend "Remove what follows the closing brace.";
    InputEmpty = "input.empty" Error fixed
        meaning "There is no document in the input."
        example "an empty file"
        mend "Check that the producer wrote its output.";
    InputUnreadable = "input.unreadable" Error fixed
        meaning "A file or folder could not be read, so nothing of it is kept."
        example "a file without read permission"
        mend "Make it readable, or leave it out.";
    ExtractNone = "extract.none" Error fixed
        meaning "The text holds no JSON object."
        example "Sorry, I could not review this change."
        mend "Print the JSON in one fenced block that begins with ```json.";
    ExtractTruncated = "extract.truncated" Error fixed
        meaning "The text ends, or its fenced block does, in the middle of the JSON."
        example "```json\\n{\"reviewer\": \"r1\", \"findings\": [{\"file\": \"src/m"
        mend "Ask for a shorter answer, or raise the limit of the producer.";
    ExtractSeveral = "extract.several" Note allowable
        meaning "The text holds more than one candidate for the answer; the last one was taken."
        example "a draft in one fenced JSON block and the answer in another"
        mend "Nothing to do if the last one is meant; print only one to silence the note.";
    KindUnknown = "kind.unknown" Error fixed
        meaning "The document is none of the kinds casebook knows."
        example "{\"hello\": \"world\"}"
        mend "Add the marker of its kind, or name it with --kind.";
    KindUnsupportedVersion = "kind.unsupported-version" Error fixed
        meaning "The document is of a known family but of a version casebook does not read."
        example "{\"schema\": \"kxm.context-packet.v1\", …}"
        mend "Produce the version named in the hint.";
    SchemaRequired = "schema.required" Error fixed
        meaning "A required key is missing."
        example "a finding without \"claim\""
        mend "Add the key.";
    SchemaAdditionalProperty = "schema.additional-property" Error fixed
        meaning "An object has a key its schema does not know."
        example "\"confidnce\": 0.9"
        mend "Remove the key, or correct its spelling.";
    SchemaType = "schema.type" Error fixed
        meaning "A value has the wrong JSON type."
        example "\"confidence\": \"0.9\""
        mend "Write the value with the type shown.";
    SchemaEnum = "schema.enum" Error fixed
        meaning "A value is not one of those allowed."
        example "\"status\": \"done\""
        mend "Use one of the values shown.";
    SchemaConst = "schema.const" Error fixed
        meaning "A value differs from the only one allowed."
        example "\"$schema\": \"https://example.org/other.json\""
        mend "Write the value shown.";
    SchemaPattern = "schema.pattern" Error fixed
        meaning "A string does not match the pattern its schema asks for."
        example "\"taskId\": \"task-7\""
        mend "Write the string in the form shown.";
    SchemaFormat = "schema.format" Error allowable
        meaning "A string does not have the format its schema asks for: a date, a time with an offset, or a URI."
        example "\"createdAt\": \"2026-01-18T10:00:00\""
        mend "Write the value in the format shown.";
    SchemaLength = "schema.length" Error fixed
        meaning "A string is shorter or longer than allowed, counted in code points."
        example "\"original\": \"why?\""
        mend "Shorten or lengthen the string.";
    SchemaItems = "schema.items" Error fixed
        meaning "An array or object has too few, too many or repeated members."
        example "\"findingIds\": [\"find_aaaaaa\"] in a theme"
        mend "Give as many members as the message asks for.";
    SchemaRange = "schema.range" Error fixed
        meaning "A number is outside its limits."
        example "\"confidence\": 1.2"
        mend "Write a number within the limits shown.";
    SchemaOther = "schema.other" Error fixed
        meaning "The value fails its schema in a way that has no code of its own."
        example "a value that matches none of the branches of \"anyOf\""
        mend "Compare the value with the schema at the keyword shown.";
    RefCitationMissing = "ref.citation-missing" Error allowable
        meaning "Evidence names a citation that the document does not have."
        example "\"evidence\": [{\"citationId\": \"cite_ffffff\", …}]"
        mend "Add the citation, or correct the id.";
    RefFindingMissing = "ref.finding-missing" Error allowable
        meaning "A theme, contradiction, gap or action names a finding that the document does not have."
        example "\"findingIds\": [\"find_aaaaaa\", \"find_ffffff\"]"
        mend "Add the finding, or correct the id.";
    IdDuplicate = "id.duplicate" Error fixed
        meaning "Two things of one kind in one document share an id, so links to it are ambiguous."
        example "two findings with \"id\": \"find_aaaaaa\""
        mend "Give each its own id.";
    RefRepeated = "ref.repeated" Warning allowable
        meaning "One list names the same finding twice."
        example "\"basedOn\": [\"find_aaaaaa\", \"find_aaaaaa\"]"
        mend "Name it once.";
    ContradictionSingleFinding = "contradiction.single-finding" Warning allowable
        meaning "A contradiction names fewer than two different findings."
        example "\"findingIds\": [\"find_aaaaaa\", \"find_aaaaaa\"]"
        mend "Name both findings that disagree.";
    ThemeSingleFinding = "theme.single-finding" Warning allowable
        meaning "A theme rests on fewer than two different findings."
        example "\"findingIds\": [\"find_aaaaaa\", \"find_aaaaaa\"]"
        mend "Name the other findings, or drop the theme.";
    FindingNoEvidence = "finding.no-evidence" Warning allowable
        meaning "A finding has no evidence."
        example "a finding whose \"evidence\" is missing or empty"
        mend "Cite what the claim rests on.";
    FindingSourceCount = "finding.source-count" Warning allowable
        meaning "The declared sourceCount differs from the number of independent sources cited."
        example "\"sourceCount\": 3 with two citations of one page"
        mend "Correct the number, or cite the missing sources.";
    CitationUnused = "citation.unused" Note allowable
        meaning "No evidence cites this citation."
        example "a citation whose id no evidence names"
        mend "Cite it or remove it.";
    QuoteNotInExcerpt = "quote.not-in-excerpt" Note allowable
        meaning "The quote is not found in the excerpt that its citation carries."
        example "quote \"it is fast\" against excerpt \"It is slow.\""
        mend "Quote the source's own words, or extend the excerpt.";
    CountUsedExceedsSearched = "count.used-exceeds-searched" Warning allowable
        meaning "More sources are said to be used than were searched."
        example "\"searched\": 3, \"used\": 5"
        mend "Correct the counts.";
    CountUsedMismatch = "count.used-mismatch" Warning allowable
        meaning "The declared number of used sources differs from the number of citations that evidence cites."
        example "\"used\": 5 with four cited citations"
        mend "Correct the count, or cite the sources.";
    CountByTool = "count.by-tool" Warning allowable
        meaning "The counts by tool add up to more than were searched."
        example "\"searched\": 3, \"byTool\": {\"tavily\": 4}"
        mend "Correct the counts.";
    TimeOrder = "time.order" Warning allowable
        meaning "The run completed before it began, or its duration disagrees with its times by more than a minute."
        example "\"createdAt\": \"2026-01-02T…\", \"completedAt\": \"2026-01-01T…\""
        mend "Correct the times or the duration.";
    ConfidenceMissing = "confidence.missing" Note allowable
        meaning "A completed run states no confidence."
        example "\"status\": \"completed\" without \"confidence\""
        mend "State the overall confidence.";
    PlanStepOutOfRange = "plan.step-out-of-range" Error allowable
        meaning "The active step lies beyond the end of the plan."
        example "\"activeStepIndex\": 3, \"totalSteps\": 3"
        mend "Steps count from 0: the last is totalSteps - 1.";
    TimeInvalid = "time.invalid" Error fixed
        meaning "A timestamp has the right shape but is no moment of the calendar."
        example "\"generatedAt\": \"2026-02-30T00:00:00Z\""
        mend "Write a date and a time that exist.";
    PredecessorRepeated = "predecessor.repeated" Warning allowable
        meaning "Two predecessors name the same step."
        example "two predecessors with \"stepId\": \"plan\""
        mend "Keep the attempt that counts.";
    PredecessorFuture = "predecessor.future" Warning allowable
        meaning "A predecessor settled after the packet was generated."
        example "\"settledAt\" later than \"generatedAt\""
        mend "Correct the times.";
    BudgetExceeded = "budget.exceeded" Warning allowable
        meaning "The packet is estimated over its budget and no unresolved gap says so."
        example "\"allocatedTokens\": 10, \"estimatedTokens\": 236, \"unresolvedGaps\": []"
        mend "Prune the packet, or record the gap.";
    ArtifactRefUnpinned = "artifact-ref.unpinned" Note allowable
        meaning "An artifact reference names no digest, so its content may change."
        example "\"artifactRef\": \"artifact:plan.md\""
        mend "Write artifact:<path>@sha256:<64 hex digits>.";
    ArtifactRefMalformed = "artifact-ref.malformed" Note allowable
        meaning "An artifact reference does not begin with artifact: or its digest is not 64 hex digits."
        example "\"artifactRef\": \"plan.md\""
        mend "Write artifact:<path>@sha256:<64 hex digits>.";
    OutcomeEmpty = "outcome.empty" Note allowable
        meaning "The task allows no outcome."
        example "\"allowedOutcomes\": []"
        mend "List the outcomes a step may report.";
    ItemNoId = "item.no-id" Note allowable
        meaning "A context item has no id, so nothing can refer to it."
        example "\"projectKnowledge\": [{\"summary\": \"…\"}]"
        mend "Give the item an id.";
    ItemUnknownConfidence = "item.unknown-confidence" Note allowable
        meaning "A context item's confidence is none of verified, probable and uncertain."
        example "\"confidence\": \"sure\""
        mend "Use one of the three words.";
    ReviewFileMissing = "review.file-missing" Error fixed
        meaning "A finding of a review does not say which file it is about."
        example "{\"line\": 42, \"rule_key\": \"MISSING_TEST\", \"severity\": \"MAJOR\"}"
        mend "Add \"file\", the path from the root of the repository.";
    ReviewFileInvalid = "review.file-invalid" Error fixed
        meaning "The file of a finding is not a string, or is empty."
        example "\"file\": 7"
        mend "Write the path as a string.";
    ReviewLineMissing = "review.line-missing" Error fixed
        meaning "A finding of a review does not say which line it is about."
        example "{\"file\": \"src/main.rs\", \"rule_key\": \"MISSING_TEST\", \"severity\": \"MAJOR\"}"
        mend "Add \"line\", a whole number; 0 if it is the file as a whole.";
    ReviewLineInvalid = "review.line-invalid" Error fixed
        meaning "The line of a finding is not a whole number from 0."
        example "\"line\": \"42\""
        mend "Write the number without quotes; of a range, write the first line.";
    ReviewRuleKeyMissing = "review.rule-key-missing" Error fixed
        meaning "A finding of a review does not say which rule is broken."
        example "{\"file\": \"src/main.rs\", \"line\": 42, \"severity\": \"MAJOR\"}"
        mend "Add \"rule_key\", one of the keys of the rules file.";
    ReviewRuleKeyUnknown = "review.rule-key-unknown" Error fixed
        meaning "The rule of a finding is not among the rules of reviews."
        example "\"rule_key\": \"missing_test\""
        mend "Use a key as it is written in the rules file, or bring own rules with --rules.";
    ReviewSeverityMissing = "review.severity-missing" Error fixed
        meaning "A finding of a review does not say how grave it is."
        example "{\"file\": \"src/main.rs\", \"line\": 42, \"rule_key\": \"MISSING_TEST\"}"
        mend "Add \"severity\".";
    ReviewSeverityInvalid = "review.severity-invalid" Error fixed
        meaning "The severity of a finding is none of BLOCKER, MAJOR, MINOR and SUGGESTION."
        example "\"severity\": \"blocker\""
        mend "Use one of the four words, in capitals.";
    ReviewFindingNotObject = "review.finding-not-object" Error fixed
        meaning "A finding of a review is not an object."
        example "\"findings\": [\"src/main.rs:42 lacks a test\"]"
        mend "Write each finding as an object with file, line, rule_key and severity.";
    ReviewFindingsMissing = "review.findings-missing" Error fixed
        meaning "A review has no list of findings."
        example "{\"reviewer\": \"correctness\"}"
        mend "Add \"findings\", an empty array if there are none.";
    ReviewFindingsNotArray = "review.findings-not-array" Error fixed
        meaning "The findings of a review are not an array."
        example "{\"reviewer\": \"correctness\", \"findings\": {}}"
        mend "Write an array of objects.";
    ReviewReviewerMissing = "review.reviewer-missing" Warning fixed
        meaning "A review does not name its reviewer, so a later one of the same reviewer cannot take its place."
        example "{\"findings\": []}"
        mend "Add \"reviewer\", the same name in each review.";
    ReportDegraded = "report.degraded" Warning allowable
        meaning "A report says of itself that it holds no valid content; it is kept with what there is."
        example "{\"meta\": {\"sessionId\": \"s-1\", \"schemaName\": \"summary\"}, \"status\": \"no-llm\"}"
        mend "Make the report again.";
    PruneDropped = "prune.dropped" Note allowable
        meaning "A report has a key that its schema does not know; the report is kept without it."
        example "{\"what\": \"…\", \"tokens\": 123}"
        mend "Nothing to do; declare the key in an own schema to keep it.";
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn spellings_are_unique_and_round_trip() {
        let spellings: HashSet<_> = Code::ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!(spellings.len(), Code::ALL.len());
        for &code in Code::ALL {
            assert_eq!(Code::parse(code.as_str()), Some(code));
        }
        assert_eq!(Code::parse("__proto__"), None);
    }

    #[test]
    fn faults_that_the_tables_cannot_hold_are_never_allowable() {
        for &code in Code::ALL {
            let id = code.as_str();
            let family = ["text.", "json.", "input.", "kind.", "review.", "schema."]
                .iter()
                .any(|prefix| id.starts_with(prefix));
            let fixed = (family && id != "schema.format")
                || ["id.duplicate", "time.invalid", "extract.none", "extract.truncated"].contains(&id);
            assert_eq!(code.entry().allowable, !fixed, "{id}");
        }
    }
}
