//! What a lab says and asks, as plain data: steps of prose, charts, tables, controls, predictions and questions.
//!
//! The lab compiler writes these from `lab.md`; the page draws them; [`super::grade`] judges what a reader answers. All
//! expressions stay text here, in the language of [`super::expression`].

use pathlength_model::Settings;
use serde::{Deserialize, Serialize};

/// A stretch of a lab with one idea, and a place to link to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Unique in the lab; the link's fragment.
    pub id: String,
    /// Title.
    pub title: String,
    /// What it says.
    pub blocks: Vec<Block>,
}

/// A block of a lab.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Block {
    /// A paragraph.
    Paragraph {
        /// Its text.
        text: Vec<Inline>,
    },
    /// A heading below a step's title.
    Heading {
        /// 3 or 4.
        level: u8,
        /// Its text.
        text: Vec<Inline>,
    },
    /// A list.
    List {
        /// The first number of an ordered list.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", tsify(optional))]
        start: Option<u32>,
        /// Its items.
        items: Vec<Vec<Block>>,
    },
    /// A quotation.
    Quote {
        /// What is quoted.
        blocks: Vec<Block>,
    },
    /// Lines to be shown as they are.
    Code {
        /// The lines.
        code: String,
    },
    /// A small table of text.
    Grid {
        /// The header's cells.
        head: Vec<Vec<Inline>>,
        /// The rows' cells.
        rows: Vec<Vec<Vec<Inline>>>,
    },
    /// A remark beside the text.
    Note {
        /// Its title.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", tsify(optional))]
        title: Option<String>,
        /// What it says.
        blocks: Vec<Block>,
    },
    /// What stays closed until a prediction is committed.
    Reveal {
        /// The id of the prediction.
        after: String,
        /// What it says.
        blocks: Vec<Block>,
    },
    /// A prediction.
    Predict(Predict),
    /// A question.
    Question(Question),
    /// A chart of the model, with the published values on it.
    Chart(Chart),
    /// A published table beside the model.
    Table {
        /// Unique in the lab.
        id: String,
        /// The table's id.
        table: String,
    },
    /// An input for one setting of the lab's state.
    Control(Control),
    /// The live picture of the model.
    Model {
        /// Unique in the lab.
        id: String,
        /// The picture's name.
        view: String,
        /// Title.
        title: String,
    },
    /// A picture.
    Image {
        /// The file below the lab's folder.
        src: String,
        /// What is to be seen, for those who do not see it.
        alt: String,
        /// Caption.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "typescript", tsify(optional))]
        caption: Vec<Inline>,
    },
    /// The document that the text before it rests on.
    Cite {
        /// One of the lab's sources.
        source: String,
        /// The place in it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", tsify(optional))]
        place: Option<String>,
    },
}

/// A piece of running text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Inline {
    /// Plain text.
    Text {
        /// The text.
        text: String,
    },
    /// Emphasised text.
    Emphasis {
        /// The text.
        text: Vec<Inline>,
    },
    /// Strong text.
    Strong {
        /// The text.
        text: Vec<Inline>,
    },
    /// Text as it is typed.
    Code {
        /// The text.
        text: String,
    },
    /// A link: `https:`, or relative to the page.
    Link {
        /// Where it leads.
        href: String,
        /// The text.
        text: Vec<Inline>,
    },
    /// A new line.
    Break,
    /// A number that says where it comes from.
    Figure(Figure),
    /// A number that is drawn anew for each reader: see [`Draw`].
    Drawn {
        /// The draw's name.
        name: String,
    },
}

/// A number in running text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// As it is shown.
    pub text: String,
    /// Where it comes from.
    pub origin: Origin,
    /// The document and place, or the reason.
    pub source: String,
    /// What gives the number, for one that can be computed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub expression: Option<String>,
}

/// Where a number in running text comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// A cell of a published table.
    Published,
    /// Said by a document.
    Documented,
    /// Worked out from other numbers.
    Derived,
    /// Chosen, with a reason.
    Assumed,
    /// Computed by the model.
    Model,
}

/// What a reader is asked to predict before it is shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Predict {
    /// Unique in the lab.
    pub id: String,
    /// What is asked.
    pub ask: Vec<Block>,
    /// How it is answered.
    pub guess: Guess,
    /// Hints, one at a time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub hints: Vec<Vec<Block>>,
}

/// How a prediction is made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Guess {
    /// One of several.
    Choice {
        /// What there is to choose.
        choices: Vec<Choice>,
    },
    /// A number.
    Number {
        /// The unit it is asked in.
        unit: String,
        /// An expression for the right one.
        answer: String,
    },
    /// A curve over a setting.
    Curve(Curve),
}

/// A curve to be drawn by the reader.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Curve {
    /// The setting along the x axis.
    pub x: String,
    /// The model's output along the y axis.
    pub y: String,
    /// Where the curve is asked for, ascending.
    pub points: Vec<f64>,
    /// Least and greatest value of the y axis.
    pub range: [f64; 2],
    /// How x is drawn.
    pub x_scale: Scale,
    /// How y is drawn.
    pub y_scale: Scale,
    /// The y value at the first point, an expression, where it is given to the reader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub given: Option<String>,
    /// Settings of the scenario, over the lab's start.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, Setting>"))]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, pathlength_model::Setting>"))]
    pub scenario: Settings,
}

