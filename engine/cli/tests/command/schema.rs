//! The published JSON Schema of a lab.

use crate::run::{repository, run};
use serde_json::Value;
use std::fs;

const FILE: &str = "labs/schema/lab.schema.json";

#[test]
fn published_schema_equals_that_of_the_engine() {
    let published = fs::read_to_string(repository().join(FILE)).expect("the schema");
    assert!(
        published == run(&["schema"]).fine(),
        "the types of a lab have changed: run `cargo run -p pathlength-cli -- schema > {FILE}`"
    );
}

/// Checks that every object allows only its listed properties, and that every property except `kind` has a description.
fn strict(schema: &Value, at: &str) {
    match schema {
        Value::Object(parts) => {
            if let Some(properties) = parts.get("properties") {
                assert_eq!(parts.get("additionalProperties"), Some(&Value::Bool(false)), "{at}");
                for (name, property) in properties.as_object().expect("an object") {
                    assert!(name == "kind" || property.get("description").is_some(), "{at}/{name}");
                }
            }
            for (name, part) in parts {
                strict(part, &format!("{at}/{name}"));
            }
        }
        Value::Array(parts) => parts.iter().for_each(|part| strict(part, at)),
        _ => {}
    }
}

#[test]
fn schema_refuses_unknown_fields_and_describes_every_field() {
    for subject in ["lab", "mapping"] {
        let schema: Value = serde_json::from_str(&run(&["schema", subject]).fine()).expect("JSON");
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
        strict(&schema, subject);
    }
}
