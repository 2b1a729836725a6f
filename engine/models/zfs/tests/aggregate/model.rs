//! Outputs of the conversion model.

use pathlength_model::{Evaluation, Model as _, NamedModel, Setting, Settings};
use pathlength_zfs::aggregate::model::Model;
use pathlength_zfs::aggregate::{FileSystem, FormatOptions, Version};
use pathlength_zfs::directory::Format;

/// Returns the value of a parameter: every cost is one microsecond, and names take 20 bytes.
fn parameter(name: &str) -> f64 {
    match name {
        "name_bytes" => 20.0,
        "objects" => 500.0,
        "vnodes" | "measured_names_max" => 1000.0,
        "processor_cache" | "v5_processor_cache" => 1e9,
        "processors" => 4.0,
        "z196_speed" => 2.0,
        "measured_names_min" => 10.0,
        "convert_rate_z9" => 100.0,
        "convert_rate_zec12" => 300.0,
        _ => 1.0,
    }
}

/// Asserts that an output has this value.
#[track_caller]
fn assert_is(answer: &Evaluation, output: &str, value: f64) {
    let found = answer.output(output).unwrap();
    assert!((found / value - 1.0).abs() < 1e-12, "{output}: {found}, not {value}");
}

fn evaluate(settings: &[(&str, Setting)]) -> Evaluation {
    let mut model = Model::open(&|name| Some(parameter(name))).unwrap();
    let mut scenario = Settings::default();
    for (name, value) in settings {
        scenario.set(name, value.clone());
    }
    model.evaluate(&scenario).unwrap()
}

fn word(word: &str) -> Setting {
    Setting::Word(word.to_owned())
}

#[test]
fn conversion_time_is_names_over_rate_of_machine() {
    for (machine, rate) in [("z9", 100.0), ("z196", 200.0), ("zEC12", 300.0)] {
        let answer = evaluate(&[("machine", word(machine)), ("names", Setting::Number(600.0))]);
        assert_is(&answer, "convert_rate", rate);
        assert_is(&answer, "convert_s", 600.0 / rate);
    }
}

#[test]
fn directory_sizes_are_those_of_converted_directories() {
    let names = 5_000;
    let mut fs = FileSystem::format(FormatOptions::new(2_000, Version::V1_5)).unwrap();
    crate::mount(&mut fs);
    let directory = fs.make_directory(fs.root(), b"d").unwrap();
    for name in 0..names {
        fs.create_file(directory, format!("ptest.{name:014}").as_bytes(), 0).unwrap();
    }
    // The map blocks of a v4 directory are not part of its length.
    let mut pages = |format| {
        fs.convert(directory, format).unwrap();
        8.0 * f64::from(fs.stat(directory).unwrap().pages)
    };
    let (v4_kb, v5_kb) = (pages(Format::V4), pages(Format::V5));
    let size = |format| evaluate(&[("format", word(format)), ("names", Setting::Number(f64::from(names)))]);
    let (v4, v5) = (size("v4"), size("v5"));
    assert_is(&v4, "directory_kb", v4_kb);
    assert_is(&v5, "directory_kb", v5_kb);
    assert_is(&v4, "both_kb", v4_kb + v5_kb);
}

#[test]
fn read_costs_every_name_lookup_costs_one_search() {
    // Without other costs, 4 processors list 1,000 names in 250 us.
    let only = |name: &str| match name {
        "v4_search" | "page_probe_v2r1" | "v4_page_fetch" | "list_name_memory" => Some(0.0),
        other => Some(parameter(other)),
    };
    let mut model = Model::open(&only).unwrap();
    let mut scenario = Settings::default();
    scenario.set("names", Setting::Number(1_000.0));
    let reads = model.evaluate(&scenario).unwrap().output("reads").unwrap();
    assert!((reads - 4e6 / 1_000.0).abs() < 1e-6, "{reads}");
    let lookups = evaluate(&[("names", Setting::Number(1_000.0))]).output("lookups").unwrap();
    let more = evaluate(&[("names", Setting::Number(2_000.0))]).output("lookups").unwrap();
    assert!(more < lookups, "a larger v4 directory is slower");
}

#[test]
fn limits_match_versions() {
    for (format, kilobytes, directories) in
        [("v4", 4_294_967_296.0, 65_533.0), ("v5", 17_179_869_184.0, 4_294_967_293.0)]
    {
        let answer = evaluate(&[("format", word(format))]);
        assert_is(&answer, "most_kb", kilobytes);
        assert_is(&answer, "most_subdirectories", directories);
    }
}

#[test]
fn r13_with_v5_is_refused() {
    let mut model = Model::open(&|name| Some(parameter(name))).unwrap();
    let mut scenario = Settings::default();
    scenario.set("release", word("R13"));
    assert!(model.evaluate(&scenario).is_ok());
    scenario.set("format", word("v5"));
    let message = model.evaluate(&scenario).unwrap_err().to_string();
    assert_eq!(message, "release R13 has no v5 directories: choose V2R1 or V2R2");
}
