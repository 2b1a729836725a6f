//! One pass over an expression, operands first. A check is the same pass as a computation, with numbers that are not
//! known yet.

use super::parse::{Node, NodeKind};
use super::{ExpressionError, Known, Unit};
use pathlength_model::{ModelError, Settings};

/// What a part comes to; nothing where that is not known yet.
#[derive(Clone, Debug)]
pub(super) enum Item {
    Amount(Option<f64>, Unit),
    Condition(Option<bool>),
}

/// What is known in a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    /// Names and units.
    Check,
    /// Also what is drawn.
    Requests,
    /// Also the reader's answer, and what the model says.
    Value,
}

/// Who is asked for an output of a scenario.
pub(super) type Ask<'a> = &'a mut dyn FnMut(&str, &Settings) -> Result<Option<f64>, ModelError>;

pub(super) struct Pass<'a> {
    pub(super) nodes: &'a [Node],
    pub(super) known: &'a Known<'a>,
    pub(super) stage: Stage,
    pub(super) ask: Ask<'a>,
    /// What the parts so far come to. An error hurts only who needs the part: not the other side of an `and` that is
    /// decided, nor the output whose setting is a word and no name.
    items: Vec<Result<Item, ExpressionError>>,
    /// Whether a part depends on the model or on the reader's answer.
    varies: Vec<bool>,
}

impl<'a> Pass<'a> {
    pub(super) fn new(nodes: &'a [Node], known: &'a Known<'a>, stage: Stage, ask: Ask<'a>) -> Self {
        Self { nodes, known, stage, ask, items: Vec::new(), varies: Vec::new() }
    }

    pub(super) fn run(mut self) -> Result<Item, ExpressionError> {
        let nodes = self.nodes;
        for node in nodes {
            let item = self.item(node).and_then(|item| match item {
                Item::Amount(Some(value), _) if !value.is_finite() => {
                    Err(ExpressionError::new(node.offset, "the result is too large"))
                }
                item => Ok(item),
            });
            let varies = self.node_varies(node);
            self.items.push(item);
            self.varies.push(varies);
        }
        self.items.pop().unwrap_or_else(|| Err(ExpressionError::new(0, "there is no expression")))
    }

    fn node_varies(&self, node: &Node) -> bool {
        match &node.kind {
            NodeKind::Number(_) | NodeKind::Text(_) => false,
            NodeKind::Name(name) => name == "given",
            NodeKind::Negative(at) | NodeKind::Not(at) => self.varies[*at],
            NodeKind::Binary(_, left, right) => self.varies[*left] || self.varies[*right],
            NodeKind::Call(call) => {
                call.arguments.iter().any(|at| self.varies[*at])
                    || call.function == "near"
                    || self.known.description.outputs.iter().any(|output| output.name == call.function)
            }
        }
    }

