//! The tape server: laws that hold for any parameters, ratios from real codecs, and results computed by hand.

use pathlength_codecs::{CODECS, Coder, pattern};
use pathlength_model::{Evaluation, Model as _, NamedModel, Setting, Settings};
use pathlength_tape::Model;
use proptest::prelude::*;

/// Returns the value of a parameter, chosen for simple arithmetic: 8 ports, 4 threads, and 2 controllers of 400 MB/s.
/// An 8 Gb/s port transfers 100 MB/s, or 80 MB/s if its adapter compresses; a 16 Gb/s port has twice these rates.
/// Drawers transfer 300 MB/s, and codecs process 100 MB/s. `move_ms` and `wait_ms` are 0.
fn parameter(name: &str) -> f64 {
    match name {
        "adapter_8" => 80.0,
        "port_16" => 200.0,
        "adapter_16" => 160.0,
        "ports" => 8.0,
        "threads" | "threads_overlap" => 4.0,
        "threads_ts7740" | "controllers" => 2.0,
        "thread_speed" | "zstd_share" | "zstd_share_overlap" | "read_speed" => 1.0,
        "ts7740_speed" | "ts7740_cache" | "zstd_level_3" => 0.5,
        "move_ms" | "wait_ms" => 0.0,
        "controller" => 400.0,
        "drawer" => 300.0,
        "block_kib" => 32.0,
        "zstd_level_9" => 0.1,
        // These are the speeds of 8 Gb/s ports, drives, links, and all codecs.
        _ => 100.0,
    }
}

fn model() -> Model {
    Model::open(&|name| Some(parameter(name))).expect("a model")
}

fn settings(numbers: &[(&str, f64)], words: &[(&str, &str)]) -> Settings {
    let mut settings = Settings::default();
    for (name, value) in numbers {
        settings.set(name, Setting::Number(*value));
    }
    for (name, word) in words {
        settings.set(name, Setting::Word((*word).to_owned()));
    }
    settings
}

/// Returns a scenario that runs no codec, because the ratio is given and the codec is compared with itself.
fn given(ratio: f64, codec: &str, numbers: &[(&str, f64)], words: &[(&str, &str)]) -> Settings {
    let mut all = settings(numbers, words);
    all.set("ratio", Setting::Number(ratio));
    for name in ["codec", "beside"] {
        all.set(name, Setting::Word(codec.to_owned()));
    }
    all
}

fn answer(settings: &Settings) -> Evaluation {
    model().evaluate(settings).expect("an answer")
}

fn of(evaluation: &Evaluation, name: &str) -> f64 {
    evaluation.output(name).expect("an output")
}

fn close(value: f64, right: f64) {
    assert!((value / right - 1.0).abs() < 1e-12, "{value}, not {right}");
}

/// A single job never waits for another: its time per MB is the sum of its service demands.
#[test]
fn one_job_takes_the_sum_of_its_demands() {
    let one = |codec: &str, words: &[(&str, &str)]| of(&answer(&given(2.0, codec, &[("jobs", 1.0)], words)), "rate");
    // Add the times at the port and in the codec, and the times for half an MB at the controller and the drawer.
    close(one("lz4", &[]), 1.0 / (1.0 / 200.0 + 1.0 / 100.0 + 0.5 / 400.0 + 0.5 / 300.0));
    // The adapter compresses, and no codec runs.
    close(one("aldc", &[]), 1.0 / (1.0 / 160.0 + 0.5 / 400.0 + 0.5 / 300.0));
    // The thread and the cache run at half speed.
    close(one("lz4", &[("machine", "ts7740")]), 1.0 / (1.0 / 200.0 + 1.0 / 50.0 + 0.5 / 200.0 + 0.5 / 150.0));
    // With writes to tape, the data pass through the cache twice, and a drive writes half an MB.
    let tape = [("machine", "ts7760t"), ("work", "sustained_write")];
    close(one("lz4", &tape), 1.0 / (1.0 / 200.0 + 1.0 / 100.0 + 1.0 / 400.0 + 1.0 / 300.0 + 0.5 / 100.0));
    // An immediate copy reads the data from the cache and sends them over the links; a synchronous copy only sends
    // them.
    let copied = 1.0 / 200.0 + 1.0 / 100.0 + 0.5 / 100.0;
    close(one("lz4", &[("grid", "immediate")]), 1.0 / (copied + 1.0 / 400.0 + 1.0 / 300.0));
    close(one("lz4", &[("grid", "sync")]), 1.0 / (copied + 0.5 / 400.0 + 0.5 / 300.0));
    close(one("lz4", &[("grid", "deferred")]), one("lz4", &[]));
}

