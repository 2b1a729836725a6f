//! The table of codecs that pages import is the engine's.

use pathlength_codecs::{CODECS, KnobValues};
use std::fmt::Write;
use std::{env, fs};

const PAGE_TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/engine/live/codecs/table.ts");
const WRITE: &str = "WRITE_CODEC_TABLE";

/// Returns the table as a module of TypeScript.
fn page_table() -> String {
    let mut text = String::from(
        "// Written from the engine's table of codecs by a test, which also compares both: do not edit.\n\
         // WRITE_CODEC_TABLE=1 cargo test -p pathlength-cli --test command codec_table\n\
         export const table = [\n",
    );
    for codec in CODECS {
        let magic: Vec<_> = codec.magic.iter().map(|byte| format!("0x{byte:02x}")).collect();
        let knobs: Vec<_> = codec
            .knobs
            .iter()
            .map(|knob| {
                let values = match knob.values {
                    KnobValues::OneOf(values) => format!("values: {values:?}"),
                    KnobValues::Range { min, max } => format!("min: {min}, max: {max}"),
                };
                let (kind, default, varied) = (knob.kind.name(), knob.default, knob.is_varied);
                format!("{{ kind: '{kind}', {values}, default: {default}, isVaried: {varied} }}")
            })
            .collect();
        let history = codec.history.map_or("undefined".to_owned(), |bytes| bytes.to_string());
        write!(
            text,
            "  {{\n    name: '{}',\n    title: '{}',\n    hardware: '{}',\n    extension: '{}',\n    magic: [{}],\n    \
             history: {history},\n    inAdapter: {},\n    knobs: [{}],\n  }},\n",
            codec.name,
            codec.title,
            codec.hardware,
            codec.extension,
            magic.join(", "),
            codec.in_adapter,
            knobs.join(", "),
        )
        .expect("a string takes all text");
    }
    text + "] as const;\n"
}

#[test]
fn codec_table_of_pages_equals_engine_table() {
    let text = page_table();
    if env::var_os(WRITE).is_some() {
        fs::write(PAGE_TABLE, &text).expect("the page's table can be written");
    }
    let written = fs::read_to_string(PAGE_TABLE).unwrap_or_default();
    assert!(written == text, "{PAGE_TABLE} differs from the engine's table: run this test with {WRITE}=1");
}