/// How an axis is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Scale {
    /// Equal differences take equal room.
    #[default]
    Linear,
    /// Equal factors take equal room.
    Log,
}

/// A question with an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// Unique in the lab.
    pub id: String,
    /// What is asked.
    pub ask: Vec<Block>,
    /// What is right.
    pub answer: Answer,
    /// Points for the right answer.
    pub points: u32,
    /// Numbers that differ from reader to reader.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub draws: Vec<Draw>,
    /// The block whose run the question is about: an answer before any run of it is suspicious.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub after: Option<String>,
    /// What is said to an answer; the first that applies.
    pub feedback: Vec<Feedback>,
    /// Hints, one at a time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub hints: Vec<Vec<Block>>,
}

/// What is right.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Answer {
    /// A number.
    Number {
        /// An expression for the right one.
        value: String,
        /// The unit it is asked in; a reader may write another one of the same dimension.
        unit: String,
        /// How far off is still right, an expression: a share of the right one such as `5 %`, or an amount with a unit.
        tolerance: String,
    },
    /// One of several, or all that are right.
    Choice {
        /// What there is to choose.
        choices: Vec<Choice>,
        /// Whether any number may be chosen.
        many: bool,
    },
}

/// One of several.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// Unique among them.
    pub id: String,
    /// Its text.
    pub text: Vec<Inline>,
    /// Whether it is right.
    pub right: bool,
}

/// A number that is drawn from the reader's own seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Draw {
    /// Its name in expressions and in the text.
    pub name: String,
    /// What it is drawn from; the first one where there is no seed.
    pub values: Vec<f64>,
    /// Its unit; empty for a plain number.
    pub unit: String,
}

/// What is said to an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Feedback {
    /// To which answer.
    pub to: FeedbackTo,
    /// What it says.
    pub blocks: Vec<Block>,
}

/// To which answer something is said.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum FeedbackTo {
    /// To the right one.
    Right,
    /// To any wrong one.
    Wrong,
    /// To a choice.
    Choice {
        /// Its id.
        id: String,
    },
    /// To a wrong number of which a condition holds, such as `near(…, 5 %)`.
    When {
        /// The condition.
        condition: String,
    },
}

/// A chart of the model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Chart {
    /// Unique in the lab.
    pub id: String,
    /// Title.
    pub title: String,
    /// What there is to see, in a sentence; the page makes one from the numbers where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub summary: Option<String>,
    /// How values are drawn: a name that the page knows, such as `line` or `bar`.
    pub mark: String,
    /// The setting that is varied; bars may do without one, then there is one bar for each series.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub x: Option<String>,
    /// Its values: all that are drawn, or the least and the greatest of a line; none without x.
    #[serde(default)]
    pub values: Vec<f64>,
    /// How x is drawn.
    pub x_scale: Scale,
    /// The model's output that is drawn.
    pub y: String,
    /// Other outputs that a reader can have drawn instead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub also: Vec<String>,
    /// The output it is divided by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub per: Option<String>,
    /// How y is drawn.
    pub y_scale: Scale,
    /// The series of the lab that are told apart; the lab's state alone where there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub series: Option<String>,
    /// Whether values are divided by those of the first series.
    pub relative: bool,
    /// Settings that hold whatever the lab's state says.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, Setting>"))]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, pathlength_model::Setting>"))]
    pub scenario: Settings,
    /// A prediction that is drawn beside the model once it is committed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub prediction: Option<String>,
}

/// One of a lab's series: a named part of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Series {
    /// Its name in legends.
    pub title: String,
    /// Its settings.
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, Setting>"))]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, pathlength_model::Setting>"))]
    pub scenario: Settings,
}

/// What an output of the model is called in the lab.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OutputWords {
    /// Its name for readers.
    pub title: String,
    /// Unit.
    pub unit: String,
    /// What its terms add up to; empty if it has none.
    pub terms: String,
    /// The output that is half of this one's 95 % confidence interval, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub half_width: Option<String>,
}

/// An input for one setting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Control {
    /// Unique in the lab.
    pub id: String,
    /// The setting.
    pub setting: String,
    /// Title.
    pub title: String,
    /// What it offers.
    pub input: Input,
}

/// What a control offers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Input {
    /// One of several numbers.
    OneOf {
        /// The numbers.
        values: Vec<f64>,
        /// Unit.
        unit: String,
    },
    /// A slider with a field beside it.
    Number {
        /// The least value.
        least: f64,
        /// The greatest value.
        greatest: f64,
        /// Whether only whole numbers make sense.
        whole: bool,
        /// How the slider goes from one to the other.
        scale: Scale,
        /// Unit.
        unit: String,
    },
    /// One of several words.
    Word {
        /// The words, and how they are shown.
        options: Vec<WordOption>,
    },
    /// A switch.
    Switch,
}

/// A word that can be chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WordOption {
    /// The model's word.
    pub word: String,
    /// As it is shown.
    pub title: String,
}

/// A document that a lab rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Author, title, edition, date.
    pub cite: String,
    /// Where it can be read, if it can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub url: Option<String>,
}
