//! The costs of a model: numbers that the parameters of a lab provide by name.

use crate::ModelError;

/// Declares the costs of a model: a struct with a field for each parameter, whose `new` reads the parameters by name.
/// The struct needs a method `check` for conditions that involve several fields. A field that is newer than some
/// compiled labs has a [`Former`] function after `=`.
#[macro_export]
macro_rules! costs {
    ($(#[$about:meta])* $costs:ident; $($(#[$doc:meta])* $name:ident $(= $former:expr)?,)*) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $costs {
            $($(#[$doc])* pub $name: f64,)*
        }

        impl $costs {
            /// The names of the parameters.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// The function that computes each parameter for labs compiled before the parameter existed.
            const FORMER: &'static [$crate::Former] = &[$($crate::former!($($former)?)),*];

            /// Reads each parameter from `value`.
            ///
            /// # Errors
            /// Returns [`ModelError`](pathlength_model::ModelError) that names a parameter that is missing or out of
            /// range.
            // Not inlined: opening and changing a model both call this function, and the module contains it only once.
            #[inline(never)]
            pub fn new(value: &dyn Fn(&str) -> Option<f64>) -> Result<Self, $crate::ModelError> {
                let mut values = [0.0; Self::NAMES.len()];
                for ((slot, name), former) in values.iter_mut().zip(Self::NAMES).zip(Self::FORMER) {
                    *slot = $crate::cost(name, &|name| value(name).or_else(|| former(value)))?;
                }
                let [$($name),*] = values;
                let costs = Self { $($name),* };
                costs.check()?;
                Ok(costs)
            }
        }
    };
}

/// A function that computes a parameter from the other parameters of a lab that was compiled before the parameter
/// existed, so that the lab's results stay the same. Newly compiled labs must have all parameters.
pub type Former = fn(&dyn Fn(&str) -> Option<f64>) -> Option<f64>;

/// The [`Former`] function of a field of `costs!`; by default, a function that returns `None`.
#[doc(hidden)]
#[macro_export]
macro_rules! former {
    () => {
        |_| None
    };
    ($former:expr) => {
        $former
    };
}

/// Returns one parameter: a number of 0 or more.
///
/// # Errors
/// Returns [`ModelError`] if the parameter is missing or is not such a number.
pub fn cost(name: &str, value: &dyn Fn(&str) -> Option<f64>) -> Result<f64, ModelError> {
    match value(name) {
        Some(value) if value.is_finite() && value >= 0.0 => Ok(value),
        Some(_) => Err(ModelError::new(format!("parameter {name} must be a number of 0 or more"))),
        None => Err(ModelError::new(format!("the lab has no parameter {name}, which the model needs: add it"))),
    }
}

/// Checks parameters of 0 or more that must not be 0, for example because they are divisors.
///
/// # Errors
/// Returns [`ModelError`] that names the first parameter that is not greater than 0.
pub fn require_positive(parameters: &[(&str, f64)]) -> Result<(), ModelError> {
    match parameters.iter().find(|(_, value)| *value <= 0.0) {
        Some((name, _)) => Err(ModelError::new(format!("parameter {name} must be greater than 0"))),
        None => Ok(()),
    }
}
