//! The paths to a disk: outputs, their terms, and the minidisk cache agree with each other.

use pathlength_disk_path::Model;
use pathlength_model::{Evaluation, Model as _, NamedModel, Setting, Settings};

const OUTPUTS: [&str; 5] = ["kb_per_s", "elapsed_per_kb", "total_cpu_per_kb", "cp_cpu_per_kb", "virtual_cpu_per_kb"];

/// Returns a model whose parameters are simple numbers, all different.
fn model() -> Model {
    let names = Model::PARAMETERS;
    let value = |name: &str| match name {
        "eckd_read_rate" => Some(10_000.0),
        "request_kb" => Some(128.0),
        "fba_request_kb" => Some(48.0),
        "fba_fill_kb" => Some(32.0),
        "channel_mb_s" => Some(200.0),
        "file_mb" => Some(6.0),
        "dedicated_write" => Some(1.5),
        _ => names.iter().position(|known| *known == name).map(|at| 1.0 + at as f64 / 8.0),
    };
    Model::open(&value).expect("a good model")
}

fn settings(path: &str, phase: &str, more: &[(&str, Setting)]) -> Settings {
    let mut settings = Settings::default();
    settings.set("path", Setting::Word(path.to_owned()));
    settings.set("phase", Setting::Word(phase.to_owned()));
    for (name, value) in more {
        settings.set(name, value.clone());
    }
    settings
}

fn ask(model: &mut Model, settings: &Settings) -> Evaluation {
    model.evaluate(settings).unwrap_or_else(|error| panic!("{settings:?}: {error}"))
}

fn output(answer: &Evaluation, name: &str) -> f64 {
    answer.output(name).expect("an output")
}

const ON: Setting = Setting::Switch(true);

/// Returns all paths in all phases, with and without every switch.
fn all_settings() -> Vec<Settings> {
    let mut all = Vec::new();
    for path in ["eckd", "diagnose", "efba", "fcp"] {
        for phase in ["write", "rewrite", "read", "reread", "mix"] {
            for block in [512.0, 1024.0, 2048.0, 4096.0] {
                for switch in ["mdc", "dedicated", "first_write_stall", "slow_dedicated_write"] {
                    all.push(settings(path, phase, &[("block_bytes", Setting::Number(block)), (switch, ON)]));
                }
            }
        }
    }
    all
}

#[test]
fn terms_sum_to_the_output_or_to_its_reciprocal() {
    let mut model = model();
    for settings in all_settings() {
        let answer = ask(&mut model, &settings);
        for name in OUTPUTS {
            let terms = answer.clone().terms_of(name).expect("an output");
            let sum: f64 = terms.iter().map(|term| term.time_us).sum();
            let whole = if name == "kb_per_s" { 1e6 / output(&answer, name) } else { output(&answer, name) };
            assert!((sum / whole - 1.0).abs() < 1e-12, "{name} of {settings:?}");
            for term in terms {
                assert!((term.count * term.cost_us / term.time_us - 1.0).abs() < 1e-12, "{term:?}");
            }
        }
    }
}

#[test]
fn total_cpu_is_that_of_guest_and_cp() {
    let mut model = model();
    for settings in all_settings() {
        let answer = ask(&mut model, &settings);
        let [total, cp, guest] = [2, 3, 4].map(|at| output(&answer, OUTPUTS[at]));
        assert!(((cp + guest) / total - 1.0).abs() < 1e-12, "{settings:?}");
        assert!((output(&answer, "cp_share") * total / cp - 1.0).abs() < 1e-12, "{settings:?}");
    }
}

