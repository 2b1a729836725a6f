//! Points for answers, and the cost of wrong answers.

use super::Assignment;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::fmt;
use std::iter::Sum;

/// Points in hundredths, so that sums and comparisons are exact: the cost of a wrong answer is in whole percent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Points(u64);

impl Points {
    /// Returns whole points.
    pub fn whole(points: u32) -> Self {
        Self(u64::from(points) * 100)
    }

    /// Returns these points as a share of `max`; 0 if `max` is 0.
    pub(super) fn share_of(self, max: Self) -> f64 {
        self.0 as f64 / max.0.max(1) as f64
    }
}

impl From<Points> for f64 {
    fn from(points: Points) -> Self {
        points.0 as Self / 100.0
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        Self(points.map(|Self(hundredths)| hundredths).sum())
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f64::from(*self).fmt(f)
    }
}

impl Serialize for Points {
    /// Writes whole points as an integer, as for assignments without rules.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_multiple_of(100) {
            serializer.serialize_u64(self.0 / 100)
        } else {
            serializer.serialize_f64((*self).into())
        }
    }
}

impl Assignment {
    /// Returns the maximum number of points for a question or prediction, for which the lab sets `points`.
    pub(super) fn max_points(&self, id: &str, points: u32) -> u32 {
        self.points.get(id).copied().unwrap_or(points)
    }

    /// Returns the points for a right answer after `wrong` counted wrong answers.
    pub(super) fn points_after(&self, max: u32, wrong: u32) -> Points {
        let percent = (self.cost.unwrap_or_default() * 100.0).round() as u64;
        let left = 100_u64.saturating_sub(percent.saturating_mul(u64::from(wrong)));
        Points(u64::from(max) * left)
    }

    /// Returns whether an answer counts after `earlier` other answers.
    pub(super) fn counts(&self, earlier: u32) -> bool {
        self.attempts.is_none_or(|attempts| earlier < attempts.get())
    }
}

/// Reads the cost of a wrong answer, which must be 0 to 1, in steps of 0.01; never returns `None`.
pub(super) fn read_cost<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    let cost = f64::deserialize(deserializer)?;
    let percent = cost * 100.0;
    if (0.0..=100.0).contains(&percent) && (percent - percent.round()).abs() < 1e-9 {
        Ok(Some(cost))
    } else {
        Err(D::Error::custom(format!("`cost` is {cost}: give 0 to 1, in steps of 0.01")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_written_as_integers_where_they_are_whole() {
        let written = |points: Points| (points.to_string(), serde_json::to_string(&points).expect("a number"));
        assert_eq!(written(Points::whole(2)), ("2".to_owned(), "2".to_owned()));
        assert_eq!(written(Points(125)), ("1.25".to_owned(), "1.25".to_owned()));
        assert_eq!(written([Points(150), Points(50)].into_iter().sum()), ("2".to_owned(), "2".to_owned()));
    }

    #[test]
    fn share_of_points_is_the_quotient_of_whole_points() {
        for (points, max) in [(5, 6), (1, 3), (0, 7), (7, 7)] {
            let share = Points::whole(points).share_of(Points::whole(max));
            assert_eq!(share.to_bits(), (f64::from(points) / f64::from(max)).to_bits(), "{points} of {max}");
        }
        assert_eq!(Points::default().share_of(Points::default()).to_bits(), 0.0_f64.to_bits());
    }
}
