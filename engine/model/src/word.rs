//! Words for the values of a type, used by settings and pages.

/// A type with a word for each of its values.
pub trait Word: Copy + 'static {
    /// All words.
    const WORDS: &'static [&'static str];
    /// The values of the words, in the same order.
    const MEANINGS: &'static [Self];

    /// Returns the value with this word; `None` for an unknown word.
    fn from_word(word: &str) -> Option<Self> {
        Self::WORDS.iter().position(|known| *known == word).map(|at| Self::MEANINGS[at])
    }
}

/// An enum with a word for each value. [`words!`](crate::words) implements it.
pub trait WordEnum: Word {
    /// Returns the index of the value's word. A column of values is passed to pages as indexes; pages have the list of
    /// words.
    fn index(self) -> u8;

    /// Returns the word of the value.
    fn word(self) -> &'static str {
        Self::WORDS[usize::from(self.index())]
    }
}

/// Implements [`Word`] and [`WordEnum`] for an enum, from one list of its values with their words:
///
/// ```
/// # use pathlength_model::{Word, WordEnum, words};
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Medium {
///     Eckd,
///     Fba,
/// }
///
/// words! { Medium { Eckd = "eckd", Fba = "fba" } }
///
/// assert_eq!((Medium::WORDS[1], Medium::Fba.index(), Medium::from_word("fba")), ("fba", 1, Some(Medium::Fba)));
/// ```
///
/// A list that omits a value does not compile.
#[macro_export]
macro_rules! words {
    ($type:ty { $($value:ident = $word:literal),+ $(,)? }) => {
        impl $crate::Word for $type {
            const WORDS: &'static [&'static str] = &[$($word),+];
            const MEANINGS: &'static [Self] = &[$(Self::$value),+];
        }

        impl $crate::WordEnum for $type {
            fn index(self) -> u8 {
                enum Index {
                    $($value),+
                }
                match self {
                    $(Self::$value => Index::$value as u8),+
                }
            }
        }
    };
}
