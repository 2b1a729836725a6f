//! Named numbers that are passed to pages as one column.

/// A set of named numbers. [`columns!`](crate::columns) implements it.
pub trait Columns {
    /// The names of the numbers, in the order of [`Self::values`]. Pages get the names from a generated file.
    const NAMES: &'static [&'static str];

    /// Returns the numbers.
    fn values(&self) -> Vec<f64>;
}

/// Implements [`Columns`] for a type, from one list of names with their values:
///
/// ```
/// # use pathlength_model::{Columns, columns};
/// struct Blocks {
///     read: u32,
///     written: u32,
/// }
///
/// columns! { Blocks, |it| { "read": f64::from(it.read), "written": f64::from(it.written) } }
///
/// assert_eq!((Blocks::NAMES[1], Blocks { read: 3, written: 5 }.values()[1]), ("written", 5.0));
/// ```
#[macro_export]
macro_rules! columns {
    ($type:ty, |$it:ident| { $($name:literal: $value:expr),+ $(,)? }) => {
        impl $crate::Columns for $type {
            const NAMES: &'static [&'static str] = &[$($name),+];

            fn values(&self) -> Vec<f64> {
                let $it = self;
                vec![$($value),+]
            }
        }
    };
}