#[test]
fn write_combines_guest_and_back_end_by_the_exponent() {
    // The wait of a write for the back end, and the elapsed time of the write without this wait.
    let wait = |exponent: f64| {
        let value = |name: &str| match name {
            "write_overlap" => Some(exponent),
            "back_end" => Some(100.0),
            "background" | "dedicated_write" | "first_write_stall" => Some(0.0),
            _ => Some(1.0),
        };
        let mut model = Model::open(&value).expect("a good model");
        let answer = ask(&mut model, &settings("fcp", "write", &[]));
        let terms = answer.clone().terms_of("elapsed_per_kb").expect("an output");
        let wait = terms.iter().find(|term| term.title.contains("back end")).expect("a wait").time_us;
        (wait, output(&answer, "elapsed_per_kb") - wait)
    };
    let (wait_after, alone) = wait(1.0);
    assert!((wait_after / 100.0 - 1.0).abs() < 1e-12, "one after the other: {wait_after}");
    let (wait_beside, _) = wait(60.0);
    assert!((wait_beside / (100.0 - alone) - 1.0).abs() < 1e-12, "the longer of the two: {wait_beside}");
    let (wait_between, _) = wait(2.0);
    assert!((wait_between / (f64::hypot(alone, 100.0) - alone) - 1.0).abs() < 1e-12, "{wait_between}");
}

