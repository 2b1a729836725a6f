//! Advice on the codec for some work: questions about the work, and the rules of a lab's table that answer them.
//!
//! A rule is a sentence of the source with the answers that it needs. The rules are in the order in which they decide:
//! the first rule that fits gives the advice, and the others say more.

use pathlength_model::ModelError;
use serde::Serialize;
use std::collections::BTreeMap;

/// A question about the work.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Question {
    /// Name in requests and tables.
    pub id: &'static str,
    /// The question for readers.
    pub title: &'static str,
    /// The answers; the first is assumed where there is none.
    pub options: &'static [AnswerOption],
    /// Answers to other questions without which this one makes no difference.
    pub after: &'static [(&'static str, &'static str)],
}

/// An answer to a [`Question`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AnswerOption {
    /// Name in requests and tables.
    pub value: &'static str,
    /// The answer for readers.
    pub title: &'static str,
}

const fn option(value: &'static str, title: &'static str) -> AnswerOption {
    AnswerOption { value, title }
}

const COMPRESSES: (&str, &str) = ("data", "compresses");
const POWER8: &[(&str, &str)] = &[COMPRESSES, ("machine", "power8")];
const NO_OR_YES: &[AnswerOption] = &[option("no", "no"), option("yes", "yes")];

/// The questions, in the order in which they are asked.
pub const QUESTIONS: [Question; 7] = [
    Question {
        id: "data",
        title: "What is written",
        options: &[
            option("compresses", "data that compresses"),
            option("incompressible", "data compressed or encrypted before"),
        ],
        after: &[],
    },
    Question {
        id: "machine",
        title: "The machine",
        options: &[option("power8", "TS7760, with POWER8"), option("power7", "models V07 and VEB, with POWER7")],
        after: &[COMPRESSES],
    },
    Question {
        id: "goal",
        title: "What matters most",
        options: &[
            option("throughput", "the throughput of all jobs"),
            option("single", "that certain jobs are fast"),
            option("capacity", "the most compression"),
        ],
        after: &[COMPRESSES],
    },
    Question {
        id: "work",
        title: "Mostly",
        options: &[option("write", "writes"), option("read", "reads")],
        after: &[COMPRESSES, ("machine", "power7")],
    },
    Question {
        id: "limited",
        title: "Is the rate limited anyway, as by throughput increments?",
        options: NO_OR_YES,
        after: POWER8,
    },
    Question {
        id: "jobs",
        title: "Concurrent jobs",
        options: &[option("many", "many"), option("few", "few")],
        after: POWER8,
    },
    Question {
        id: "cache",
        title: "Is the disk cache the bottleneck, as with few drawers?",
        options: NO_OR_YES,
        after: POWER8,
    },
];

/// What a rule can advise, by its name in tables and its name for readers.
const ADVICE: [(&str, &str); 5] = [
    ("off", "Switch compaction off"),
    ("ficon", "FICON, the adapter’s own compression"),
    ("lz4", "LZ4"),
    ("zstd", "ZSTD"),
    ("either", "LZ4 or ZSTD: it hardly matters"),
];

/// A rule of the table.
#[derive(Clone, Debug, PartialEq)]
struct Rule {
    /// The answers that it needs, by question.
    when: Vec<(String, String)>,
    advice: &'static (&'static str, &'static str),
    reason: String,
    source: String,
}

/// The rules of a lab's table.
#[derive(Clone, Debug, PartialEq)]
pub struct AdviceRules(Vec<Rule>);

/// A rule that fits the work.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CodecAdvice {
    /// 1 for the rule that decides.
    pub rank: usize,
    /// `off`, `ficon`, `lz4`, `zstd` or `either`.
    pub advice: &'static str,
    /// The advice for readers.
    pub title: &'static str,
    /// The sentence of the source.
    pub reason: String,
    /// The slide with the sentence.
    pub source: String,
}

impl AdviceRules {
    /// Reads the rules of a table with the columns `advice`, `reason` and `place`, and one column per question that
    /// the rules use. An empty cell of a question fits every answer.
    ///
    /// # Errors
    /// Returns [`ModelError`] that names the row and the column if a column, an answer or an advice is unknown.
    pub fn new(columns: &[String], rows: &[Vec<String>]) -> Result<Self, ModelError> {
        let rule = |(n, row): (usize, &Vec<String>)| {
            let line = n + 2;
            let mut rule = Rule { when: Vec::new(), advice: &ADVICE[0], reason: String::new(), source: String::new() };
            let mut has_advice = false;
            for (column, cell) in columns.iter().zip(row) {
                match column.as_str() {
                    "advice" => {
                        let known = ADVICE.iter().find(|(name, _)| name == cell);
                        rule.advice = known.ok_or_else(|| {
                            let names = ADVICE.map(|(name, _)| name).join(", ");
                            ModelError::new(format!("line {line}: unknown advice \"{cell}\": choose one of {names}"))
                        })?;
                        has_advice = true;
                    }
                    "reason" => rule.reason.clone_from(cell),
                    "place" => rule.source.clone_from(cell),
                    id if cell.is_empty() => drop(question(id)?),
                    id => {
                        check_answer(question(id)?, cell)
                            .map_err(|error| ModelError::new(format!("line {line}: {error}")))?;
                        rule.when.push((id.to_owned(), cell.clone()));
                    }
                }
            }
            if has_advice { Ok(rule) } else { Err(ModelError::new(format!("line {line}: no advice: add the column"))) }
        };
        rows.iter().enumerate().map(rule).collect::<Result<_, _>>().map(Self)
    }

    /// Returns the rules that fit the answers, the one that decides first. A question without an answer has its first
    /// option, and one that makes no difference after the other answers does not count.
    ///
    /// # Errors
    /// Returns [`ModelError`] that lists the questions or options if an answer is to none of them.
    pub fn advise(&self, answers: &BTreeMap<String, String>) -> Result<Vec<CodecAdvice>, ModelError> {
        for (id, value) in answers {
            check_answer(question(id)?, value)?;
        }
        let answer = |id: &str| {
            let given = answers.get(id).map(String::as_str);
            given.or_else(|| QUESTIONS.iter().find(|question| question.id == id).map(|found| found.options[0].value))
        };
        let counts = |question: &Question| question.after.iter().all(|(id, value)| answer(id) == Some(*value));
        let counted: Vec<&str> =
            QUESTIONS.iter().filter(|question| counts(question)).map(|question| question.id).collect();
        let fits = |rule: &&Rule| {
            rule.when.iter().all(|(id, value)| counted.contains(&id.as_str()) && answer(id) == Some(value.as_str()))
        };
        let fitting = self.0.iter().filter(fits).enumerate();
        Ok(fitting
            .map(|(n, rule)| CodecAdvice {
                rank: n + 1,
                advice: rule.advice.0,
                title: rule.advice.1,
                reason: rule.reason.clone(),
                source: rule.source.clone(),
            })
            .collect())
    }
}

fn question(id: &str) -> Result<&'static Question, ModelError> {
    QUESTIONS.iter().find(|question| question.id == id).ok_or_else(|| {
        let ids = QUESTIONS.map(|question| question.id).join(", ");
        ModelError::new(format!("unknown question \"{id}\": choose one of {ids}"))
    })
}

fn check_answer(question: &Question, value: &str) -> Result<(), ModelError> {
    if question.options.iter().any(|option| option.value == value) {
        return Ok(());
    }
    let values: Vec<_> = question.options.iter().map(|option| option.value).collect();
    let (id, values) = (question.id, values.join(", "));
    Err(ModelError::new(format!("unknown answer \"{value}\" to \"{id}\": choose one of {values}")))
}