/// With many jobs, the bottleneck determines the throughput.
#[test]
fn many_jobs_reach_the_bottleneck() {
    for (numbers, limit) in [
        (&[("drawers", 1.0), ("codec_mbs", 1e4)][..], "drawer_limit_rate"),
        (&[("drawers", 10.0), ("codec_mbs", 10.0)], "cpu_limit_rate"),
        (&[("drawers", 10.0), ("codec_mbs", 1e4), ("link_gb", 8.0)], "port_limit_rate"),
    ] {
        let evaluation = answer(&given(2.0, "lz4", &[numbers, &[("jobs", 1024.0)]].concat(), &[]));
        let share = of(&evaluation, "rate") / of(&evaluation, limit);
        assert!(share > 0.98 && share <= 1.0, "{limit}: {share}");
    }
    close(of(&answer(&given(2.0, "lz4", &[("drawers", 3.0)], &[])), "drawer_limit_rate"), 3.0 * 300.0 * 2.0);
}

#[test]
fn larger_blocks_wait_less() {
    let rate = |kib: f64| {
        let waits = |name: &str| Some(if name == "wait_ms" { 10.0 } else { parameter(name) });
        let mut model = Model::open(&waits).expect("a model");
        let evaluation = model.evaluate(&given(2.0, "lz4", &[("jobs", 1.0), ("block_kib", kib)], &[]));
        1.0 / of(&evaluation.expect("an answer"), "rate")
    };
    close(rate(32.0) - rate(64.0), 0.005);
    close(rate(16.0) - rate(32.0), 0.010);
}

#[test]
fn ratios_come_from_codecs_that_run() {
    let bytes = pattern::bytes("DB2IX", pattern::length("DB2IX"), &pattern::Shape::default()).expect("a pattern");
    for codec in CODECS {
        let mut packed = Vec::new();
        Coder::new(codec, &codec.default_options()).expect("a coder").encode(&bytes, &mut packed);
        let evaluation = answer(&settings(&[], &[("codec", codec.name), ("data", "DB2IX"), ("beside", codec.name)]));
        close(of(&evaluation, "ratio"), bytes.len() as f64 / packed.len() as f64);
        assert_eq!(of(&evaluation, "ratio_gain").to_bits(), 0.0_f64.to_bits());
    }
}

#[test]
fn random_data_grow_in_adapters_and_keep_their_size_in_software() {
    let evaluation = |codec: &str, work: &str| {
        answer(&settings(&[("jobs", 1.0)], &[("codec", codec), ("data", "A00"), ("work", work)]))
    };
    assert!(of(&evaluation("aldc", "peak_write"), "ratio") < 0.9);
    for codec in ["lz4", "zstd", "deflate"] {
        close(of(&evaluation(codec, "peak_write"), "ratio"), 1.0);
        close(of(&evaluation(codec, "read_hit"), "rate"), 1.0 / (1.0 / 200.0 + 1.0 / 400.0 + 1.0 / 300.0));
    }
}

#[test]
fn prepared_model_equals_unprepared_model() {
    let request = settings(&[], &[("codec", "lz4"), ("data", "XML"), ("beside", "zstd")]);
    let mut patient = model();
    let mut slices = 0;
    while !patient.prepare(&request).expect("a slice") {
        slices += 1;
    }
    assert_eq!(slices, 3, "the pattern, and two codecs");
    // The outputs are compared bit by bit, because the limit of a station without data is NaN.
    let bits = |model: &mut Model| {
        let evaluation = model.evaluate(&request).expect("an answer");
        (evaluation.outputs.iter().map(|(_, value)| value.to_bits()).collect::<Vec<_>>(), evaluation.terms)
    };
    assert_eq!(bits(&mut patient), bits(&mut model()));
    // Ratios are cached, and a change to a parameter does not affect them.
    patient.set_parameters(&|name| Some(if name == "drawer" { 200.0 } else { parameter(name) })).expect("fine");
    assert_eq!(patient.prepare(&request), Ok(true));
}

#[test]
fn zstd_level_between_two_measured_levels_is_interpolated() {
    let cpu = |level: f64| {
        let evaluation = answer(&given(2.0, "zstd", &[("level", level)], &[]));
        of(&evaluation, "cpu_limit_rate") / 400.0
    };
    for (level, speed) in [(1.0, 1.0), (3.0, 0.5), (9.0, 0.1)] {
        close(cpu(level), speed);
    }
    assert!((1..9).all(|level| cpu(f64::from(level)) > cpu(f64::from(level + 1))));
    close(cpu(2.0), 0.5_f64.sqrt());
}

