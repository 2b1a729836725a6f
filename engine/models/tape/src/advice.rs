//! Advice on the codec for a workload: questions about the workload, and the rules of a lab's table.
//!
//! A rule is a sentence from the source, together with the answers that it requires. The rules are in order
//! of precedence: the first rule that fits determines the advice, and the other rules that fit supplement it.

use pathlength_model::{
    AnsweredQuestion, Answers, ChoiceOption, ChoiceQuestion, ModelError, applicable_answers, find_option, find_question,
};
use serde::Serialize;

const fn option(value: &'static str, title: &'static str) -> ChoiceOption {
    ChoiceOption::new(value, title)
}

const COMPRESSES: (&str, &str) = ("data", "compresses");
const POWER8: &[(&str, &str)] = &[COMPRESSES, ("machine", "power8")];
const NO_OR_YES: &[ChoiceOption] = &[option("no", "no"), option("yes", "yes")];

/// The questions, in the order in which they are asked.
pub const QUESTIONS: [ChoiceQuestion; 7] = [
    ChoiceQuestion {
        id: "data",
        title: "Data",
        options: &[
            option("compresses", "compressible data"),
            option("incompressible", "already compressed or encrypted data"),
        ],
        after: &[],
    },
    ChoiceQuestion {
        id: "machine",
        title: "Machine",
        options: &[option("power8", "TS7760, with POWER8"), option("power7", "models V07 and VEB, with POWER7")],
        after: &[COMPRESSES],
    },
    ChoiceQuestion {
        id: "goal",
        title: "Main goal",
        options: &[
            option("throughput", "total throughput"),
            option("single", "speed of individual jobs"),
            option("capacity", "best compression"),
        ],
        after: &[COMPRESSES],
    },
    ChoiceQuestion {
        id: "work",
        title: "Mostly",
        options: &[option("write", "writes"), option("read", "reads")],
        after: &[COMPRESSES, ("machine", "power7")],
    },
    ChoiceQuestion {
        id: "limited",
        title: "Is the rate limited anyway, for example by throughput increments?",
        options: NO_OR_YES,
        after: POWER8,
    },
    ChoiceQuestion {
        id: "jobs",
        title: "Concurrent jobs",
        options: &[option("many", "many"), option("few", "few")],
        after: POWER8,
    },
    ChoiceQuestion {
        id: "cache",
        title: "Is the disk cache the bottleneck, for example with few drawers?",
        options: NO_OR_YES,
        after: POWER8,
    },
];

/// A recommendation: its name in tables, and its long and short forms for readers.
type Advice = [&'static str; 3];

const ADVICE: [Advice; 5] = [
    ["off", "Disable compression", "none"],
    ["ficon", "FICON, the adapter’s own compression", "FICON"],
    ["lz4", "LZ4", "LZ4"],
    ["zstd", "ZSTD", "ZSTD"],
    ["either", "LZ4 or ZSTD: hardly any difference", "either"],
];

/// A rule of the table.
#[derive(Clone, Debug, PartialEq)]
struct Rule {
    /// The required answers, in the order of the columns.
    required: Vec<AnsweredQuestion>,
    advice: &'static Advice,
    reason: String,
    source: String,
}

/// The rules of a lab's table.
#[derive(Clone, Debug, PartialEq)]
pub struct AdviceRules(Vec<Rule>);

/// The advice of a rule that fits the workload.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct CodecAdvice {
    /// Rank among the rules that fit; 1 for the rule that decides.
    pub rank: usize,
    /// The recommendation: `off`, `ficon`, `lz4`, `zstd`, or `either`.
    pub advice: &'static str,
    /// The advice, as shown to readers.
    pub title: &'static str,
    /// The sentence from the source.
    pub reason: String,
    /// The slide that contains the sentence.
    pub source: String,
}

/// A rule, as shown to readers in the list of all rules.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct CodecRule {
    /// The required answers in words, in the order of the questions.
    pub conditions: Vec<String>,
    /// The short form of the advice.
    pub advice: &'static str,
    /// The sentence from the source.
    pub reason: String,
    /// Rank as in [`CodecAdvice`]; 0 if the rule does not fit the workload.
    pub rank: usize,
}