#[test]
fn mix_is_the_total_of_its_phases() {
    let mut model = model();
    let shares = [("read_share", 70.0), ("reread_share", 40.0), ("initial_share", 25.0)];
    let shares: Vec<_> = shares.iter().map(|(name, value)| (*name, Setting::Number(*value))).collect();
    let parts = [("write", 0.3 * 0.25), ("rewrite", 0.3 * 0.75), ("read", 0.7 * 0.6), ("reread", 0.7 * 0.4)];
    for path in ["eckd", "diagnose", "efba", "fcp"] {
        let with = |more: &[(&'static str, Setting)]| [more, &[("mdc", ON)]].concat();
        let mix = ask(&mut model, &settings(path, "mix", &with(&shares)));
        for name in &OUTPUTS[1..] {
            let sum: f64 = parts
                .iter()
                .map(|(phase, part)| part * output(&ask(&mut model, &settings(path, phase, &with(&[]))), name))
                .sum();
            assert!((output(&mix, name) / sum - 1.0).abs() < 1e-12, "{name} of {path}");
        }
        let hits = if path == "fcp" { 0.0 } else { 0.4 };
        assert!((output(&mix, "hit_ratio") - hits).abs() < 1e-12, "{path}");
    }
}

#[test]
fn closed_form_equals_the_cache_without_or_with_only_hits() {
    let mut model = model();
    for (path, block) in [("eckd", 4096.0), ("diagnose", 1024.0), ("diagnose", 2048.0), ("efba", 512.0)] {
        let block = ("block_bytes", Setting::Number(block));
        let cached = |mb: f64| [("mdc", ON), block.clone(), ("cache_mb", Setting::Number(mb))];
        for phase in ["write", "rewrite", "read", "reread"] {
            let closed = ask(&mut model, &settings(path, phase, &[("mdc", ON), block.clone()]));
            // A cache that holds the file: the first read hits nothing, and the second hits everything.
            let roomy = ask(&mut model, &settings(path, phase, &cached(64.0)));
            assert_eq!(closed, roomy, "{path} {phase}");
            // A cache slightly too small for a file read in sequence: the second read is like the first.
            let first = ask(&mut model, &settings(path, "read", &cached(5.0)));
            let again = ask(&mut model, &settings(path, "reread", &cached(5.0)));
            assert_eq!(first, again, "{path}");
            assert!(output(&again, "hit_ratio").abs() < 1e-12, "{path}");
        }
        // A cache of size 0 is equivalent to no cache.
        let none = ask(&mut model, &settings(path, "read", &cached(0.0)));
        assert_eq!(none, ask(&mut model, &settings(path, "read", std::slice::from_ref(&block))), "{path}");
    }
}

#[test]
fn guests_that_read_one_minidisk_share_its_fills() {
    let mut model = model();
    for guests in [1.0, 2.0, 5.0] {
        let more = [
            ("mdc", ON),
            ("cache_mb", Setting::Number(64.0)),
            ("guests", Setting::Number(guests)),
            ("sharing", Setting::Word("shared".to_owned())),
        ];
        let hits = output(&ask(&mut model, &settings("eckd", "read", &more)), "hit_ratio");
        assert!((hits - (1.0 - 1.0 / guests)).abs() < 1e-9, "{hits} with {guests} guests");
    }
}

#[test]
fn cache_has_no_effect_without_a_minidisk() {
    let mut model = model();
    for (path, dedicated) in [("eckd", true), ("efba", true), ("fcp", false)] {
        for phase in ["write", "read", "reread"] {
            let plain = [("dedicated", Setting::Switch(dedicated))];
            let cached = [plain[0].clone(), ("mdc", ON), ("cache_mb", Setting::Number(64.0))];
            let (plain, cached) = (settings(path, phase, &plain), settings(path, phase, &cached));
            assert_eq!(ask(&mut model, &plain), ask(&mut model, &cached), "{path} {phase}");
        }
    }
}

#[test]
fn slices_lead_to_the_answer_that_is_given_at_once() {
    let more = [("mdc", ON), ("cache_mb", Setting::Number(500.0)), ("file_mb", Setting::Number(400.0))];
    let scenarios: Vec<_> = ["eckd", "diagnose", "efba"].map(|path| settings(path, "reread", &more)).into();
    let mut sliced = model();
    let mut turns = 0;
    // The series of a chart take turns.
    while !scenarios.iter().map(|scenario| sliced.prepare(scenario).expect("fine")).fold(true, |all, one| all & one) {
        turns += 1;
    }
    assert!(turns > 1);
    for scenario in &scenarios {
        assert_eq!(ask(&mut sliced, scenario), ask(&mut model(), scenario));
    }
}

#[test]
fn invalid_setting_is_named_with_its_valid_values() {
    let mut model = model();
    let number = |name: &str, value: f64| settings("eckd", "read", &[(name, Setting::Number(value))]);
    for (wrong, says) in [
        (number("block_bytes", 3000.0), "one of 512, 1024, 2048, 4096"),
        (number("cache_mb", -5.0), "setting cache_mb must be from 0 to 8192 (MB)"),
        (number("file_mb", 0.0), "setting file_mb must be from 1 to 4096 (MB)"),
        (number("file_mb", f64::NAN), "setting file_mb must be from 1 to 4096 (MB)"),
        (number("guests", 1.5), "setting guests must be a whole number from 1 to 16"),
        (number("read_share", 101.0), "setting read_share must be from 0 to 100 (%)"),
        (settings("eckd", "read", &[("guests", ON)]), "setting guests must be a whole number"),
        (settings("ata", "read", &[]), "setting path must be one of eckd, diagnose, efba, fcp"),
        (settings("eckd", "read", &[("colour", ON)]), "the model has no setting \"colour\""),
    ] {
        let error = model.evaluate(&wrong).expect_err("wrong").to_string();
        assert!(error.contains(says), "{error}");
        assert!(model.prepare(&wrong).is_err());
    }
}

#[test]
fn model_keeps_the_latest_caches_and_its_results() {
    let cache = |kb: u32| {
        let mb = |kb: u32| Setting::Number(f64::from(kb) / 1024.0);
        settings("eckd", "reread", &[("mdc", ON), ("cache_mb", mb(1024 + kb)), ("file_mb", mb(2048))])
    };
    let mut many = model();
    for kb in 0..1100 {
        ask(&mut many, &cache(kb));
    }
    let kept = format!("{many:?}").matches("Demand {").count();
    assert_eq!(kept, 1024);
    for kb in [0, 600, 1099] {
        assert_eq!(ask(&mut many, &cache(kb)), ask(&mut model(), &cache(kb)), "{kb}");
    }
}
