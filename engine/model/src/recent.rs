//! The latest results of a model's work.

use std::collections::VecDeque;

/// The results for the latest keys, at most `MAX` of them: a sweep can ask for any number of scenarios.
#[derive(Clone, Debug)]
pub struct Recent<K, V, const MAX: usize> {
    /// The latest first.
    results: VecDeque<(K, V)>,
}

impl<K, V, const MAX: usize> Default for Recent<K, V, MAX> {
    fn default() -> Self {
        Self { results: VecDeque::new() }
    }
}

impl<K: PartialEq, V, const MAX: usize> Recent<K, V, MAX> {
    /// Returns the result for `key`; `None` if the key is unknown or its result was dropped.
    pub fn get(&self, key: &K) -> Option<&V> {
        self.results.iter().find(|(known, _)| known == key).map(|(_, result)| result)
    }

    /// Adds a result; drops the oldest one if there are more than `MAX`.
    pub fn insert(&mut self, key: K, result: V) {
        self.results.truncate(MAX - 1);
        self.results.push_front((key, result));
    }

    /// Drops all results.
    pub fn clear(&mut self) {
        self.results.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recent_keeps_the_latest_results() {
        let mut recent = Recent::<u32, u32, 3>::default();
        (0..5).for_each(|key| recent.insert(key, 10 * key));
        let kept = [0, 1, 2, 3, 4].map(|key| recent.get(&key).copied());
        assert_eq!(kept, [None, None, Some(20), Some(30), Some(40)]);
        recent.clear();
        assert_eq!(recent.get(&4), None);
    }
}