    fn item(&mut self, node: &Node) -> Result<Item, ExpressionError> {
        let fail = |message: String| Err(ExpressionError::new(node.offset, message));
        match &node.kind {
            NodeKind::Number(number) => Ok(Item::Amount(Some(number.value), number.unit.clone())),
            NodeKind::Text(_) => fail("a text in quotation marks has no value".to_owned()),
            NodeKind::Name(name) => self.name(name, node.offset),
            NodeKind::Negative(at) => {
                let (value, unit) = self.amount(*at)?;
                Ok(Item::Amount(value.map(|value| -value), unit))
            }
            NodeKind::Not(at) => Ok(Item::Condition(self.condition(*at)?.map(|holds| !holds))),
            NodeKind::Binary(operator @ ("and" | "or"), left, right) => self.join(*operator == "or", *left, *right),
            NodeKind::Binary(operator @ ("*" | "/"), left, right) => {
                let (left, unit) = self.amount(*left)?;
                let (right, other) = self.amount(*right)?;
                let (unit, right) = unit
                    .times(&other, right, *operator == "/")
                    .map_err(|error| ExpressionError::new(node.offset, error))?;
                if *operator == "*" {
                    return Ok(Item::Amount(left.zip(right).map(|(left, right)| left * right), unit));
                }
                if right == Some(0.0) {
                    return fail("this divides by zero".to_owned());
                }
                Ok(Item::Amount(left.zip(right).map(|(left, right)| left / right), unit))
            }
            NodeKind::Binary(operator, left, right) => {
                let (left, unit) = self.amount(*left)?;
                let right = self.amount_in(*right, &unit, node.offset)?;
                let both = left.zip(right);
                let compare =
                    |holds: fn(&f64, &f64) -> bool| Ok(Item::Condition(both.map(|(left, right)| holds(&left, &right))));
                match *operator {
                    "+" => Ok(Item::Amount(both.map(|(left, right)| left + right), unit)),
                    "-" => Ok(Item::Amount(both.map(|(left, right)| left - right), unit)),
                    "=" => compare(f64::eq),
                    "!=" => compare(f64::ne),
                    "<" => compare(f64::lt),
                    "<=" => compare(f64::le),
                    ">" => compare(f64::gt),
                    _ => compare(f64::ge),
                }
            }
            NodeKind::Call(call) => self.call(call, node.offset),
        }
    }

    /// A drawn number, or the reader's answer.
    fn name(&self, name: &str, offset: usize) -> Result<Item, ExpressionError> {
        let (known, from) = match name {
            "given" => (self.known.given, Stage::Value),
            _ => (self.known.draws.get(name), Stage::Requests),
        };
        if let Some(number) = known {
            return Ok(Item::Amount(Some(number.value).filter(|_| self.stage >= from), number.unit.clone()));
        }
        if name == "given" {
            return Err(ExpressionError::new(offset, "given is the reader's answer, and here is none"));
        }
        let names = self.known.draws.keys().map(String::as_str).chain(self.known.given.map(|_| "given"));
        Err(ExpressionError::new(offset, super::call::unknown("name", name, names)))
    }

    /// `and` and `or`: a side that decides makes the other one unimportant, once values are known.
    fn join(&self, decisive: bool, left: usize, right: usize) -> Result<Item, ExpressionError> {
        let left = self.condition(left)?;
        if self.stage == Stage::Value && left == Some(decisive) {
            return Ok(Item::Condition(left));
        }
        let right = self.condition(right)?;
        Ok(Item::Condition(left.zip(right).map(|(left, right)| if decisive { left || right } else { left && right })))
    }

    /// The number that a part is.
    pub(super) fn amount(&self, at: usize) -> Result<(Option<f64>, Unit), ExpressionError> {
        match &self.items[at] {
            Ok(Item::Amount(value, unit)) => Ok((*value, unit.clone())),
            Ok(Item::Condition(_)) => Err(ExpressionError::new(self.nodes[at].offset, "a condition is no number")),
            Err(error) => Err(error.clone()),
        }
    }

    /// The number that a part is, in a unit of its dimension.
    pub(super) fn amount_in(&self, at: usize, unit: &Unit, offset: usize) -> Result<Option<f64>, ExpressionError> {
        let (value, from) = self.amount(at)?;
        if from.fits(unit) {
            return Ok(value.and_then(|value| from.convert(value, unit)));
        }
        let named = |unit: &Unit| if unit.is_plain() { "a plain number".to_owned() } else { format!("\"{unit}\"") };
        let message = format!("{} and {} are not the same kind of amount", named(unit), named(&from));
        Err(ExpressionError::new(offset, message))
    }

    fn condition(&self, at: usize) -> Result<Option<bool>, ExpressionError> {
        match &self.items[at] {
            Ok(Item::Condition(holds)) => Ok(*holds),
            Ok(Item::Amount(..)) => Err(ExpressionError::new(self.nodes[at].offset, "a number is no condition")),
            Err(error) => Err(error.clone()),
        }
    }

    /// Whether a part depends on the model or on the reader's answer.
    pub(super) fn varies(&self, at: usize) -> bool {
        self.varies[at]
    }
}
