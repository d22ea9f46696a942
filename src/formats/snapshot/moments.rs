//! The moment of a snapshot, and the zone of the clock that wrote it.

use super::records::{Clock, Records};
use crate::sacct::line::{Moment, moment};

/// The clock of a snapshot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wall {
    /// Seconds since 1970 at the moment of the snapshot.
    pub now: i64,
    /// Seconds that the local clock is ahead of UTC, if that is told.
    pub offset: Option<i32>,
    /// What told the moment, in words.
    pub from: &'static str,
}

impl Wall {
    /// The clock that the records tell, or the one that is said.
    ///
    /// # Errors
    /// No moment is told, or what is said is none.
    pub fn of(records: &Records, said: Option<&str>) -> Result<Self, String> {
        let said = match said {
            Some(word) => Some(moment(word).ok().flatten().ok_or_else(|| {
                let shown: String = word.chars().take(40).collect();
                format!(
                    "now: {shown:?} is not allowed here; must be a time such as 2026-11-28T09:00:00+01:00, or seconds since 1970"
                )
            })?),
            None => None,
        };
        let Clock { date, last_update, running, latest } = records.clock;
        let is_zoned = |moment: &Option<Moment>| moment.is_some_and(|moment| moment.offset.is_some_and(|offset| offset != 0));
        // Seconds since 1970 tell no zone: they are the same everywhere.
        let offset = [said, date].into_iter().find(is_zoned).flatten().and_then(|moment| moment.offset);
        let offset = offset.or_else(|| date.and_then(|date| date.offset));
        let all = [
            (said, "what was said"),
            (date, "the date in it"),
            (last_update, "its last update"),
            (running, "how long its jobs have run"),
            (latest, "the latest time in it"),
        ];
        let found = all.into_iter().find_map(|(found, from)| found.map(|found| (found, from)));
        let (found, from) =
            found.ok_or("no time in it tells when it was taken; say it, or put what `date +%FT%T%:z` prints into the file")?;
        let mut wall = Self { now: 0, offset, from };
        wall.now = wall.unix(found);
        Ok(wall)
    }

    /// Seconds since 1970 of a moment, of a local one by the zone that is told.
    pub fn unix(&self, moment: Moment) -> i64 {
        let local = if moment.offset.is_none() { i64::from(self.offset.unwrap_or(0)) } else { 0 };
        moment.seconds.saturating_sub(local)
    }
}
