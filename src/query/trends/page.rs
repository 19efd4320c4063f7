//! Trends as people read them: a line a series, then every point.

use clap::ValueEnum;

use super::{By, Point, Series, Trends};
use crate::report::{Answer, Cell, Grid, Page, Section};

impl Answer for Trends {
    fn page(&self) -> Page {
        let mut title = format!("{} by {}", word(&self.metric), word(&self.bucket));
        if self.by != By::None {
            title = format!("{title}, a series a {}", word(&self.by));
        }
        let mut page = Page::new(title).section(Section::lead().grid(self.lines()));
        for series in &self.series {
            let mut grid = Grid::new(["bucket", "n", "n_missing", "mean", "min", "median", "max", "delta"]);
            series.points.iter().for_each(|point| grid.row(numbers(point)));
            page = page.section(Section::new(&series.key).grid(grid));
        }
        page
    }

    fn grid(&self) -> Grid {
        let mut columns = vec!["key", "bucket", "n", "n_missing", "mean", "min", "median", "max", "delta"];
        columns.extend(["sourceQuality", "sourceDiversity", "evidenceStrength", "consistency", "recency"]);
        let mut grid = Grid::new(columns);
        for series in &self.series {
            for point in &series.points {
                let factors = point.factors.named().map(|(_, value)| value.into());
                let cells = [(&series.key).into()].into_iter().chain(numbers(point)).chain(factors);
                grid.row(cells.collect::<Vec<_>>());
            }
        }
        grid
    }
}

impl Trends {
    fn lines(&self) -> Grid {
        let mut grid = Grid::new(["key", "trend", "n", "n_missing", "first", "last", "change"]);
        for series in &self.series {
            grid.row(line(series));
        }
        grid
    }
}

/// A series in one line: its shape, and how far it went.
fn line(series: &Series) -> [Cell; 7] {
    let means: Vec<_> = series.points.iter().map(|point| point.mean).collect();
    let sum = |of: fn(&Point) -> u64| Cell::Int(series.points.iter().map(of).sum::<u64>().cast_signed());
    let first = means.iter().copied().flatten().next();
    let last = means.iter().copied().flatten().next_back();
    let change = first.zip(last).map(|(first, last)| last - first);
    [
        (&series.key).into(),
        Cell::Spark(means),
        sum(|point| point.n),
        sum(|point| point.n_missing),
        first.into(),
        last.into(),
        change.into(),
    ]
}

fn numbers(point: &Point) -> [Cell; 8] {
    [
        (&point.bucket).into(),
        Cell::Int(point.n.cast_signed()),
        Cell::Int(point.n_missing.cast_signed()),
        point.mean.into(),
        point.min.into(),
        point.median.into(),
        point.max.into(),
        point.delta.into(),
    ]
}

/// The word of an option's value.
fn word(value: &impl ValueEnum) -> String {
    value.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}