#[test]
fn invalid_scenarios_are_refused_with_the_valid_values() {
    for (numbers, words, sentence) in [
        (&[("drawers", f64::NAN)][..], &[][..], "drawers must be a whole number from 1 to 10"),
        (&[("jobs", 1e9)], &[], "jobs must be"),
        (&[("ratio", f64::INFINITY)], &[], "ratio must be from 0 to 1000"),
        (&[("ratio", 0.05)], &[], "at least 0.1"),
        (&[("codec_mbs", 1e-9)], &[], "at least 0.001"),
        (&[("record_period", 0.0)], &[], "greater than 0"),
        (&[("block_kib", 0.0)], &[], "block_kib must be from 1 to 256"),
        (&[], &[("machine", "z15")], "machine must be one of ts7740, ts7760, ts7760t"),
        (&[], &[("work", "sustained_write")], "no tape drives"),
        (&[], &[("data", "TAPE1")], "data must be one of DB2IX"),
    ] {
        let request = settings(numbers, &[words, &[("codec", "lz4")]].concat());
        let error = model().evaluate(&request).expect_err(sentence);
        assert!(error.to_string().contains(sentence), "{error}");
    }
    for name in ["drawer", "threads", "lz4_XML"] {
        let without = Model::open(&|known| Some(parameter(known)).filter(|_| known != name));
        assert!(without.expect_err(name).to_string().contains(name));
        let nothing = Model::open(&|known| Some(if known == name { 0.0 } else { parameter(known) }));
        assert!(nothing.is_err(), "{name}");
    }
    let half = Model::open(&|name| Some(if name == "threads" { 2.5 } else { parameter(name) }));
    assert!(half.expect_err("half a thread").to_string().contains("whole number"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// No utilization exceeds 1, the rate exceeds no component's limit, and the terms add up to the time per MB. A
    /// better ratio, an additional drawer, or an additional job never reduces the throughput.
    #[test]
    fn laws_of_queues_hold(
        ratio in 0.5..20.0_f64, mbs in 1.0..5000.0_f64, jobs in 1..200_u32, drawers in 1..10_u32, codec in 0..4_usize,
        work in 0..3_usize, grid in 0..4_usize,
    ) {
        let words = [
            ("machine", "ts7760t"),
            ("work", ["peak_write", "sustained_write", "read_hit"][work]),
            ("grid", ["none", "deferred", "immediate", "sync"][grid]),
        ];
        let evaluation = |ratio: f64, jobs: u32, drawers: u32| {
            let numbers = [("codec_mbs", mbs), ("jobs", f64::from(jobs)), ("drawers", f64::from(drawers))];
            answer(&given(ratio, CODECS[codec].name, &numbers, &words))
        };
        let here = evaluation(ratio, jobs, drawers);
        let rate = of(&here, "rate");
        for place in ["port", "cpu", "controller", "drawer", "drive", "grid"] {
            let (busy, limit) = (of(&here, &format!("utilization_{place}")), of(&here, &format!("{place}_limit_rate")));
            prop_assert!((0.0..=100.0 + 1e-9).contains(&busy));
            prop_assert!(limit.is_nan() && busy == 0.0 || (busy / 100.0 * limit / rate - 1.0).abs() < 1e-9);
        }
        let parts: f64 = here.terms.iter().map(|term| term.time_us).sum();
        prop_assert!((parts * rate / 1e6 - 1.0).abs() < 1e-9, "{} us, {} MB/s", parts, rate);
        for other in [evaluation(ratio * 1.1, jobs, drawers), evaluation(ratio, jobs + 1, drawers), evaluation(ratio, jobs, drawers + 1)] {
            prop_assert!(of(&other, "rate") >= rate * (1.0 - 1e-9));
        }
    }
}

/// Returns the same scenario, but with jobs that move data while they compress.
fn overlapped(settings: &Settings) -> Settings {
    let mut all = settings.clone();
    all.set("overlap", Setting::Switch(true));
    all
}

#[test]
fn single_job_with_overlap_is_as_fast_as_its_slower_half() {
    for (ratio, codec_mbs) in [(1.5, 20.0), (2.0, 60.0), (4.0, 90.0), (4.0, 500.0)] {
        let rate = |mbs: f64| {
            of(&answer(&overlapped(&given(ratio, "lz4", &[("jobs", 1.0), ("codec_mbs", mbs)], &[]))), "rate")
        };
        let moved = rate(1e6);
        assert!((rate(codec_mbs) - moved.min(codec_mbs)).abs() < 1e-9, "{ratio}, {codec_mbs}: {moved}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn overlap_helps_only_codecs_on_the_processor(
        ratio in 1.0..8.0_f64,
        jobs in 1..200_u32,
        drawers in 1..=10_u32,
        codec_mbs in 10.0..1000.0_f64,
        codec in prop::sample::select(vec!["aldc", "lz4", "zstd"]),
    ) {
        let numbers = [("jobs", f64::from(jobs)), ("drawers", f64::from(drawers)), ("codec_mbs", codec_mbs)];
        let plain = given(ratio, codec, &numbers, &[]);
        let [without, with] = [answer(&plain), answer(&overlapped(&plain))];
        let [slow, fast] = [&without, &with].map(|evaluation| of(evaluation, "rate"));
        if codec == "aldc" {
            prop_assert!((fast - slow).abs() < 1e-9 * slow, "adapters compress while they receive: {} {}", slow, fast);
        }
        prop_assert!(fast >= slow * (1.0 - 1e-9), "{} {}", slow, fast);
        for name in ["cpu_limit_rate", "port_limit_rate", "controller_limit_rate", "drawer_limit_rate"] {
            let limit = of(&with, name);
            prop_assert!(limit.is_nan() || fast <= limit * (1.0 + 1e-9), "{}: {} {}", name, fast, limit);
        }
        let parts: f64 = with.terms.iter().map(|term| term.time_us).sum();
        prop_assert!((parts * fast / 1e6 - 1.0).abs() < 1e-6, "the terms add up to the time of an MB: {} {}", parts, fast);
    }
}
