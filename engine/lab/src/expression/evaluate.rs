//! One pass over an expression, operands first. A check is the same pass as an evaluation, with unknown numbers.

use super::parse::{Node, NodeKind};
use super::{ExpressionError, NameScope, Unit};
use pathlength_model::{ModelError, Settings};

/// The value of a node; `None` while it is unknown.
#[derive(Clone, Debug)]
pub(super) enum Item {
    Amount(Option<f64>, Unit),
    Condition(Option<bool>),
}

/// The values that a pass knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    /// Names and units.
    Check,
    /// Also the draws.
    Requests,
    /// Also the reader's answer and the outputs of the model.
    Value,
}

/// Returns an output of a scenario.
pub(super) type Ask<'a> = &'a mut dyn FnMut(&str, &Settings) -> Result<Option<f64>, ModelError>;

pub(super) struct Pass<'a> {
    pub(super) nodes: &'a [Node],
    pub(super) scope: &'a NameScope<'a>,
    pub(super) stage: Stage,
    pub(super) ask: Ask<'a>,
    /// The values of the nodes so far. An error matters only to a node that needs the value: not after an `and` whose other
    /// side is false, nor where a setting is a word instead of a name.
    items: Vec<Result<Item, ExpressionError>>,
    /// Whether each node depends on the model or on the reader's answer.
    varies: Vec<bool>,
}

impl<'a> Pass<'a> {
    pub(super) fn new(nodes: &'a [Node], scope: &'a NameScope<'a>, stage: Stage, ask: Ask<'a>) -> Self {
        Self { nodes, scope, stage, ask, items: Vec::new(), varies: Vec::new() }
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
                    || self.scope.description.outputs.iter().any(|output| output.name == call.function)
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

    /// Returns a drawn number or the reader's answer.
    fn name(&self, name: &str, offset: usize) -> Result<Item, ExpressionError> {
        let (known, from) = match name {
            "given" => (self.scope.given, Stage::Value),
            _ => (self.scope.draws.get(name), Stage::Requests),
        };
        if let Some(number) = known {
            return Ok(Item::Amount(Some(number.value).filter(|_| self.stage >= from), number.unit.clone()));
        }
        if name == "given" {
            return Err(ExpressionError::new(
                offset,
                "given is the reader's answer, which only feedback has: use it in the feedback of a question",
            ));
        }
        let names = self.scope.draws.keys().map(String::as_str).chain(self.scope.given.map(|_| "given"));
        Err(ExpressionError::new(offset, super::call::unknown("name", name, names)))
    }

    /// Evaluates `and` and `or`; once values are known, the right side is skipped if the left one decides.
    fn join(&self, decisive: bool, left: usize, right: usize) -> Result<Item, ExpressionError> {
        let left = self.condition(left)?;
        if self.stage == Stage::Value && left == Some(decisive) {
            return Ok(Item::Condition(left));
        }
        let right = self.condition(right)?;
        Ok(Item::Condition(left.zip(right).map(|(left, right)| if decisive { left || right } else { left && right })))
    }

    /// Returns the number of a node.
    pub(super) fn amount(&self, at: usize) -> Result<(Option<f64>, Unit), ExpressionError> {
        match &self.items[at] {
            Ok(Item::Amount(value, unit)) => Ok((*value, unit.clone())),
            Ok(Item::Condition(_)) => Err(ExpressionError::new(self.nodes[at].offset, "a condition is not a number")),
            Err(error) => Err(error.clone()),
        }
    }

    /// Returns the number of a node in a unit of its dimension.
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
            Ok(Item::Amount(..)) => Err(ExpressionError::new(self.nodes[at].offset, "a number is not a condition")),
            Err(error) => Err(error.clone()),
        }
    }

    /// Returns whether a node depends on the model or on the reader's answer.
    pub(super) fn varies(&self, at: usize) -> bool {
        self.varies[at]
    }
}
