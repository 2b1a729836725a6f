//! From counts to throughputs.

use super::{model, parameters, scenario, settings, word};
use pathlength_lab::{MODELS, model_parameters, open_model};
use pathlength_model::Model;
use pathlength_model::{Setting, Settings};
use std::collections::BTreeMap;

fn output(model: &mut dyn Model, scenario: &Settings, name: &str) -> f64 {
    model.evaluate(scenario).expect("an answer").output(name).expect("an output")
}

/// Returns a model and a z9 scenario with a single cost, an update of 1 microsecond, and a wait of `wait` microseconds.
fn update_only(tasks: f64, wait: f64) -> (Box<dyn Model>, Settings) {
    let mut scenario = scenario("V2R1", "v4", 50.0);
    scenario.set("workload", word("ptestDU"));
    (model(&update_costs(tasks, wait)), scenario)
}

fn update_costs(tasks: f64, wait: f64) -> BTreeMap<&'static str, f64> {
    let mut parameters: BTreeMap<_, _> = parameters().into_keys().map(|name| (name, 0.0)).collect();
    parameters.extend([
        ("name_bytes", 20.0),
        ("objects", 10.0),
        ("directories_search", 1.0),
        ("directories_update", 1.0),
        ("processors", 1.0),
        ("tasks_per_processor", tasks),
        ("z196_speed", 1.0),
        ("v2r2_path", 1.0),
        ("v2r2_client", 1.0),
        ("z196_client", 1.0),
        ("update", 1.0),
        ("log_wait", wait),
    ]);
    parameters
}

#[test]
fn waits_idle_processors_as_in_the_machine_repairman_model() {
    for wait in [0.0, 0.1, 1.0, 7.5, 1000.0] {
        // In units of the work: one task is busy for 1 of every 1 + w units; of two tasks, one may work while the other
        // waits.
        for (tasks, busy) in [(1.0, 1.0 / (1.0 + wait)), (2.0, (1.0 + wait) / (1.0 + wait + wait * wait / 2.0))] {
            let (mut model, scenario) = update_only(tasks, wait);
            let modelled = output(&mut model, &scenario, "busy_processors");
            assert!((modelled - busy).abs() < 1e-12, "{tasks} tasks, wait {wait}: {modelled}, not {busy}");
            let throughput = output(&mut model, &scenario, "external_throughput");
            assert!((throughput / (busy * 1e6) - 1.0).abs() < 1e-12, "{throughput}");
        }
    }
}

#[test]
fn wait_under_v2r2_is_the_share_of_the_parameter() {
    // One task works for 1 microsecond and would wait for 2 microseconds under V2R1.
    for (share, busy) in [(0.0, 1.0), (0.5, 0.5), (1.0, 1.0 / 3.0)] {
        let (_, mut scenario) = update_only(1.0, 2.0);
        scenario.set("release", word("V2R2"));
        let mut parameters = update_costs(1.0, 2.0);
        parameters.extend([("v2r2_update", 1.0), ("v2r2_wait", share)]);
        let modelled = output(&mut *model(&parameters), &scenario, "busy_processors");
        assert!((modelled - busy).abs() < 1e-12, "{share}: {modelled}");
    }
}

#[test]
fn searches_of_an_update_equal_the_parameters() {
    let mut parameters = parameters();
    parameters.extend([("lookups_per_update", 3.0), ("changes_per_update", 7.0)]);
    let mut scenario = scenario("V2R1", "v5", 2000.0);
    scenario.set("workload", word("ptestDU"));
    let answer = model(&parameters).evaluate(&scenario).expect("an answer");
    for (title, count) in [("lookup: entry and exit", 3.0), ("create and remove: entry and exit", 7.0)] {
        let term = answer.terms.iter().find(|term| term.title == title).expect("a term");
        assert!((term.count - count).abs() < 1e-12, "{title}: {}", term.count);
    }
}

