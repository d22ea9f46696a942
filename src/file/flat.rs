//! Objects whose fields are single values, all read by one piece of program: what serde derives is made anew for every struct, two to four
//! kilobytes of the page each.

use super::number::Value;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use std::fmt;

/// Declares an object of the file. A field may be left out; another one or a second of the same name is an error, as with serde's own.
macro_rules! flat {
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($field_vis:vis $field:ident: Value,)* }) => {
        $(#[$meta])*
        $vis struct $name { $($field_vis $field: $crate::file::number::Value,)* }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                const NAMES: &[&str] = &[$(stringify!($field)),*];
                let mut values = [const { $crate::file::number::Value::Absent }; NAMES.len()];
                deserializer.deserialize_map($crate::file::flat::Fields { names: NAMES, values: &mut values })?;
                let [$($field),*] = values;
                Ok(Self { $($field),* })
            }
        }
    };
}
pub(super) use flat;

/// Reads the fields of an object into their places.
pub(super) struct Fields<'a> {
    /// Their names.
    pub names: &'static [&'static str],
    /// Where they go; as many as there are names, all absent.
    pub values: &'a mut [Value],
}

impl<'de> Visitor<'de> for Fields<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object in braces")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        while let Some(at) = entries.next_key_seed(Name(self.names))? {
            let (Some(value), Some(name)) = (self.values.get_mut(at), self.names.get(at)) else { continue };
            if !value.is_absent() {
                return Err(A::Error::duplicate_field(name));
            }
            *value = entries.next_value()?;
        }
        Ok(())
    }
}

/// The position of a field's name.
struct Name(&'static [&'static str]);

impl<'de> DeserializeSeed<'de> for Name {
    type Value = usize;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Name {
    type Value = usize;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("field identifier")
    }
    fn visit_str<E: Error>(self, name: &str) -> Result<usize, E> {
        self.0.iter().position(|known| *known == name).ok_or_else(|| E::unknown_field(name, self.0))
    }
}
