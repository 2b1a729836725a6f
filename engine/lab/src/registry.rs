//! The models that labs can name: one line each. A feature of this crate is one model, so that a program can have any
//! of them, or none.

use pathlength_model::{Description, Model, ModelError, ModelKind, ParameterValues};

/// Lists the models whose feature is on.
macro_rules! models {
    ($($feature:literal: $model:ty,)*) => {
        /// The models of this build, in alphabetical order of their names.
        pub const MODELS: &[ModelKind] = &[$(#[cfg(feature = $feature)] ModelKind::of::<$model>(),)*];
    };
}

models! {
    "zfs-migration": pathlength_zfs::aggregate::model::Model,
    "zfs-directories": pathlength_zfs::directory::ptest::Model,
    "disk-path": pathlength_disk_path::Model,
    "file-pool": pathlength_file_pool::Model,
    "journaling": pathlength_journaling::Model,
    "tape": pathlength_tape::Model,
}

/// Returns the model called `name`.
///
/// # Errors
/// Returns [`ModelError`] that lists the models of this build if none has that name.
pub fn model_kind(name: &str) -> Result<&'static ModelKind, ModelError> {
    MODELS.iter().find(|kind| kind.name == name).ok_or_else(|| {
        let known: Vec<_> = MODELS.iter().map(|kind| kind.name).collect();
        ModelError::new(format!("unknown model \"{name}\": choose one of {}", known.join(", ")))
    })
}

/// Makes the model called `name` with these parameters.
///
/// # Errors
/// Returns [`ModelError`] if no model has that name, or a parameter is missing or out of range.
pub fn open_model(name: &str, values: ParameterValues<'_>) -> Result<Box<dyn Model>, ModelError> {
    (model_kind(name)?.open)(values)
}

/// Returns the settings and outputs of the model called `name`.
///
/// # Errors
/// As [`model_kind`].
pub fn describe_model(name: &str) -> Result<Description, ModelError> {
    Ok((model_kind(name)?.describe)())
}