#[test]
fn lab_older_than_a_parameter_computes_what_it_did() {
    let mut then = parameters();
    then.extend([("processor_cache", 5.0), ("log_wait", 3.0)]);
    let mut now = then.clone();
    now.extend([
        ("v5_processor_cache", 5.0),
        ("lookups_per_update", 0.75),
        ("changes_per_update", 0.5),
        ("v2r2_wait", 0.0),
    ]);
    for name in ["v5_processor_cache", "lookups_per_update", "changes_per_update", "v2r2_wait"] {
        then.remove(name);
    }
    for release in ["V2R1", "V2R2"] {
        let mut scenario = scenario(release, "v5", 5000.0);
        scenario.set("workload", word("ptestDU"));
        let [then, now] = [&then, &now].map(|parameters| model(parameters).evaluate(&scenario).expect("an answer"));
        assert_eq!(then.outputs, now.outputs, "{release}");
    }
}

#[test]
fn more_tasks_keep_processors_busier() {
    let busy = [1.0, 2.0, 3.0, 8.0, 30.0].map(|tasks| {
        let (mut model, scenario) = update_only(tasks, 5.0);
        output(&mut model, &scenario, "busy_processors")
    });
    assert!(busy.is_sorted_by(|less, more| less < more), "{busy:?}");
    assert!(busy[4] <= 1.0);
}

#[test]
fn outputs_agree_with_each_other_and_with_their_summands() {
    let mut model = model(&parameters());
    for workload in ["ptestDL2", "ptestDL", "ptestDU"] {
        for plex in ["monoplex", "client"] {
            for format in ["v4", "v5"] {
                let mut scenario = scenario("V2R1", format, 2000.0);
                scenario.set("workload", word(workload));
                scenario.set("plex", word(plex));
                let answer = model.evaluate(&scenario).expect("an answer");
                let output = |name: &str| answer.output(name).expect("an output");
                let (e, i) = (output("external_throughput"), output("internal_throughput"));
                assert!((e / i / output("busy_processors") - 1.0).abs() < 1e-12);
                // With one processor and no other task, the time spent on an operation is its cost.
                let spent: f64 = answer.terms.iter().map(|term| term.time_us).sum();
                assert!((spent * i / 1e6 - 1.0).abs() < 1e-12, "{workload} {plex} {format}");
                for term in &answer.terms {
                    assert!((term.count * term.cost_us - term.time_us).abs() <= 1e-12 * term.time_us, "{term:?}");
                    assert!(term.place == plex || (plex == "client" && term.place == "owner"), "{term:?}");
                }
            }
        }
    }
}

#[test]
fn larger_directories_are_slower_and_faster_machines_faster() {
    let mut model = model(&parameters());
    let mut previous = f64::INFINITY;
    for names in [1.0, 500.0, 2000.0, 9000.0] {
        let now = output(&mut model, &scenario("R13", "v4", names), "external_throughput");
        assert!(now < previous, "{names}");
        previous = now;
    }
    let mut faster = parameters();
    faster.insert("z196_speed", 2.5);
    model.set_parameters(&|name| faster.get(name).copied()).expect("good parameters");
    let mut scenario = scenario("R13", "v4", 9000.0);
    scenario.set("machine", word("z196"));
    assert!((output(&mut model, &scenario, "external_throughput") / previous - 2.5).abs() < 1e-9);
}

#[test]
fn r13_client_searches_for_each_listed_name_later_ones_do_not() {
    let mut model = model(&parameters());
    let mut titles = |release: &str, search: Option<bool>| {
        let mut scenario = scenario(release, "v4", 3000.0);
        scenario.set("workload", word("ptestDL"));
        scenario.set("plex", word("client"));
        if let Some(search) = search {
            scenario.set("readdir_search", Setting::Switch(search));
        }
        let terms = model.evaluate(&scenario).expect("an answer").terms;
        terms.iter().any(|term| term.title.starts_with("search for each name returned"))
    };
    assert_eq!([titles("R13", None), titles("V2R1", None), titles("V2R2", None)], [true, false, false]);
    assert_eq!([titles("R13", Some(false)), titles("V2R1", Some(true))], [false, true]);
}

