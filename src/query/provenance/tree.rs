//! Provenance as a tree: the thing at the root, what it rests on, where it stands, what rests on it.

use super::{Context, Filed, Followed, Provenance, Sharing};
use crate::query::part::document::Revision;
use crate::query::part::run::{FindingRef, UsedBy};
use crate::query::part::tree::{Draw, branch};
use crate::query::resolve::Kind;
use crate::report::{Answer, Page, Section, Tree};

/// How deep a chain is drawn; what lies deeper hangs at this depth.
const DEEPEST: usize = 40;

impl Answer for Provenance {
    fn page(&self) -> Page {
        let kind = self.subject.kind.as_str();
        let root = Tree {
            text: format!("{kind} {}: {}", self.subject.part.name(), self.subject.part.text()),
            children: self.branches(),
        };
        Page::new("provenance").section(Section::lead().tree(root))
    }
}

impl Provenance {
    fn branches(&self) -> Vec<Tree> {
        let home = match &self.run {
            Some(run) => {
                let confidence =
                    run.what.confidence.map_or_else(|| "not stated".to_owned(), |c| c.to_string());
                let factors = run.what.factors.named().into_iter();
                let factors =
                    factors.filter_map(|(name, value)| Some(Tree::new(format!("{name} {}", value?))));
                Tree {
                    text: format!("run {}, {}: {}", run.origin.run, run.what.status, run.what.query),
                    children: vec![
                        Tree::new(format!("domains: {}", listed(&run.what.domains))),
                        Tree { text: format!("confidence {confidence}"), children: factors.collect() },
                        filed(&self.artifact),
                    ],
                }
            }
            None if matches!(self.subject.kind, Kind::Packet | Kind::Artifact) => filed(&self.artifact),
            None => {
                Tree::new(format!("packet {}", self.artifact.part.origin.run)).child(filed(&self.artifact))
            }
        };
        let branches = [
            branch("rests on", self.rests_on()),
            Some(home),
            branch("follows", steps(&self.chain, 1)),
            branch("packets that were there before", self.context.iter().map(packet).collect()),
            branch("used by", used_by(&self.used_by)),
            branch("other runs on the same sources", self.shared_sources.iter().map(sharing).collect()),
        ];
        branches.into_iter().flatten().collect()
    }

    /// The evidence, under the findings it belongs to if the thing is none itself.
    fn rests_on(&self) -> Vec<Tree> {
        if self.findings.is_empty() {
            return self.evidence.iter().map(Draw::draw).collect();
        }
        let below = |finding: &FindingRef| {
            let mut tree = finding.draw();
            tree.children =
                self.evidence.iter().filter(|e| e.finding == finding.id).map(Draw::draw).collect();
            tree
        };
        self.findings.iter().map(below).collect()
    }
}

fn filed(filed: &Filed) -> Tree {
    let artifact = &filed.part.what;
    let mut tree = Tree::new(format!("artifact {}", filed.part.origin.artifact))
        .child(Tree::new(format!("from {}, line {}", artifact.source, artifact.line)))
        .child(Tree::new(format!("canonical digest {}", artifact.canonical_digest)))
        .child(Tree::new(format!("raw digest {}", artifact.raw_digest)))
        .child(Tree::new(format!("batch {}, {}", artifact.batch, artifact.ingested_at)));
    if filed.revisions.len() > 1 {
        tree.children.extend(filed.revisions.iter().map(revision));
    }
    tree
}

fn revision(revision: &Revision) -> Tree {
    let Revision { revision: number, artifact, version, when, current, .. } = revision;
    let version = version.as_ref().map(|version| format!(", version {version}")).unwrap_or_default();
    let current = if *current { ", current" } else { "" };
    Tree::new(format!("revision {number}{version}, {when}{current}: {artifact}"))
}

fn packet(context: &Context) -> Tree {
    let Context { packet, role, step_id, attempt, when, .. } = context;
    Tree::new(format!("{packet} for {role}, step {step_id}, attempt {attempt}, {when}"))
}

fn sharing(sharing: &Sharing) -> Tree {
    let task = sharing.task.as_deref().unwrap_or("no task");
    Tree::new(format!("{} ({task}): {}", sharing.run, listed(&sharing.findings)))
        .child(Tree::new(format!("on {}", listed(&sharing.sources))))
}

fn used_by(used_by: &UsedBy) -> Vec<Tree> {
    fn lines<T: Draw>(word: &str, parts: &[T]) -> Vec<Tree> {
        parts.iter().map(|part| Tree::new(format!("{word} {}", part.draw().text))).collect()
    }
    [
        lines("theme", &used_by.themes),
        lines("contradiction", &used_by.contradictions),
        lines("gap", &used_by.gaps),
        lines("action", &used_by.actions),
    ]
    .concat()
}

/// The steps of this depth, each with the deeper ones that come after it.
fn steps(chain: &[Followed], depth: usize) -> Vec<Tree> {
    let starts = |followed: &Followed| depth == DEEPEST || followed.depth == depth;
    let mut trees = Vec::new();
    let mut rest = chain;
    while let [first, after @ ..] = rest {
        let end = after.iter().position(starts).unwrap_or(after.len());
        trees.push(Tree { text: step(first), children: steps(&after[..end], depth + 1) });
        rest = &after[end..];
    }
    trees
}

fn step(followed: &Followed) -> String {
    let Followed { step_id, role, status, packet, .. } = followed;
    let head = format!("step {step_id} by {role}, {status}");
    match (packet, &followed.cycle) {
        (None, _) => format!("{head}: no packet (missing)"),
        (Some(_), Some(circle)) => format!("{head}: a cycle, {}", circle.join(" → ")),
        (Some(packet), None) if followed.repeated => format!("{head}: {packet} (see above)"),
        (Some(packet), None) => format!("{head}: {packet}"),
    }
}

fn listed(texts: &[String]) -> String {
    if texts.is_empty() { "none".to_owned() } else { texts.join(", ") }
}
