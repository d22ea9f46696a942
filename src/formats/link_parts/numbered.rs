//! Choices among a few things as links hold them: by numbers.

use crate::same_fields::Written;
use bookahead_engine::core::cost_map::MapAxis;
use bookahead_engine::core::offers::OfferOrder;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A choice among a few things that have numbers in links.
pub(crate) trait Numbered: Copy {
    /// Its number.
    fn number(self) -> u32;

    /// What has a number, if it was ever given.
    fn of_number(number: u32) -> Option<Self>;
}

/// Gives the variants of types their numbers in links. A number is given once and never changes its meaning: a new variant gets the next one.
macro_rules! numbered {
    ($($kind:ty { $($variant:ident = $number:literal),* $(,)? })*) => { $(
        impl $crate::link_parts::Numbered for $kind {
            fn number(self) -> u32 {
                match self {
                    $(Self::$variant => $number,)*
                }
            }
            fn of_number(number: u32) -> Option<Self> {
                match number {
                    $($number => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
    )* };
}
pub(crate) use numbered;

numbered! {
    MapAxis { Nodes = 0, Length = 1 }
    OfferOrder { Most = 0, Found = 1, Earliest = 2, Cheapest = 3, Fullest = 4 }
}

/// Something that is held by its number.
#[derive(Clone, Copy)]
pub(crate) struct ByNumber<T>(pub T);

impl<T> Written for ByNumber<T> {
    type Own = T;
    fn of(own: T) -> Self {
        Self(own)
    }
    fn value(self) -> T {
        self.0
    }
}

impl<T: Numbered> Serialize for ByNumber<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(self.0.number())
    }
}

impl<'de, T: Numbered> Deserialize<'de> for ByNumber<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let found = T::of_number(u32::deserialize(deserializer)?);
        found.map(Self).ok_or_else(|| D::Error::custom("a number that was never given"))
    }
}
