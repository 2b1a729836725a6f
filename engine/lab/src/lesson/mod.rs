//! The content of a lab as plain data: steps of prose, charts, tables, controls, predictions, and questions.
//!
//! The lab compiler writes it from `lab.md`, the page draws it, and [`super::grade`] grades the answers. Expressions
//! are text here, in the language of [`super::expression`].

mod chart;
mod question;

pub use chart::{Chart, Control, Input, OutputWords, Scale, Series, WordOption};
pub use question::{Answer, Choice, Curve, Draw, Feedback, FeedbackTo, Guess, Predict, Question};

use crate::Key;
use serde::{Deserialize, Serialize};

/// A section of a lab with one idea and an address.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Id, unique in the lab; the fragment in links to the step.
    pub id: String,
    /// Title.
    pub title: String,
    /// Content.
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
        /// Text.
        text: Vec<Inline>,
    },
    /// A heading below a step's title.
    Heading {
        /// 3 or 4.
        level: u8,
        /// Text.
        text: Vec<Inline>,
    },
    /// A list.
    List {
        /// The first number of an ordered list.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", tsify(optional))]
        start: Option<u32>,
        /// Items.
        items: Vec<Vec<Block>>,
    },
    /// A quotation.
    Quote {
        /// Quoted content.
        blocks: Vec<Block>,
    },
    /// Preformatted lines.
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
    /// A note next to the text.
    Note {
        /// Title.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", tsify(optional))]
        title: Option<String>,
        /// Content.
        blocks: Vec<Block>,
    },
    /// Content that is hidden until a prediction is committed.
    Reveal {
        /// The id of the prediction.
        after: String,
        /// Content.
        blocks: Vec<Block>,
    },
    /// A prediction.
    Predict(Predict),
    /// A question.
    Question(Question),
    /// A chart of the model and the published values.
    Chart(Chart),
    /// A published table compared with the model.
    Table {
        /// Id, unique in the lab.
        id: String,
        /// Id of the table.
        table: String,
    },
    /// The terms that add up to a cell's model value.
    Breakdown {
        /// Id, unique in the lab.
        id: String,
        /// Title.
        title: String,
        /// Id of the table.
        table: String,
        /// The cell's row.
        row: Key,
        /// Name of the cell's column.
        column: String,
    },
    /// An input for one setting.
    Control(Control),
    /// The interactive view of the model.
    Model {
        /// Id, unique in the lab.
        id: String,
        /// Name of the view.
        view: String,
        /// Title.
        title: String,
    },
    /// An image.
    Image {
        /// Path of the file in the lab's folder.
        src: String,
        /// Description of the image for readers who do not see it.
        alt: String,
        /// Caption.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "typescript", tsify(optional))]
        caption: Vec<Inline>,
    },
    /// The source of the preceding text.
    Cite {
        /// Name of one of the lab's sources.
        source: String,
        /// Position in the source.
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
    /// Emphasized text.
    Emphasis {
        /// The text.
        text: Vec<Inline>,
    },
    /// Strong text.
    Strong {
        /// The text.
        text: Vec<Inline>,
    },
    /// Literal text.
    Code {
        /// The text.
        text: String,
    },
    /// A link: `https:`, or relative to the page.
    Link {
        /// Address.
        href: String,
        /// The text.
        text: Vec<Inline>,
    },
    /// A line break.
    Break,
    /// A number with its origin.
    Figure(Figure),
    /// A random number for each reader: see [`Draw`].
    Drawn {
        /// Name of the draw.
        name: String,
    },
    /// A term with its definition.
    Term {
        /// Id of the term, which is the same in all languages.
        id: String,
        /// The words that appear in the text.
        text: String,
        /// Name of the term.
        name: String,
        /// Definition: one or two sentences.
        definition: String,
    },
}

/// A number in running text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// The number as the page shows it.
    pub text: String,
    /// Origin.
    pub origin: Origin,
    /// The document and the position in it, or the reason.
    pub source: String,
    /// Expression for a number that can be computed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub expression: Option<String>,
}

/// The origin of a number in running text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// A cell of a published table.
    Published,
    /// Stated in a document.
    Documented,
    /// Derived from other numbers.
    Derived,
    /// Chosen, with a reason.
    Assumed,
    /// Computed by the model.
    Model,
}

/// A source of a lab.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Author, title, edition, date.
    pub cite: String,
    /// Address of the document, if it is online.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub url: Option<String>,
    /// The date or the edition as of which the source is valid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub dated: Option<String>,
    /// Important changes since the source's date or edition, in sentences that name the document for each change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", tsify(optional))]
    pub since: Option<String>,
}

impl Source {
    /// Returns sentences with the source's date, citation, and later changes; `None` without a date.
    pub fn as_of(&self) -> Option<String> {
        let since = self.since.as_deref().map_or_else(String::new, |since| format!(" {since}"));
        self.dated.as_ref().map(|dated| format!("As of {dated}: {}.{since}", self.cite))
    }
}
