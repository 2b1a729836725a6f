//! The JSON Schema of a compiled lab, generated from its Rust types.

use super::Lab;
use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;

/// Returns the JSON Schema (2020-12) of `lab.json`.
pub fn schema() -> Schema {
    // The `format` keywords name Rust number types, which strict validators reject.
    let without_formats = RecursiveTransform(|schema: &mut Schema| drop(schema.remove("format")));
    let mut schema =
        SchemaSettings::draft2020_12().with_transform(without_formats).into_generator().into_root_schema_for::<Lab>();
    schema.insert("$id".to_owned(), "lab.schema.json".into());
    schema
}
