//! What files and links write with the same fields as a type of the engine: listed once, and taken over field by field in both directions. How a field is
//! written is up to the file or the link.

/// Something as it is written.
pub(crate) trait Written: Sized {
    /// The engine's type.
    type Own;

    /// As it is written.
    fn of(own: Self::Own) -> Self;

    /// What it stands for; ranges are not checked.
    fn value(self) -> Self::Own;
}

impl<W: Written> Written for Option<W> {
    type Own = Option<W::Own>;
    fn of(own: Self::Own) -> Self {
        own.map(W::of)
    }
    fn value(self) -> Self::Own {
        self.map(W::value)
    }
}

impl<W: Written> Written for Vec<W> {
    type Own = Vec<W::Own>;
    fn of(own: Self::Own) -> Self {
        own.into_iter().map(W::of).collect()
    }
    fn value(self) -> Self::Own {
        self.into_iter().map(W::value).collect()
    }
}

macro_rules! as_they_are {
    ($($kind:ty)*) => { $(
        impl Written for $kind {
            type Own = Self;
            fn of(own: Self) -> Self {
                own
            }
            fn value(self) -> Self {
                self
            }
        }
    )* };
}

as_they_are! { bool i32 i64 u32 u64 f64 String }

/// Gives types of files and links that have the fields of a type of the engine their way there and back.
macro_rules! same_fields {
    ($($wire:ident = $own:ident { $($field:ident),* $(,)? })*) => { $(
        impl $crate::same_fields::Written for $wire {
            type Own = $own;
            fn of($own { $($field),* }: $own) -> Self {
                Self { $($field: $crate::same_fields::Written::of($field)),* }
            }
            fn value(self) -> $own {
                let Self { $($field),* } = self;
                $own { $($field: $crate::same_fields::Written::value($field)),* }
            }
        }
    )* };
}
pub(crate) use same_fields;

/// Whether something need not be written, since it is as usual.
pub(crate) fn is_usual<W: Written<Own: Default + PartialEq> + Copy>(wire: &W) -> bool {
    wire.value() == W::Own::default()
}
