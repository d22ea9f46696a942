//! Named servers, each with a rate, in groups of equal rate; the (H, n) presets and the order of heterogeneity (Castillo 3.1, 4.1).

use super::Tick;
use super::bounds;
use crate::core::bounds::Bound;
use crate::core::error::{FieldPath, ScenarioError};
use crate::core::sorting::sort_shared;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// Work a server does per tick (μ), a fraction in (0, 1]. A job of size l occupies a server of rate μ for ⌈l/μ⌉ ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rate {
    /// Upper part.
    pub numerator: u32,
    /// Lower part; not below the upper one.
    pub denominator: u32,
}

impl Rate {
    /// The rate of the fastest server there can be.
    pub const ONE: Self = Self { numerator: 1, denominator: 1 };

    /// `numerator / denominator`.
    pub const fn new(numerator: u32, denominator: u32) -> Self {
        Self { numerator, denominator }
    }

    /// ⌈size/μ⌉: the ticks a job of this size holds a server of this rate.
    pub fn duration(self, size: Tick) -> u64 {
        // Most servers have rate 1: no division.
        if self.numerator == self.denominator {
            return u64::from(size);
        }
        (u64::from(size) * u64::from(self.denominator)).div_ceil(u64::from(self.numerator))
    }

    /// The rate as a floating-point number, for drawing.
    pub fn value(self) -> f64 {
        f64::from(self.numerator) / f64::from(self.denominator)
    }

    /// Slower before faster; equal fractions are equal however they are written (1/2 and 2/4).
    pub fn compare(self, other: Self) -> Ordering {
        let left = u64::from(self.numerator) * u64::from(other.denominator);
        left.cmp(&(u64::from(other.numerator) * u64::from(self.denominator)))
    }

    fn check(self, place: &FieldPath) -> Result<(), ScenarioError> {
        for (name, part) in [("numerator", self.numerator), ("denominator", self.denominator)] {
            check(place, name, part, bounds::RATE_PART)?;
        }
        if self.numerator > self.denominator {
            let found = format!("a rate of {}/{}", self.numerator, self.denominator);
            return Err(ScenarioError::new(place.clone(), found, "a rate above 0, at most 1: the fastest server has rate 1"));
        }
        Ok(())
    }
}

pub(super) fn check(place: &FieldPath, name: &str, value: u32, bound: Bound) -> Result<(), ScenarioError> {
    if bound.holds(value) { Ok(()) } else { Err(ScenarioError::out_of_range(place.field(name), value, bound)) }
}

/// Servers of one rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerGroup {
    /// How many.
    pub servers: u32,
    /// Their rate (μ).
    pub rate: Rate,
}

/// A machine of named servers. Servers are numbered from 0, group after group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Servers {
    /// The groups; two groups may have the same rate.
    pub groups: Vec<ServerGroup>,
    /// Ticks a request may look ahead from its submission (L): its deadline lies at most this far off.
    pub look_ahead: Tick,
    /// Least size of a job (l_min). Idle periods that no job fits into are forgotten: shorter than ⌈l_min/μ⌉ on a server of rate μ.
    pub least_size: Tick,
}

impl Servers {
    /// `servers` identical servers of rate 1.
    pub fn identical(servers: u32, look_ahead: Tick, least_size: Tick) -> Self {
        Self { groups: vec![ServerGroup { servers, rate: Rate::ONE }], look_ahead, least_size }
    }

    /// One of the (3, n)-heterogeneous machines: three groups of equal size with rates 0.5 − level/10, 0.5 and 0.5 + level/10. Level 0
    /// is the homogeneous machine of the same total rate, level 4 the most heterogeneous (Castillo 4.1.1, 4.2; the rates are ours). The
    /// paper has n = 120.
    ///
    /// # Errors
    /// A level above 4, or a number of servers that is not a multiple of three.
    pub fn heterogeneous(level: u32, servers: u32, look_ahead: Tick, least_size: Tick) -> Result<Self, ScenarioError> {
        let place = FieldPath::new("machine");
        if level > 4 {
            return Err(ScenarioError::new(place.field("level"), level, "a level of heterogeneity from 0 to 4"));
        }
        if servers == 0 || !servers.is_multiple_of(3) {
            return Err(ScenarioError::new(
                place.field("servers"),
                servers,
                "a multiple of 3, at least 3: three groups of equal size",
            ));
        }
        let group = |numerator| ServerGroup { servers: servers / 3, rate: Rate::new(numerator, 10) };
        Ok(Self { groups: vec![group(5 - level), group(5), group(5 + level)], look_ahead, least_size })
    }

