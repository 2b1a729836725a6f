//! The rules of the lab's table, and the questions that they use.

use pathlength_model::Answers;
use pathlength_tape::advice::{AdviceRules, CodecChoice, QUESTIONS};
use std::collections::BTreeSet;

fn lab_rules() -> AdviceRules {
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../labs/tape-compression/data/advice.csv");
    let mut reader = csv::Reader::from_path(table).expect("the lab's table");
    let cells = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect::<Vec<_>>();
    let columns = cells(reader.headers().expect("a header"));
    let rows: Vec<_> = reader.records().map(|row| cells(&row.expect("a row"))).collect();
    AdviceRules::new(&columns, &rows).expect("rules")
}

fn answers(pairs: &[(&str, &str)]) -> Answers {
    pairs.iter().map(|(id, value)| ((*id).to_owned(), (*value).to_owned())).collect()
}

/// Returns all combinations of answers.
fn all_answers() -> Vec<Answers> {
    QUESTIONS.iter().fold(vec![Answers::new()], |all, question| {
        let with = |answers: &Answers| {
            let answers = answers.clone();
            question.options.iter().map(move |option| {
                let mut answers = answers.clone();
                answers.insert(question.id.to_owned(), option.value.to_owned());
                answers
            })
        };
        all.iter().flat_map(with).collect()
    })
}

fn asked(choice: &CodecChoice) -> Vec<&str> {
    choice.questions.iter().map(|question| question.id).collect()
}

#[test]
fn codec_choice_all_answers_lead_to_advice_by_all_rules() {
    let rules = lab_rules();
    let all = all_answers();
    assert_eq!(all.len(), 192);
    let mut deciding = BTreeSet::new();
    for answers in &all {
        let choice = rules.choose(answers).expect("a choice");
        assert_eq!(choice.advice, rules.advise(answers).expect("advice"));
        assert_eq!(choice.advice.first().map(|advice| advice.rank), Some(1), "{answers:?}");
        deciding.extend(choice.rules.iter().position(|rule| rule.rank == 1));
    }
    assert_eq!(deciding.len(), rules.choose(&Answers::new()).expect("a choice").rules.len());
}

#[test]
fn codec_choice_asks_only_questions_that_make_a_difference() {
    let rules = lab_rules();
    let choose = |pairs: &[(&str, &str)]| rules.choose(&answers(pairs)).expect("a choice");
    assert_eq!(asked(&choose(&[("data", "incompressible")])), ["data"]);
    let power7 = choose(&[("machine", "power7")]);
    assert_eq!(asked(&power7), ["data", "machine", "goal", "work"]);
    let with_power8_answers = [("machine", "power7"), ("jobs", "few"), ("cache", "yes"), ("limited", "yes")];
    assert_eq!(choose(&with_power8_answers), power7);
}

#[test]
fn codec_rule_conditions_are_questions_with_their_answers() {
    let rules = lab_rules().choose(&Answers::new()).expect("a choice").rules;
    assert_eq!(rules[0].conditions, ["Data: already compressed or encrypted data"]);
    let limited = "Is the rate limited anyway, for example by throughput increments? yes";
    let rule = rules.iter().find(|rule| rule.advice == "either").expect("a rule");
    assert_eq!(rule.conditions, ["Machine: TS7760, with POWER8", limited]);
}