/// The content of a chooser for the given answers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct CodecChoice {
    /// The relevant questions.
    pub questions: Vec<ChoiceQuestion>,
    /// The advice of the rules that fit; the first rule decides.
    pub advice: Vec<CodecAdvice>,
    /// All rules.
    pub rules: Vec<CodecRule>,
}

impl Rule {
    fn fits(&self, answers: &[AnsweredQuestion]) -> bool {
        self.required.iter().all(|answer| answers.contains(answer))
    }

    fn conditions(&self) -> Vec<String> {
        let required = |question: &ChoiceQuestion| self.required.iter().find(|(of, _)| of.id == question.id);
        let condition = |(question, option): &AnsweredQuestion| {
            let colon = if question.title.ends_with('?') { "" } else { ":" };
            [question.title, colon, " ", option.title].concat()
        };
        QUESTIONS.iter().filter_map(required).map(condition).collect()
    }
}

impl AdviceRules {
    /// Reads the rules of a table with the columns `advice`, `reason`, and `place`, and one column per question that
    /// the rules use. An empty cell in a question's column fits every answer.
    ///
    /// # Errors
    /// Returns a [`ModelError`] if a column, an answer, or a recommendation is unknown, or if the column `advice` is
    /// missing.
    pub fn new(columns: &[String], rows: &[Vec<String>]) -> Result<Self, ModelError> {
        let rule = |(n, row): (usize, &Vec<String>)| {
            let in_line = |message: &str| ModelError::new(format!("line {}: {message}", n + 2));
            let mut rule =
                Rule { required: Vec::new(), advice: &ADVICE[0], reason: String::new(), source: String::new() };
            let mut has_advice = false;
            for (column, cell) in columns.iter().zip(row) {
                match column.as_str() {
                    "advice" => {
                        let known = ADVICE.iter().find(|[name, ..]| name == cell);
                        rule.advice = known.ok_or_else(|| {
                            let names = ADVICE.map(|[name, ..]| name).join(", ");
                            in_line(&format!("unknown advice \"{cell}\": choose one of {names}"))
                        })?;
                        has_advice = true;
                    }
                    "reason" => rule.reason.clone_from(cell),
                    "place" => rule.source.clone_from(cell),
                    id => {
                        let question = find_question(&QUESTIONS, id)?;
                        if !cell.is_empty() {
                            let option = find_option(question, cell).map_err(|error| in_line(&error.to_string()))?;
                            rule.required.push((question, option));
                        }
                    }
                }
            }
            if has_advice { Ok(rule) } else { Err(in_line("the table has no column `advice`: add this column")) }
        };
        rows.iter().enumerate().map(rule).collect::<Result<_, _>>().map(Self)
    }

    /// Returns the advice of the rules that fit the answers; the first rule decides. An unanswered question counts as
    /// answered with its first option, and a question that the other answers make irrelevant does not count.
    ///
    /// # Errors
    /// Returns a [`ModelError`] that lists the questions or options if a question or an answer is unknown.
    pub fn advise(&self, answers: &Answers) -> Result<Vec<CodecAdvice>, ModelError> {
        self.choose(answers).map(|choice| choice.advice)
    }

    /// Returns the advice, the questions, and all rules for the given answers, as a chooser shows them.
    ///
    /// # Errors
    /// Returns the errors of [`AdviceRules::advise`].
    pub fn choose(&self, answers: &Answers) -> Result<CodecChoice, ModelError> {
        let answers = applicable_answers(&QUESTIONS, answers)?;
        let mut advice = Vec::new();
        let mut rules = Vec::new();
        for rule in &self.0 {
            let [name, title, short] = *rule.advice;
            let (reason, source) = (rule.reason.clone(), rule.source.clone());
            let mut rank = 0;
            if rule.fits(&answers) {
                rank = advice.len() + 1;
                advice.push(CodecAdvice { rank, advice: name, title, reason: reason.clone(), source });
            }
            rules.push(CodecRule { conditions: rule.conditions(), advice: short, reason, rank });
        }
        Ok(CodecChoice { questions: answers.iter().map(|(question, _)| **question).collect(), advice, rules })
    }
}
