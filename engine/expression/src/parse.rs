//! Parses tokens into a tree. The tree is a list in which operands come before their operators, so that a tree of any
//! depth can be evaluated without a stack.

use super::lexer::{JOINS, Token, tokens};
use super::{Expression, ExpressionError, Quantity};

/// A node of an expression's tree.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    /// The byte offset to report for an error in the node.
    pub(super) offset: usize,
    pub(super) kind: NodeKind,
}

/// The kind of a node. Operands are indexes in the list.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum NodeKind {
    Number(Quantity),
    Text(String),
    /// The name of a random number, `given`, or the word of a setting.
    Name(String),
    Negative(usize),
    Not(usize),
    Binary(&'static str, usize, usize),
    Call(Call),
}

/// A function with arguments, or an output of the model with settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    function: String,
    arguments: Vec<usize>,
    settings: Vec<(String, usize)>,
}

impl Call {
    /// Returns the name of the function or of the output.
    pub fn function(&self) -> &str {
        &self.function
    }

    /// Returns the arguments without a name, as indexes of operands.
    pub fn arguments(&self) -> &[usize] {
        &self.arguments
    }

    /// Returns the arguments with a name, as in `names=n`.
    pub fn settings(&self) -> impl Iterator<Item = (&str, usize)> {
        self.settings.iter().map(|(name, at)| (name.as_str(), *at))
    }

    /// Returns whether any argument has a name.
    pub fn has_settings(&self) -> bool {
        !self.settings.is_empty()
    }
}

impl Node {
    /// Returns the name if the node is a name.
    pub(super) fn name(&self) -> Option<&str> {
        match &self.kind {
            NodeKind::Name(name) => Some(name),
            _ => None,
        }
    }
}

/// Maximum depth of nested parentheses and signs.
const MAX_DEPTH: usize = 64;

/// Returns the precedence of an operator.
fn precedence(operator: &str) -> u8 {
    match operator {
        "or" => 1,
        "and" => 2,
        "not" => 3,
        "+" | "-" => 5,
        "*" | "/" => 6,
        _ => 4,
    }
}

pub(super) fn parse(text: &str) -> Result<Vec<Node>, ExpressionError> {
    let max = Expression::MAX_BYTES;
    if text.len() > max {
        return Err(ExpressionError::new(max, format!("the expression has {} bytes: give at most {max}", text.len())));
    }
    let mut parser = Parser { tokens: tokens(text)?, at: 0, end: text.trim_end().len(), depth: 0, nodes: Vec::new() };
    parser.expression(0)?;
    if parser.at < parser.tokens.len() {
        return Err(parser.error("expected an operator, such as \"+\" or \"and\""));
    }
    Ok(parser.nodes)
}

struct Parser<'a> {
    tokens: Vec<(usize, Token<'a>)>,
    at: usize,
    /// Offset of the end of the text.
    end: usize,
    depth: usize,
    nodes: Vec<Node>,
}

impl Parser<'_> {
    fn offset(&self) -> usize {
        self.tokens.get(self.at).map_or(self.end, |(offset, _)| *offset)
    }

    fn error(&self, message: &str) -> ExpressionError {
        ExpressionError::new(self.offset(), message)
    }

    fn push(&mut self, offset: usize, kind: NodeKind) -> usize {
        self.nodes.push(Node { offset, kind });
        self.nodes.len() - 1
    }

    /// Consumes `sign` if it is the next token.
    fn sign(&mut self, sign: &str) -> bool {
        let is_next = matches!(self.tokens.get(self.at), Some((_, Token::Sign(next))) if *next == sign);
        self.at += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, sign: &str) -> Result<(), ExpressionError> {
        if self.sign(sign) { Ok(()) } else { Err(self.error(&format!("expected {sign}"))) }
    }

    /// Returns the next token if it is a binary operator.
    fn operator(&self) -> Option<&'static str> {
        match self.tokens.get(self.at)?.1 {
            Token::Sign("(" | ")" | ",") => None,
            Token::Sign("==") => Some("="),
            Token::Sign(sign) => Some(sign),
            Token::Word(word) => JOINS.into_iter().find(|join| *join == word && *join != "not"),
            _ => None,
        }
    }

    /// Parses operands and operators whose precedence is at least `min_precedence`.
    fn expression(&mut self, min_precedence: u8) -> Result<usize, ExpressionError> {
        if self.depth == MAX_DEPTH {
            return Err(self.error("too many nested parentheses or signs: simplify the expression"));
        }
        self.depth += 1;
        let mut left = self.operand()?;
        while let Some(operator) = self.operator().filter(|operator| precedence(operator) >= min_precedence) {
            let offset = self.offset();
            self.at += 1;
            let right = self.expression(precedence(operator) + 1)?;
            left = self.push(offset, NodeKind::Binary(operator, left, right));
        }
        self.depth -= 1;
        Ok(left)
    }

    fn operand(&mut self) -> Result<usize, ExpressionError> {
        let missing = self.error("expected a number, a name, or a parenthesis");
        let Some((offset, token)) = self.tokens.get(self.at).cloned() else { return Err(missing) };
        self.at += 1;
        match token {
            Token::Number(number) => Ok(self.push(offset, NodeKind::Number(number))),
            Token::Text(text) => Ok(self.push(offset, NodeKind::Text(text.to_owned()))),
            Token::Sign("-") => {
                let operand = self.expression(precedence("*") + 1)?;
                Ok(self.push(offset, NodeKind::Negative(operand)))
            }
            Token::Sign("(") => {
                let inside = self.expression(0)?;
                self.expect(")")?;
                Ok(inside)
            }
            Token::Word("not") => {
                let operand = self.expression(precedence("not"))?;
                Ok(self.push(offset, NodeKind::Not(operand)))
            }
            Token::Word("and" | "or") | Token::Sign(_) => Err(missing),
            Token::Word(word) if self.sign("(") => {
                let call = self.call(word.to_owned())?;
                Ok(self.push(offset, NodeKind::Call(call)))
            }
            Token::Word(word) => Ok(self.push(offset, NodeKind::Name(word.to_owned()))),
        }
    }

    /// Parses the arguments and settings of a function.
    fn call(&mut self, function: String) -> Result<Call, ExpressionError> {
        let mut call = Call { function, arguments: Vec::new(), settings: Vec::new() };
        if self.sign(")") {
            return Ok(call);
        }
        loop {
            match self.tokens.get(self.at..self.at + 2) {
                // In an argument of `if`, these tokens begin a condition, not a setting.
                Some([(offset, Token::Word(name)), (_, Token::Sign("="))]) if call.function != "if" => {
                    let (offset, name) = (*offset, (*name).to_owned());
                    if call.settings.iter().any(|(known, _)| *known == name) {
                        return Err(ExpressionError::new(offset, format!("{name} is set twice: set it once")));
                    }
                    self.at += 2;
                    let value = self.expression(0)?;
                    call.settings.push((name, value));
                }
                _ => call.arguments.push(self.expression(0)?),
            }
            if !self.sign(",") {
                self.expect(")")?;
                return Ok(call);
            }
        }
    }
}
