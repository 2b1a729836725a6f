//! One pass over an expression, operands first. A check is the same pass with unknown numbers.

use super::parse::{Call, Node, NodeKind};
use super::{ExpressionError, Unit, call};

/// The value of an operand; numbers and truth values are `None` while they are unknown.
#[derive(Clone, Debug)]
pub enum Item {
    /// A number in a unit; `%` has been converted to a plain number.
    Amount(Option<f64>, Unit),
    /// Whether a condition holds.
    Condition(Option<bool>),
}

/// The value of an operand, or the reason why it has none.
pub type Answer = Result<Item, ExpressionError>;

/// The values known in a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Names and units only.
    Check,
    /// Also random numbers.
    Requests,
    /// All values.
    Value,
}

/// A name whose values are words.
#[derive(Clone, Copy, Debug)]
pub struct Choice<'a> {
    /// The words.
    pub words: &'a [String],
    /// The selected word, if it is known.
    pub chosen: Option<&'a str>,
}

/// The meaning of names and functions in an expression.
pub trait Scope {
    /// Returns the value of a name as far as it is known at `stage`, or a message for the author.
    ///
    /// # Errors
    /// Returns a message if the name is unknown, or cannot be used here.
    fn name(&self, name: &str, stage: Stage) -> Result<Item, String>;

    /// Returns the words of a name whose values are words, as in the comparison `level = raid5`; `None` for other
    /// names. By default, there are no such names.
    fn choice(&self, _name: &str) -> Option<Choice<'_>> {
        None
    }

    /// Returns the value of a function at `offset`; `None` if the scope has no such function.
    fn call(&mut self, call: &Call, operands: &Operands<'_>, offset: usize) -> Option<Answer>;

    /// Returns the names of the scope's functions, including outputs of a model.
    fn functions(&self) -> Vec<&str>;

    /// Returns whether a name depends on values that are known only in [`Stage::Value`]. By default, no name does.
    fn name_varies(&self, _name: &str) -> bool {
        false
    }

    /// Returns whether a function depends, for any arguments, on values that are known only in [`Stage::Value`]. By
    /// default, no function does.
    fn call_varies(&self, _function: &str) -> bool {
        false
    }
}

/// The operands of a function: the part of the expression before it.
#[derive(Debug)]
pub struct Operands<'a> {
    nodes: &'a [Node],
    /// The values known in the pass.
    pub stage: Stage,
    /// The values of the nodes so far. An error matters only to a node that needs the value. An error does not matter
    /// in an `and` whose other side is false, or in a setting that is a word instead of a name.
    items: Vec<Answer>,
    /// Whether each node depends on values that are known only in [`Stage::Value`].
    varies: Vec<bool>,
}

/// Evaluates nodes as far as the values of a stage allow.
pub(super) fn run(nodes: &[Node], scope: &mut dyn Scope, stage: Stage) -> Answer {
    let mut operands = Operands { nodes, stage, items: Vec::new(), varies: Vec::new() };
    for node in nodes {
        let item = operands.node(node, scope).and_then(|item| match item {
            Item::Amount(Some(value), _) if !value.is_finite() => {
                Err(ExpressionError::new(node.offset, "the result is too large: use smaller numbers"))
            }
            item => Ok(item),
        });
        let varies = operands.node_varies(node, scope);
        operands.items.push(item);
        operands.varies.push(varies);
    }
    operands.items.pop().unwrap_or_else(|| Err(ExpressionError::new(0, "there is no expression: write one")))
}

