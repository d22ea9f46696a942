//! Which requests of a plan a list shows, and where.

use super::{FilterError, RequestFacts, RequestFilter};

/// Which requests are listed at first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ListingTab {
    /// All.
    #[default]
    All,
    /// Those of which a job was refused.
    Refused,
    /// Those of which a job was moved.
    Moved,
    /// Those that had to wait.
    Waited,
    /// Those that went ahead of one that came before them.
    Backfilled,
}

/// What is searched for in a list of requests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// Which requests are looked through.
    pub tab: ListingTab,
    /// Words that have to hold.
    pub text: String,
}

/// The requests that are listed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Listing {
    /// Those of which are looked through.
    pub tab: ListingTab,
    /// Whether some are left out by what is searched for.
    pub is_searched: bool,
    /// What is searched for, if it means nothing; then nothing is left out.
    pub problem: Option<FilterError>,
    /// Request rows that are listed, ascending; `None` for all.
    rows: Option<Vec<u32>>,
    all: usize,
}

impl Listing {
    /// What a search lets through of so many requests. `rows` are those of the tab, ascending, `None` for all; `facts` tells what is known of a row.
    pub fn new(all: usize, Search { tab, text }: &Search, rows: Option<Vec<u32>>, facts: impl Fn(usize) -> RequestFacts) -> Self {
        let (filter, problem) = match RequestFilter::read(text) {
            Ok(filter) => (filter, None),
            Err(error) => (RequestFilter::default(), Some(error)),
        };
        let is_searched = !filter.is_empty();
        let mut rows = rows;
        if is_searched {
            let admits = |row: &u32| filter.admits(&facts(*row as usize));
            rows = Some(match rows {
                None => (0..all as u32).filter(admits).collect(),
                Some(rows) => rows.into_iter().filter(admits).collect(),
            });
        }
        Self { tab: *tab, is_searched, problem, rows, all }
    }

    /// Whether none is listed.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.rows.as_ref().map_or(self.all, Vec::len)
    }

    /// The request row in a place of the list.
    pub fn row_at(&self, place: usize) -> Option<usize> {
        match &self.rows {
            None => (place < self.all).then_some(place),
            Some(rows) => rows.get(place).map(|&row| row as usize),
        }
    }

    /// The place of a request row in the list.
    pub fn place_of(&self, row: usize) -> Option<usize> {
        match &self.rows {
            None => (row < self.all).then_some(row),
            Some(rows) => rows.binary_search(&(row as u32)).ok(),
        }
    }

    /// Whether some requests may be left out.
    pub fn rows_are_some(&self) -> bool {
        self.rows.is_some()
    }

    /// Why none is listed.
    pub fn nothing(&self) -> &'static str {
        match self.tab {
            _ if self.is_searched => "No request matches.",
            ListingTab::All => "No requests yet.",
            ListingTab::Refused => "No job was refused.",
            ListingTab::Moved => "No job was moved.",
            ListingTab::Waited => "No job had to wait.",
            ListingTab::Backfilled => "No job went ahead of another.",
        }
    }
}