    /// Checks groups, rates, look-ahead and least size.
    ///
    /// # Errors
    /// The first field out of range, with what is allowed there.
    pub fn check(&self, place: &FieldPath) -> Result<(), ScenarioError> {
        let groups = place.field("groups");
        if self.groups.is_empty() {
            return Err(ScenarioError::new(groups, "a machine without servers", "at least one group of servers"));
        }
        if self.groups.len() > bounds::GROUPS.max as usize {
            return Err(ScenarioError::out_of_range(groups, format!("a list of {}", self.groups.len()), bounds::GROUPS));
        }
        for (i, group) in self.groups.iter().enumerate() {
            check(&groups.index(i), "servers", group.servers, bounds::SERVERS)?;
            group.rate.check(&groups.index(i).field("rate"))?;
        }
        let total: u64 = self.groups.iter().map(|group| u64::from(group.servers)).sum();
        if total > u64::from(bounds::SERVERS.max) {
            return Err(ScenarioError::out_of_range(groups, format!("a total of {total} servers"), bounds::SERVERS));
        }
        check(place, "look_ahead", self.look_ahead, bounds::LOOK_AHEAD)?;
        check(place, "least_size", self.least_size, bounds::SIZE.up_to(self.look_ahead))
    }

    /// Number of servers (n).
    pub fn count(&self) -> u32 {
        self.groups.iter().map(|group| group.servers).sum()
    }

    /// Σμ: work the machine does per tick.
    pub fn total_rate(&self) -> f64 {
        self.groups.iter().map(|group| f64::from(group.servers) * group.rate.value()).sum()
    }

    /// The rate of every server, by server.
    pub fn rates(&self) -> Vec<Rate> {
        self.groups.iter().flat_map(|group| (0..group.servers).map(|_| group.rate)).collect()
    }

    /// The distinct rates, slowest first: the order in which FF-HA and FF-HA+ look.
    pub fn distinct_rates(&self) -> Vec<Rate> {
        let mut rates: Vec<Rate> = Vec::with_capacity(self.groups.len());
        for ServerGroup { rate, .. } in &self.groups {
            let at = rates.partition_point(|other| other.compare(*rate).is_lt());
            if rates.get(at).is_none_or(|other| other.compare(*rate).is_ne()) {
                rates.insert(at, *rate);
            }
        }
        rates
    }

    /// Compares two machines by majorisation (4.1): `Greater` if this one is more heterogeneous, `Equal` if both have the same rates,
    /// `None` if neither majorises the other: different numbers of servers, different total rates, or partial sums that cross.
    pub fn majorisation(&self, other: &Self) -> Option<Ordering> {
        if self.count() != other.count() {
            return None;
        }
        let (ours, theirs) = (Prefixes::new(self), Prefixes::new(other));
        // Between the places where a group ends, both partial sums are linear: comparing at those places compares everywhere.
        let places: Vec<u32> = ours.ends().chain(theirs.ends()).collect();
        let (mut above, mut below) = (false, false);
        for place in places {
            match compare_sums(&ours.sum(place), &theirs.sum(place)) {
                Ordering::Greater => above = true,
                Ordering::Less => below = true,
                Ordering::Equal => {}
            }
        }
        let total = compare_sums(&ours.sum(self.count()), &theirs.sum(other.count()));
        match (total, above, below) {
            (Ordering::Equal, true, false) => Some(Ordering::Greater),
            (Ordering::Equal, false, true) => Some(Ordering::Less),
            (Ordering::Equal, false, false) => Some(Ordering::Equal),
            _ => None,
        }
    }
}

/// Groups from the fastest to the slowest, for sums over the k fastest servers.
struct Prefixes(Vec<ServerGroup>);

impl Prefixes {
    fn new(servers: &Servers) -> Self {
        let mut groups = servers.groups.clone();
        sort_shared(&mut groups, |a, b| b.rate.compare(a.rate));
        Self(groups)
    }

    fn ends(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().scan(0, |end, group| {
            *end += group.servers;
            Some(*end)
        })
    }

    /// How many of the `k` fastest servers are in each group, with the group's rate.
    fn sum(&self, k: u32) -> Vec<(u32, Rate)> {
        let mut left = k;
        let taken = self.0.iter().map(|group| {
            let servers = group.servers.min(left);
            left -= servers;
            (servers, group.rate)
        });
        taken.collect()
    }
}

/// Compares two sums of counts × rates exactly: whole parts by continued subtraction of fractions on 128 bits where they fit, and by
/// floating-point numbers only where 64 different denominators make a common one impossible.
fn compare_sums(left: &[(u32, Rate)], right: &[(u32, Rate)]) -> Ordering {
    match (exact(left), exact(right)) {
        (Some((ln, ld)), Some((rn, rd))) => match (ln.checked_mul(rd), rn.checked_mul(ld)) {
            (Some(l), Some(r)) => l.cmp(&r),
            _ => by_value(left).total_cmp(&by_value(right)),
        },
        _ => by_value(left).total_cmp(&by_value(right)),
    }
}

fn by_value(sum: &[(u32, Rate)]) -> f64 {
    sum.iter().map(|(servers, rate)| f64::from(*servers) * rate.value()).sum()
}

/// The sum as one reduced fraction, if it fits.
fn exact(sum: &[(u32, Rate)]) -> Option<(u128, u128)> {
    sum.iter().try_fold((0_u128, 1_u128), |(n, d), (servers, rate)| {
        let (rn, rd) = (u128::from(*servers) * u128::from(rate.numerator), u128::from(rate.denominator));
        let n = n.checked_mul(rd)?.checked_add(rn.checked_mul(d)?)?;
        let d = d.checked_mul(rd)?;
        let divisor = greatest_common_divisor(n, d);
        Some((n / divisor, d / divisor))
    })
}

fn greatest_common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}