impl Operands<'_> {
    fn node_varies(&self, node: &Node, scope: &dyn Scope) -> bool {
        match &node.kind {
            NodeKind::Number(_) | NodeKind::Text(_) => false,
            NodeKind::Name(name) => scope.name_varies(name),
            NodeKind::Negative(at) | NodeKind::Not(at) => self.varies[*at],
            NodeKind::Binary(_, left, right) => self.varies[*left] || self.varies[*right],
            NodeKind::Call(call) => {
                call.arguments().iter().any(|at| self.varies[*at]) || scope.call_varies(call.function())
            }
        }
    }

    fn node(&self, node: &Node, scope: &mut dyn Scope) -> Answer {
        let fail = |message: String| Err(ExpressionError::new(node.offset, message));
        match &node.kind {
            NodeKind::Number(number) => Ok(Item::Amount(Some(number.value), number.unit.clone())),
            NodeKind::Text(_) => fail("text in quotation marks has no value: remove the quotation marks".to_owned()),
            NodeKind::Name(name) => {
                scope.name(name, self.stage).map_err(|message| ExpressionError::new(node.offset, message))
            }
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
                    return fail("division by zero".to_owned());
                }
                Ok(Item::Amount(left.zip(right).map(|(left, right)| left / right), unit))
            }
            NodeKind::Binary(operator @ ("=" | "!="), left, right) if self.is_choice(*left, scope) => {
                let same = self.is_chosen(*left, *right, scope)?;
                Ok(Item::Condition(same.map(|same| same == (*operator == "="))))
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
            NodeKind::Call(call) => match scope.call(call, self, node.offset) {
                Some(answer) => answer,
                None => call::call(call, self, scope, node.offset),
            },
        }
    }

    /// Returns whether an operand is a name whose values are words.
    fn is_choice(&self, at: usize, scope: &dyn Scope) -> bool {
        self.nodes[at].name().is_some_and(|name| scope.choice(name).is_some())
    }

    /// Returns whether a word is the selected one of a name whose values are words; `None` while the selected word is
    /// unknown.
    fn is_chosen(&self, at: usize, with: usize, scope: &dyn Scope) -> Result<Option<bool>, ExpressionError> {
        let name = self.nodes[at].name().unwrap_or_default();
        let Some(Choice { words, chosen }) = scope.choice(name) else { return Ok(None) };
        match self.word(with) {
            Some(word) if words.iter().any(|known| known == word) => Ok(chosen.map(|chosen| chosen == word)),
            _ => {
                let message = format!("{name} is one of {}: compare it with one of these words", words.join(", "));
                Err(ExpressionError::new(self.offset(with), message))
            }
        }
    }

    /// Evaluates `and` and `or`; once values are known, the right side is skipped if the left one decides.
    fn join(&self, decisive: bool, left: usize, right: usize) -> Answer {
        let left = self.condition(left)?;
        if self.stage == Stage::Value && left == Some(decisive) {
            return Ok(Item::Condition(left));
        }
        let right = self.condition(right)?;
        Ok(Item::Condition(left.zip(right).map(|(left, right)| if decisive { left || right } else { left && right })))
    }

    /// Returns the value of an operand.
    ///
    /// # Errors
    /// Returns the reason if the operand has no value.
    pub fn item(&self, at: usize) -> Answer {
        self.items[at].clone()
    }

    /// Returns the byte offset to report for an error in an operand.
    pub fn offset(&self, at: usize) -> usize {
        self.nodes[at].offset
    }

    /// Returns the quoted text of an operand; `None` for any other operand.
    pub fn text(&self, at: usize) -> Option<&str> {
        match &self.nodes[at].kind {
            NodeKind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the bare word or quoted text of an operand; `None` for any other operand.
    pub fn word(&self, at: usize) -> Option<&str> {
        self.nodes[at].name().or_else(|| self.text(at))
    }

    /// Returns the number of an operand, with its unit.
    ///
    /// # Errors
    /// Returns an error if the operand has no value, or is a condition.
    pub fn amount(&self, at: usize) -> Result<(Option<f64>, Unit), ExpressionError> {
        match &self.items[at] {
            Ok(Item::Amount(value, unit)) => Ok((*value, unit.clone())),
            Ok(Item::Condition(_)) => {
                Err(ExpressionError::new(self.offset(at), "expected a number, but this is a condition"))
            }
            Err(error) => Err(error.clone()),
        }
    }

    /// Returns the number of an operand in a unit of its dimension; the error about a different dimension has the
    /// position `offset`.
    ///
    /// # Errors
    /// Returns the errors of [`Operands::amount`], or an error if the dimensions differ.
    pub fn amount_in(&self, at: usize, unit: &Unit, offset: usize) -> Result<Option<f64>, ExpressionError> {
        let (value, from) = self.amount(at)?;
        if from.fits(unit) {
            return Ok(value.and_then(|value| from.convert(value, unit)));
        }
        let named = |unit: &Unit| if unit.is_plain() { "a plain number".to_owned() } else { format!("\"{unit}\"") };
        let message =
            format!("{} and {} are not the same kind of amount: correct one of them", named(unit), named(&from));
        Err(ExpressionError::new(offset, message))
    }

    /// Returns the truth value of an operand that is a condition.
    ///
    /// # Errors
    /// Returns an error if the operand has no value, or is a number.
    pub fn condition(&self, at: usize) -> Result<Option<bool>, ExpressionError> {
        match &self.items[at] {
            Ok(Item::Condition(holds)) => Ok(*holds),
            Ok(Item::Amount(..)) => {
                Err(ExpressionError::new(self.offset(at), "expected a condition, but this is a number"))
            }
            Err(error) => Err(error.clone()),
        }
    }

    /// Returns whether an operand depends on values that are known only in [`Stage::Value`].
    pub fn varies(&self, at: usize) -> bool {
        self.varies[at]
    }
}
