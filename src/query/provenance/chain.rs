//! The steps that a packet follows, as far back as its task knows them.
//!
//! Invariant: each packet is opened once, so the walk ends whatever the packets say of each other.

use std::collections::{HashMap, HashSet};

use rusqlite::Connection;
use serde::Serialize;

use crate::error::Result;
use crate::query::part::packet::{self, Link, Step};
use crate::time::Timestamp;

/// One step back.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Followed {
    /// 1 for what the packet itself names.
    pub depth: usize,
    pub step_id: String,
    pub role: String,
    pub status: String,
    pub settled_at: Timestamp,
    /// A packet of that step; null if the task has none.
    pub packet: Option<String>,
    pub artifact: Option<String>,
    pub missing: bool,
    /// The packets that follow each other in a circle, from this one to this one.
    pub cycle: Option<Vec<String>>,
    /// What it follows is already listed further up.
    pub repeated: bool,
}

/// What the packet of this artifact follows, depth first.
pub(super) fn follow(connection: &Connection, artifact: i64) -> Result<Vec<Followed>> {
    let steps = packet::chain(connection, artifact)?;
    let by_name: HashMap<_, _> = steps.iter().map(|step| (step.packet.as_str(), step)).collect();
    let mut opened = HashSet::from([artifact]);
    let mut followed = Vec::new();
    // The way from the packet asked about to the one being looked at, each with what it names.
    let start = steps.iter().find(|step| step.row == artifact);
    let mut path: Vec<_> = start.into_iter().map(|step| (step, named(step, &by_name))).collect();
    while let Some((_, rest)) = path.last_mut() {
        let Some((link, step)) = rest.next() else {
            path.pop();
            continue;
        };
        let cycle = step.and_then(|step| circle(path.iter().map(|(passed, _)| *passed), step));
        let new = step.filter(|step| cycle.is_none() && opened.insert(step.row));
        let repeated = cycle.is_none() && step.is_some() && new.is_none();
        followed.push(Followed { cycle, repeated, ..Followed::new(path.len(), link, step) });
        path.extend(new.map(|step| (step, named(step, &by_name))));
    }
    Ok(followed)
}

/// The steps that a packet names, each with a packet that was made for it.
fn named<'a>(
    step: &'a Step,
    by_name: &HashMap<&str, &'a Step>,
) -> std::vec::IntoIter<(&'a Link, Option<&'a Step>)> {
    let mut named = Vec::new();
    for link in &step.predecessors {
        if link.missing {
            named.push((link, None));
        }
        named.extend(link.packets.iter().map(|packet| (link, by_name.get(packet.as_str()).copied())));
    }
    named.into_iter()
}

/// The circle that a packet closes, if it stands on the path.
fn circle<'a>(path: impl Iterator<Item = &'a Step>, step: &Step) -> Option<Vec<String>> {
    let mut circle: Vec<_> =
        path.skip_while(|passed| passed.row != step.row).map(|passed| passed.packet.clone()).collect();
    (!circle.is_empty()).then(|| {
        circle.push(step.packet.clone());
        circle
    })
}

impl Followed {
    fn new(depth: usize, link: &Link, step: Option<&Step>) -> Self {
        Self {
            depth,
            step_id: link.step_id.clone(),
            role: link.role.clone(),
            status: link.status.clone(),
            settled_at: link.settled_at,
            packet: step.map(|step| step.packet.clone()),
            artifact: step.map(|step| step.artifact.clone()),
            missing: step.is_none(),
            cycle: None,
            repeated: false,
        }
    }
}
