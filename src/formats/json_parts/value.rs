//! Values of scenario files that serde's own types do not describe: whole numbers in any notation, names, objects in braces.

use crate::same_fields::Written;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::fmt;
use std::marker::PhantomData;

/// Floats up to here tell which whole number is meant.
const EXACT_MAX: f64 = 9_007_199_254_740_992.0;

/// A whole number, written `3`, `3.0` or `3e0`. It is read if its type can hold it. A refusal names the range of the field, from `MIN` to `MAX`; whether
/// the number is within is checked later, with the rest of the scenario, on which the range may depend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(crate) struct Whole<T, const MIN: u64 = 0, const MAX: u64 = { u64::MAX }>(pub T);

impl<'de, T: TryFrom<u64>, const MIN: u64, const MAX: u64> Deserialize<'de> for Whole<T, MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let of_type = u64::MAX >> (64 - 8 * size_of::<T>());
        // Whatever is there: a reader that is told what to expect refuses the rest in words of its own.
        deserializer.deserialize_any(Number { min: MIN, max: of_type.min(MAX), number: PhantomData }).map(Self)
    }
}

impl<T, const MIN: u64, const MAX: u64> Written for Whole<T, MIN, MAX> {
    type Own = T;
    fn of(own: T) -> Self {
        Self(own)
    }
    fn value(self) -> T {
        self.0
    }
}

/// What a number is where it is left out: 1.
pub(crate) fn one<const MIN: u64, const MAX: u64>() -> Whole<u32, MIN, MAX> {
    Whole(1)
}

/// Takes a number of any notation. The range is a value, not a part of the type, so that there is one such reader for all ranges.
struct Number<T> {
    min: u64,
    max: u64,
    number: PhantomData<T>,
}

impl<T: TryFrom<u64>> Visitor<'_> for Number<T> {
    type Value = T;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a whole number from {} to {}", self.min, self.max)
    }
    fn visit_i64<E: Error>(self, value: i64) -> Result<T, E> {
        match u64::try_from(value) {
            Ok(value) => self.visit_u64(value),
            Err(_) => Err(E::invalid_type(Unexpected::Signed(value), &self)),
        }
    }
    fn visit_u64<E: Error>(self, value: u64) -> Result<T, E> {
        T::try_from(value).map_err(|_| E::invalid_value(Unexpected::Unsigned(value), &self))
    }
    fn visit_f64<E: Error>(self, value: f64) -> Result<T, E> {
        let is_whole = value.fract() == 0.0 && (0.0..=EXACT_MAX).contains(&value);
        if is_whole { self.visit_u64(value as u64) } else { Err(E::invalid_value(Unexpected::Float(value), &self)) }
    }
}

/// Names the types of whole numbers by their legal ranges.
macro_rules! ranges {
    ($($(#[$about:meta])* $name:ident = $bound:expr;)*) => { $(
        $(#[$about])*
        pub(crate) type $name = $crate::json_parts::Whole<u32, { $bound.min as u64 }, { $bound.max as u64 }>;
    )* };
}
pub(crate) use ranges;

/// Writes a whole number; one that is beyond [`EXACT_MAX`] as a type that no reader takes for a float. JSON has the same digits for both.
pub(crate) fn exact<S: Serializer>(value: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    if *value < EXACT_MAX as u64 { serializer.serialize_u64(*value) } else { serializer.serialize_u128(u128::from(*value)) }
}

/// A version or the name of a study: any value without parts, so that one of another type is refused as another version or study.
#[derive(Clone, Debug)]
pub(crate) struct Scalar(pub Value);

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(deserializer, "a number")
    }
}

impl Scalar {
    /// Reads a value without parts; `expected` says in a refusal what it should be.
    pub(crate) fn read<'de, D: Deserializer<'de>>(deserializer: D, expected: &'static str) -> Result<Self, D::Error> {
        struct Any(&'static str);
        impl Visitor<'_> for Any {
            type Value = Value;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.0)
            }
            fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
                Ok(value.into())
            }
            fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
                Ok(value.into())
            }
            fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
                Ok(value.into())
            }
            fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
                Ok(value.into())
            }
            fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
                Ok(value.into())
            }
            fn visit_unit<E: Error>(self) -> Result<Value, E> {
                Ok(Value::Null)
            }
        }
        deserializer.deserialize_any(Any(expected)).map(Self)
    }
}

