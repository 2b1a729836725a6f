//! Tables that pages import are the engine's: words of enums in the order of their indexes, names of columns, codecs.

use pathlength_codecs::{CODECS, KnobValues};
use pathlength_file_pool::live as server;
use pathlength_journaling::{FileFate, PageFate, crash, fragmentation};
use pathlength_model::{Columns, Disk, Loss, Provenance, Word};
use pathlength_zfs::{aggregate, directory};
use std::fmt::{Debug, Write};
use std::{env, fs};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/engine/generated");
const WRITE: &str = "WRITE_PAGE_TABLES";
const HEADER: &str = "\
// Generated from the engine by a test, which also compares the two: do not edit.
// WRITE_PAGE_TABLES=1 cargo test -p pathlength-cli --test command page_tables
";

/// Returns the generated files: their names, and their text after the header.
fn files() -> [(&'static str, String); 7] {
    [
        ("codecs", codecs()),
        (
            "disk-path",
            words::<pathlength_disk_path::live::StepKind>("cacheEvents")
                + &list("phases", pathlength_disk_path::live::phase_words()),
        ),
        (
            "file-pool",
            [
                words::<server::ServerActivity>("serverActivities"),
                words::<server::RequestLocation>("requestLocations"),
                words::<server::EventKind>("serverEvents"),
                words::<server::SeekTarget>("seekTargets"),
                columns::<server::ThreadProgress>("threadProgressColumns"),
                columns::<pathlength_file_pool::Outcome>("statisticsColumns"),
                columns::<pathlength_file_pool::Server>("serverColumns"),
                number("sampleIntervalS", pathlength_queueing::seconds(server::SAMPLE_EVERY)),
                number("maxSamples", server::MAX_SAMPLES as f64),
            ]
            .concat(),
        ),
        (
            "journaling",
            [
                words::<crash::WorkloadScript>("workloadScripts"),
                words::<crash::WriteKind>("writeKinds"),
                words::<FileFate>("fileFates"),
                words::<PageFate>("pageFates"),
                columns::<crash::CrashSummary>("crashCountColumns"),
                words::<fragmentation::ExtentOwner>("extentOwners"),
                columns::<fragmentation::SpaceOverhead>("spaceOverheadColumns"),
            ]
            .concat(),
        ),
        ("power-failure", words::<Disk>("disks") + &words::<Loss>("losses")),
        ("lab", words::<pathlength_lab::Role>("roles") + &words::<Provenance>("provenances")),
        (
            "zfs",
            [
                words::<directory::Format>("formats"),
                words::<directory::EventKind>("directoryEvents"),
                words::<aggregate::Version>("versions"),
                words::<aggregate::live::Owner>("blockOwners"),
                words::<aggregate::live::Purpose>("writePurposes"),
                words::<aggregate::model::Machine>("planMachines"),
                words::<directory::ptest::Plex>("plexes"),
                words::<directory::ptest::Locks>("directoryLocks"),
                words::<directory::ptest::TaskState>("taskStates"),
            ]
            .concat(),
        ),
    ]
}

/// Returns the words of an enum.
fn words<T: Word>(name: &str) -> String {
    list(name, T::WORDS)
}

/// Returns the names of columns.
fn columns<T: Columns>(name: &str) -> String {
    list(name, T::NAMES)
}

fn list(name: &str, words: &[&str]) -> String {
    let items = words.iter().fold(String::new(), |items, word| items + "  '" + word + "',\n");
    format!("\nexport const {name} = [\n{items}] as const;\n")
}

fn number(name: &str, value: f64) -> String {
    format!("\nexport const {name} = {value};\n")
}

/// Returns the table of codecs.
fn codecs() -> String {
    let mut text = String::from("\nexport const table = [\n");
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
fn page_tables_in_repository_equal_engine_tables() {
    for (name, text) in files() {
        let (path, text) = (format!("{FOLDER}/{name}.ts"), [HEADER, &text].concat());
        if env::var_os(WRITE).is_some() {
            fs::create_dir_all(FOLDER).expect("the folder can be created");
            fs::write(&path, &text).expect("the table can be written");
        }
        let written = fs::read_to_string(&path).unwrap_or_default();
        assert!(written == text, "{path} differs from the engine's tables: run this test with {WRITE}=1");
    }
}

#[test]
fn words_of_serialized_enums_equal_their_json() {
    fn check<T: Word + serde::Serialize + Debug>() {
        for (word, meaning) in T::WORDS.iter().zip(T::MEANINGS) {
            assert_eq!(serde_json::to_value(meaning).expect("a word"), **word, "{meaning:?}");
        }
    }
    check::<pathlength_lab::Role>();
    check::<Provenance>();
    check::<directory::Format>();
}
