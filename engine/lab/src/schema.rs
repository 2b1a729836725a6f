//! The JSON Schema of a compiled lab, from the same types that read one.

use super::Lab;
use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;

/// The JSON Schema (2020-12) of `lab.json`.
pub fn schema() -> Schema {
    // Names of Rust's own number types: a strict validator refuses what it does not know.
    let without_formats = RecursiveTransform(|schema: &mut Schema| drop(schema.remove("format")));
    let mut schema =
        SchemaSettings::draft2020_12().with_transform(without_formats).into_generator().into_root_schema_for::<Lab>();
    schema.insert("$id".to_owned(), "lab.schema.json".into());
    schema
}
