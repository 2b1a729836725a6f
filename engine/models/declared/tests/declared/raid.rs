//! Small writes on RAID-5 and RAID-6, with terms that add up to an output.

use super::{evaluate, number, opened, output, same, scenario};
use pathlength_model::Model as _;
use serde_json::{Value, json};

fn raid() -> Value {
    json!({
        "settings": [
            { "name": "writes", "title": "Writes", "kind": "number", "unit": "writes/s", "min": 1, "max": 1000, "default": 100 },
            { "name": "disks", "title": "Disks", "kind": "number", "unit": "disks", "min": 3, "max": 32, "whole": true, "default": 5 },
            { "name": "level", "title": "Level", "kind": "choice", "words": ["raid5", "raid6"], "default": "raid5" },
            { "name": "cached", "title": "Old data in the cache", "kind": "switch", "default": false },
        ],
        "constants": [
            { "name": "parities", "title": "Parity blocks", "source": "The definition of the levels.", "by": "level",
              "rows": [["raid5", 1], ["raid6", 2]] },
            { "name": "seek", "title": "Seek", "unit": "ms", "source": "Invented for this test.", "by": "disks",
              "rows": [[3, 8], [5, 6], [32, 3]] },
        ],
        "terms": [
            { "name": "read_time", "title": "Reads of old data and parity", "unit": "ms", "part_of": ["time"], "place": "disk",
              "is": "(seek + rotation) * reads", "count": "reads" },
            { "name": "write_time", "title": "Writes", "unit": "us", "part_of": ["time", "rate"], "place": "disk",
              "is": "(seek + rotation) * (1 + parities)" },
            { "name": "reads", "title": "Reads", "is": "parities + if(cached, 0, 1)" },
            { "name": "extra", "title": "Rest", "unit": "ms", "part_of": ["rate"], "place": "host", "is": "read_time" },
        ],
        "outputs": [
            { "name": "operations", "title": "Device operations", "is": "reads + 1 + parities" },
            { "name": "time", "title": "Time", "unit": "ms", "terms": "the time of a write" },
            { "name": "rate", "title": "Rate", "unit": "writes/s", "terms": "the time of a write", "is": "1 write / time" },
            { "name": "busy", "title": "Busy", "unit": "%", "is": "writes * time / 1 write / (disks / 1 disk)" },
            { "name": "roots", "title": "Roots and logarithms", "is": "sqrt(time * time) / 1 ms + log(exp(2)) + floor(2.5) + ceil(2.5)" },
        ],
    })
}

#[test]
fn small_writes_cost_the_hand_computed_time() {
    let mut model = opened(&raid(), &[("rotation", "ms", 4.0)]).expect("a model");
    // RAID-5: two reads and two writes of 10 ms each; RAID-6: three and three.
    for (level, cached, operations, time) in [
        ("raid5", false, 4.0, 40.0),
        ("raid5", true, 3.0, 30.0),
        ("raid6", false, 6.0, 60.0),
        ("raid6", true, 5.0, 50.0),
    ] {
        let settings = json!({ "level": level, "cached": cached });
        same(output(&mut model, "operations", &settings), operations);
        same(output(&mut model, "time", &settings), time);
        same(output(&mut model, "rate", &settings), 1000.0 / time);
        same(output(&mut model, "busy", &settings), 100.0 * 0.1 * time / 5.0);
        same(output(&mut model, "roots", &settings), time + 2.0 + 2.0 + 3.0);
    }
    // Between 5 and 32 disks, the seek time falls from 6 to 3 ms.
    same(output(&mut model, "time", &json!({ "disks": 14 })), 4.0 * (6.0 - 3.0 * 9.0 / 27.0 + 4.0));
}

#[test]
fn terms_show_where_the_time_goes() {
    let mut model = opened(&raid(), &[("rotation", "ms", 4.0)]).expect("a model");
    let terms = evaluate(&mut model, &json!({})).and_then(|found| found.terms_of("time")).expect("terms");
    let shown: Vec<_> = terms.iter().map(|term| (term.title.as_str(), term.place, term.count, term.time_us)).collect();
    assert_eq!(shown, [("Reads of old data and parity", "disk", 2.0, 20_000.0), ("Writes", "disk", 1.0, 20_000.0)]);
    assert!((terms[0].cost_us - 10_000.0).abs() < 1e-9);
}

#[test]
fn model_is_described_for_readers() {
    let model = opened(&raid(), &[("rotation", "ms", 4.0)]).expect("a model");
    let description = model.describe();
    assert_eq!(
        description.settings.iter().map(|s| s.name.as_str()).collect::<Vec<_>>(),
        ["writes", "disks", "level", "cached"]
    );
    assert!(description.settings.iter().all(|setting| setting.optional));
    assert_eq!(description.outputs[1].terms, "the time of a write");
    assert_eq!(model.parameters(), ["rotation"]);
}

#[test]
fn terms_that_do_not_add_up_are_refused() {
    let mut wrong = raid();
    wrong["terms"][3]["is"] = json!("read_time / 2");
    let mut model = opened(&wrong, &[("rotation", "ms", 4.0)]).expect("a model");
    let refusal = evaluate(&mut model, &json!({})).expect_err("a refusal").to_string();
    assert!(refusal.contains("the terms of output rate add up to 0.03 s, but its reciprocal is 0.04 s"), "{refusal}");
}

#[test]
fn scenarios_must_fit_the_settings() {
    let mut model = opened(&raid(), &[("rotation", "ms", 4.0)]).expect("a model");
    for (settings, message) in [
        (json!({ "disks": 2 }), "setting disks must be a whole number from 3 to 32 (disks)"),
        (json!({ "disks": 4.5 }), "setting disks must be a whole number from 3 to 32 (disks)"),
        (json!({ "level": "raid0" }), "setting level must be one of raid5, raid6"),
        (json!({ "cached": 1 }), "setting cached must be true or false"),
        (json!({ "speed": 1 }), "the model has no setting \"speed\": use one of writes, disks, level, cached"),
    ] {
        assert_eq!(model.prepare(&scenario(&settings)).expect_err("a refusal").to_string(), message);
        assert_eq!(evaluate(&mut model, &settings).expect_err("a refusal").to_string(), message);
    }
    let mut settings = scenario(&json!({}));
    settings.set("disks", number(f64::NAN));
    assert!(model.prepare(&settings).is_err());
}

#[test]
fn parameters_change_the_answer_and_must_be_numbers() {
    let mut model = opened(&raid(), &[("rotation", "ms", 4.0), ("unused", "s", f64::NAN)]).expect("a model");
    model.set_parameters(&|name| (name == "rotation").then_some(2.0)).expect("a value");
    same(output(&mut model, "time", &json!({})), 32.0);
    let refusal = model.set_parameters(&|_| None).expect_err("a refusal").to_string();
    assert_eq!(refusal, "parameter rotation must be a number");
}
