//! What the wire formats of all versions and studies have in common.

use super::view::CompareLayout;
use bookahead_engine::core::bounds::REQUESTS;
use bookahead_engine::experiment::Options;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use std::marker::PhantomData;

/// The size of an experiment.
#[derive(Serialize, Deserialize)]
pub(crate) struct WireOptions {
    runs: u32,
    requests: u32,
    seed: u64,
}

impl From<Options> for WireOptions {
    fn from(Options { runs, requests, seed }: Options) -> Self {
        Self { runs, requests, seed }
    }
}

impl From<WireOptions> for Options {
    fn from(WireOptions { runs, requests, seed }: WireOptions) -> Self {
        Self { runs, requests, seed }
    }
}

/// How two plans are shown. A place never changes its meaning.
#[derive(Serialize, Deserialize)]
pub(crate) enum WireCompareLayout {
    Stacked,
    Overlaid,
    OnlyA,
    OnlyB,
}

impl From<CompareLayout> for WireCompareLayout {
    fn from(layout: CompareLayout) -> Self {
        match layout {
            CompareLayout::Stacked => Self::Stacked,
            CompareLayout::Overlaid => Self::Overlaid,
            CompareLayout::OnlyA => Self::OnlyA,
            CompareLayout::OnlyB => Self::OnlyB,
        }
    }
}

impl From<WireCompareLayout> for CompareLayout {
    fn from(layout: WireCompareLayout) -> Self {
        match layout {
            WireCompareLayout::Stacked => Self::Stacked,
            WireCompareLayout::Overlaid => Self::Overlaid,
            WireCompareLayout::OnlyA => Self::OnlyA,
            WireCompareLayout::OnlyB => Self::OnlyB,
        }
    }
}

/// A list no longer than a workload may be: a few bytes must not stand for gigabytes.
pub(crate) fn bounded<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    struct List<T>(PhantomData<T>);
    impl<'de, T: Deserialize<'de>> Visitor<'de> for List<T> {
        type Value = Vec<T>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list")
        }
        fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Vec<T>, A::Error> {
            let mut list = Vec::new();
            while let Some(item) = items.next_element()? {
                if list.len() == REQUESTS.max as usize {
                    return Err(A::Error::custom("too long"));
                }
                list.push(item);
            }
            Ok(list)
        }
    }
    deserializer.deserialize_seq(List(PhantomData))
}

/// The bytes as one value, with nothing behind it.
pub(crate) fn whole<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Option<T> {
    let (value, rest) = postcard::take_from_bytes(bytes).ok()?;
    rest.is_empty().then_some(value)
}