/// Two whole numbers in brackets: a range, or the parts of a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(crate) struct Pair<N>(pub [N; 2]);

impl<'de, N: Deserialize<'de>> Deserialize<'de> for Pair<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let expected = "a list of two whole numbers";
        let numbers = items(deserializer, expected, |_, number| number)?;
        numbers.try_into().map(Self).map_err(|numbers: Vec<N>| D::Error::invalid_length(numbers.len(), &expected))
    }
}

/// The items of a list, each brought into its final form as soon as it is read: a long list never takes the room of its raw form.
pub(crate) fn items<'de, D: Deserializer<'de>, I: Deserialize<'de>, T>(
    deserializer: D,
    expected: &'static str,
    take: impl FnMut(usize, I) -> T,
) -> Result<Vec<T>, D::Error> {
    struct Items<I, F> {
        expected: &'static str,
        take: F,
        item: PhantomData<I>,
    }
    impl<'de, I: Deserialize<'de>, T, F: FnMut(usize, I) -> T> Visitor<'de> for Items<I, F> {
        type Value = Vec<T>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.expected)
        }
        fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<Vec<T>, A::Error> {
            let mut items = Vec::new();
            while let Some(item) = list.next_element()? {
                items.push((self.take)(items.len(), item));
            }
            items.shrink_to_fit();
            Ok(items)
        }
    }
    deserializer.deserialize_any(Items { expected, take, item: PhantomData })
}

/// A list of numbers.
pub(crate) fn numbers<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    items(deserializer, "a list of numbers", |_, number| number)
}

/// A list of objects.
pub(crate) fn list<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    items(deserializer, "a list of objects", |_, Object(item)| item)
}

/// An object in braces: what serde derives would also take a list of the fields.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
            type Value = T;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object in braces")
            }
            fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<T, A::Error> {
                T::deserialize(MapAccessDeserializer::new(fields))
            }
        }
        deserializer.deserialize_any(Fields(PhantomData)).map(Self)
    }
}

/// A field that may be left out; `null` is a value, and a wrong one.
pub(crate) fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// An object in braces that a field holds.
pub(crate) fn object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    Object::deserialize(deserializer).map(|Object(value)| value)
}

/// An object in braces, or no such field.
pub(crate) fn given_object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    object(deserializer).map(Some)
}

/// A choice among a few things that have names in files.
pub(crate) trait Named: Copy + 'static {
    /// All of them.
    const CHOICES: &'static [Self];

    /// The name in files.
    fn name_in_file(self) -> &'static str;
}

impl<T: Named> Written for T {
    type Own = T;
    fn of(own: T) -> Self {
        own
    }
    fn value(self) -> T {
        self
    }
}

/// Things whose names in files are those of the command line.
macro_rules! named_as_usual {
    ($($kind:ty),*) => { $(
        impl $crate::json_parts::Named for $kind {
            const CHOICES: &'static [Self] = &Self::ALL;
            fn name_in_file(self) -> &'static str {
                self.name()
            }
        }
    )* };
}
pub(crate) use named_as_usual;

/// Reading and writing by name, for `#[serde(with = "named")]`.
pub(crate) mod named {
    use super::*;

    pub fn serialize<S: Serializer, T: Named>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(value.name_in_file())
    }

    pub fn deserialize<'de, D: Deserializer<'de>, T: Named>(deserializer: D) -> Result<T, D::Error> {
        struct Name<T>(PhantomData<T>);
        impl<T: Named> Visitor<'_> for Name<T> {
            type Value = T;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let names: Vec<&str> = T::CHOICES.iter().map(|choice| choice.name_in_file()).collect();
                write!(f, "one of {}", names.join(", "))
            }
            fn visit_str<E: Error>(self, name: &str) -> Result<T, E> {
                let found = T::CHOICES.iter().find(|choice| choice.name_in_file() == name);
                found.copied().ok_or_else(|| E::invalid_value(Unexpected::Str(name), &self))
            }
        }
        deserializer.deserialize_str(Name(PhantomData))
    }
}
