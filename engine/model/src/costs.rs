//! The costs of a model: numbers by name from the parameters of a lab.

use crate::ModelError;

/// Declares the costs of a model: a struct with a field for each parameter, which the struct reads by name. The struct
/// needs a method `check` for conditions among the fields. For a field that is newer than some compiled labs, its
/// [`Former`] value follows `=`.
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

            /// The former value of each parameter, for labs compiled before the parameter existed.
            const FORMER: &'static [$crate::Former] = &[$($crate::former!($($former)?)),*];

            /// Reads each parameter from `value`.
            ///
            /// # Errors
            /// Returns [`ModelError`](pathlength_model::ModelError) that names a parameter that is missing or out of
            /// range.
            // Opening and changing a model both call this function, so that the module contains the code only once.
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
/// existed, so that the lab's results stay the same. Labs compiled now must have all parameters.
pub type Former = fn(&dyn Fn(&str) -> Option<f64>) -> Option<f64>;

/// The [`Former`] value that a field of `costs!` names, or none.
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
