//! The models that labs can name, one line each. Each model is enabled by a feature of this crate, so that a program
//! can contain any of them, or none.

use pathlength_model::{ModelError, NamedModel};

/// Lists models: `models! { first::Model, second::Model, }`, with attributes such as `#[cfg(…)]` before a model that
/// some builds lack. Generates `MODELS`, `open_model`, `describe_model`, `model_parameters`, and `former_parameters`.
/// The functions are separate, not entries of a table, so that a program that only describes models does not contain
/// the models' code.
#[macro_export]
macro_rules! models {
    ($($(#[$when:meta])* $model:ty,)*) => {
        /// The names of the models in this build.
        pub const MODELS: &[&str] = &[$($(#[$when])* <$model as $crate::NamedModel>::NAME,)*];

        /// Opens the model called `name` with the given parameter values.
        ///
        /// # Errors
        /// Returns an error if no model in this build has that name, or if a parameter is missing or out of range.
        #[allow(unused_variables, reason = "some builds contain no model")]
        pub fn open_model(
            name: &str,
            values: $crate::ParameterValues<'_>,
        ) -> Result<Box<dyn $crate::Model>, $crate::ModelError> {
            match name {
                $($(#[$when])* _ if $crate::is_called::<$model>(name) => {
                    Ok(Box::new(<$model as $crate::NamedModel>::open(values)?))
                })*
                _ => Err($crate::unknown_model(name, MODELS)),
            }
        }

        /// Returns the settings and outputs of the model called `name`.
        ///
        /// # Errors
        /// Returns an error if no model in this build has that name.
        pub fn describe_model(name: &str) -> Result<$crate::Description, $crate::ModelError> {
            match name {
                $($(#[$when])* _ if $crate::is_called::<$model>(name) => {
                    Ok(<$model as $crate::NamedModel>::describe())
                })*
                _ => Err($crate::unknown_model(name, MODELS)),
            }
        }

        /// Returns the names of the parameters that the model called `name` needs.
        ///
        /// # Errors
        /// Returns the errors of `describe_model`.
        pub fn model_parameters(name: &str) -> Result<&'static [&'static str], $crate::ModelError> {
            match name {
                $($(#[$when])* _ if $crate::is_called::<$model>(name) => {
                    Ok(<$model as $crate::NamedModel>::PARAMETERS)
                })*
                _ => Err($crate::unknown_model(name, MODELS)),
            }
        }

        /// Returns the names of former parameters of the model called `name`, which older compiled labs may still
        /// contain.
        ///
        /// # Errors
        /// Returns the errors of `describe_model`.
        pub fn former_parameters(name: &str) -> Result<&'static [&'static str], $crate::ModelError> {
            match name {
                $($(#[$when])* _ if $crate::is_called::<$model>(name) => {
                    Ok(<$model as $crate::NamedModel>::FORMER_PARAMETERS)
                })*
                _ => Err($crate::unknown_model(name, MODELS)),
            }
        }
    };
}

models! {
    #[cfg(feature = "zfs-directories")] pathlength_zfs::directory::ptest::Model,
    #[cfg(feature = "zfs-migration")] pathlength_zfs::aggregate::model::Model,
    #[cfg(feature = "disk-path")] pathlength_disk_path::Model,
    #[cfg(feature = "file-pool")] pathlength_file_pool::Model,
    #[cfg(feature = "journaling")] pathlength_journaling::Model,
    #[cfg(feature = "tape")] pathlength_tape::Model,
}

/// Returns whether `name` is the current name or a former name of model `M`.
#[doc(hidden)]
pub fn is_called<M: NamedModel>(name: &str) -> bool {
    name == M::NAME || M::FORMER_NAMES.contains(&name)
}

/// Returns the error for a name that is not in `models`.
#[doc(hidden)]
pub fn unknown_model(name: &str, models: &[&str]) -> ModelError {
    ModelError::new(["unknown model \"", name, "\": choose one of ", &models.join(", ")].concat())
}