#[test]
fn invalid_scenarios_are_refused() {
    let mut model = model(&parameters());
    let mut refused = |scenario: &Settings| {
        let message = model.prepare(scenario).expect_err("a refusal").to_string();
        assert_eq!(model.evaluate(scenario).expect_err("a refusal").to_string(), message);
        message
    };
    for names in [0.0, 0.999, -1.0, 1_000_001.0, 1e300, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(
            refused(&scenario("V2R1", "v4", names)),
            "setting names is out of range: give 1 to 1000000 names",
            "{names}"
        );
    }
    assert_eq!(refused(&scenario("R13", "v5", 100.0)), "release R13 has no v5 directories: choose V2R1 or V2R2");
}

#[test]
fn measurements_are_kept_unless_they_depend_on_what_changed() {
    let mut parameters = parameters();
    let mut model = model(&parameters);
    let scenario = scenario("V2R1", "v4", 30_000.0);
    // The directory has more names than one slice can add.
    assert_eq!(model.prepare(&scenario), Ok(false));
    let before = output(&mut model, &scenario, "external_throughput");
    assert_eq!(model.prepare(&scenario), Ok(true));

    parameters.extend([("v4_search", 2.0), ("log_wait", 3.0), ("processors", 2.0)]);
    model.set_parameters(&|name| parameters.get(name).copied()).expect("good parameters");
    assert_eq!(model.prepare(&scenario), Ok(true), "costs are not measured");
    assert!(output(&mut model, &scenario, "external_throughput") > before, "costs count");

    for (name, value) in [("name_bytes", 30.0), ("objects", 400.0), ("vnodes", 2000.0), ("directories_update", 2.0)] {
        parameters.insert(name, value);
        model.set_parameters(&|name| parameters.get(name).copied()).expect("good parameters");
        assert_eq!(model.prepare(&scenario), Ok(false), "{name} changes the measurements");
        while !model.prepare(&scenario).expect("a good scenario") {}
    }
}

#[test]
fn answer_does_not_depend_on_earlier_scenarios() {
    let all = [900.0, 4000.0, 100.0, 4000.0, 2000.0];
    let mut one = model(&parameters());
    for names in all {
        for format in ["v4", "v5"] {
            let scenario = scenario("V2R1", format, names);
            let fresh = model(&parameters()).evaluate(&scenario);
            assert_eq!(one.evaluate(&scenario), fresh, "{names} names in {format}");
        }
    }
}

#[test]
fn parameters_out_of_range_are_refused() {
    let good = parameters();
    let refused = |name: &str, value: Option<f64>| {
        let answer = open_model("directory", &|known| if known == name { value } else { good.get(known).copied() });
        answer.expect_err("a refusal").to_string()
    };
    for value in [-1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(refused("log_wait", Some(value)), "parameter log_wait must be a number of 0 or more");
    }
    for name in ["processors", "z196_speed", "z196_client", "v2r2_path", "v2r2_client", "tasks_per_processor"] {
        assert_eq!(refused(name, Some(0.0)), format!("parameter {name} must be greater than 0"));
    }
    assert_eq!(refused("update", None), "the lab has no parameter update, which the model needs: add it");
    let unknown = open_model("disk", &|_| Some(1.0)).expect_err("a refusal").to_string();
    assert_eq!(unknown, format!("unknown model \"disk\": choose one of {}", MODELS.join(", ")));
    assert_eq!(model_parameters("disk").expect_err("a refusal").to_string(), unknown);
}

#[test]
fn huge_parameters_give_numbers_and_no_panic() {
    for value in [0.0, 1e-300, 1e18, 1e300, f64::MAX] {
        let mut parameters: BTreeMap<_, _> = parameters().into_keys().map(|name| (name, value)).collect();
        for name in ["processors", "z196_speed", "z196_client", "v2r2_path", "v2r2_client", "tasks_per_processor"] {
            parameters.insert(name, value.max(1e-300));
        }
        // A share has an upper limit.
        parameters.insert("locked_update", value.min(1.0));
        let mut model = model(&parameters);
        for format in ["v4", "v5"] {
            let mut scenario = settings(&[("machine", word("z196")), ("plex", word("client"))]);
            for (name, value) in [("workload", "ptestDU"), ("release", "V2R2"), ("format", format)] {
                scenario.set(name, word(value));
            }
            scenario.set("names", Setting::Number(300.0));
            assert_eq!(model.evaluate(&scenario).expect("an answer").outputs.len(), 4);
        }
    }
}
