//! Random expressions, printed and parsed again, have the values that a simple evaluator computes.

use crate::world;
use pathlength_lab::expression::{Expression, Quantity, Value};
use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Tree {
    Number(f64),
    Share(f64),
    Drawn,
    Negative(Box<Tree>),
    Pair(char, Box<Tree>, Box<Tree>),
    Pick(bool, Vec<Tree>),
    Abs(Box<Tree>),
}

impl Tree {
    fn value(&self) -> f64 {
        match self {
            Self::Number(value) => *value,
            Self::Share(value) => value / 100.0,
            Self::Drawn => 5000.0,
            Self::Negative(tree) => -tree.value(),
            Self::Pair('+', left, right) => left.value() + right.value(),
            Self::Pair('-', left, right) => left.value() - right.value(),
            Self::Pair('*', left, right) => left.value() * right.value(),
            Self::Pair(_, left, right) => left.value() / right.value(),
            Self::Pick(true, trees) => trees.iter().map(Self::value).fold(f64::INFINITY, f64::min),
            Self::Pick(false, trees) => trees.iter().map(Self::value).fold(f64::NEG_INFINITY, f64::max),
            Self::Abs(tree) => tree.value().abs(),
        }
    }

    fn binds(&self) -> u8 {
        match self {
            Self::Pair('+' | '-', ..) => 1,
            Self::Pair(..) => 2,
            Self::Negative(_) => 3,
            _ => 4,
        }
    }

    /// Prints the tree with as few parentheses as the precedences allow.
    fn print(&self, least: u8) -> String {
        let text = match self {
            Self::Number(value) => format!("{value}"),
            Self::Share(value) => format!("{value} %"),
            Self::Drawn => "(m / 1 names)".to_owned(),
            Self::Negative(tree) => format!("-{}", tree.print(3)),
            Self::Pair(sign, left, right) => {
                format!("{} {sign} {}", left.print(self.binds()), right.print(self.binds() + 1))
            }
            Self::Pick(least, trees) => {
                let trees: Vec<_> = trees.iter().map(|tree| tree.print(0)).collect();
                format!("{}({})", if *least { "min" } else { "max" }, trees.join(", "))
            }
            Self::Abs(tree) => format!("abs( {})", tree.print(0)),
        };
        if self.binds() < least { format!("({text})") } else { text }
    }

    /// Returns whether a part of the expression is infinite or NaN.
    fn fails(&self) -> bool {
        !self.value().is_finite()
            || match self {
                Self::Number(_) | Self::Share(_) | Self::Drawn => false,
                Self::Negative(tree) | Self::Abs(tree) => tree.fails(),
                Self::Pair(_, left, right) => left.fails() || right.fails(),
                Self::Pick(_, trees) => trees.iter().any(Self::fails),
            }
    }
}

fn trees() -> impl Strategy<Value = Tree> {
    let number = prop_oneof![0.0..1e6, Just(0.0), Just(1e300), Just(5e-324), (0_u32..100).prop_map(f64::from)];
    let leaf = prop_oneof![
        4 => number.prop_map(Tree::Number),
        1 => (0.0..200.0).prop_map(Tree::Share),
        1 => Just(Tree::Drawn),
    ];
    leaf.prop_recursive(8, 64, 4, |inner| {
        let some = prop::collection::vec(inner.clone(), 1..4);
        prop_oneof![
            1 => inner.clone().prop_map(|tree| Tree::Negative(Box::new(tree))),
            6 => (prop::sample::select(vec!['+', '-', '*', '/']), inner.clone(), inner.clone())
                .prop_map(|(sign, left, right)| Tree::Pair(sign, Box::new(left), Box::new(right))),
            1 => (any::<bool>(), some).prop_map(|(least, trees)| Tree::Pick(least, trees)),
            1 => inner.prop_map(|tree| Tree::Abs(Box::new(tree))),
        ]
    })
}

proptest! {
    #[test]
    fn printed_tree_is_parsed_and_evaluated(tree in trees()) {
        let text = tree.print(0);
        prop_assume!(text.len() <= Expression::MAX_BYTES);
        let mut world = world();
        world.draws.insert("m".to_owned(), crate::quantity(5000.0, "names"));
        match world.evaluate(&text) {
            Ok(Value::Quantity(Quantity { value, unit })) => {
                prop_assert!(unit.is_plain());
                prop_assert_eq!(value.to_bits(), tree.value().to_bits(), "{}", text);
            }
            Ok(other) => prop_assert!(false, "{}: {:?}", text, other),
            Err(error) => prop_assert!(tree.fails(), "{}: {:?}", text, error),
        }
        if tree.fails() {
            prop_assert!(world.evaluate(&text).is_err(), "{}", text);
        }
    }
}
