//! The requests of a trace, one by one.

use super::StreamKind;
use super::problem::{Problem, Stream};
use super::zipf::Zipf;
use pathlength_queueing::Random;

/// A stream with its position.
#[derive(Debug)]
struct Source {
    stream: Stream,
    /// The number of the stream to which the blocks belong, in the upper half of a block number.
    region: u64,
    zipf: Zipf,
    random: Random,
    /// Requests so far.
    sent: u64,
    /// Position in a loop or a scan.
    next: u32,
}

impl Source {
    fn request(&mut self) -> u64 {
        let Stream { kind, size, hot, locality, phase, .. } = self.stream;
        let random = &mut self.random;
        let block = match kind {
            StreamKind::Uniform => random.uniform_below(size.into()) as u32,
            StreamKind::Zipf => self.zipf.draw(random),
            StreamKind::WorkingSet => {
                // Blocks are counted from the first hot block.
                let moved = self.sent.checked_div(phase).unwrap_or(0) % u64::from(size) * u64::from(hot);
                let is_hot = hot == size || random.uniform() < locality;
                let (from, among) = if is_hot { (0, hot) } else { (hot, size - hot) };
                let place = u64::from(from) + random.uniform_below(among.into());
                ((moved + place) % u64::from(size)) as u32
            }
            StreamKind::Loop | StreamKind::Scan => {
                let block = self.next;
                self.next = (block + 1) % size;
                block
            }
        };
        self.sent += 1;
        self.region | u64::from(block)
    }
}

/// The requests of a problem.
#[derive(Debug)]
pub(super) struct Requests {
    sources: Vec<Source>,
    choice: Random,
    at: u64,
    /// The streams that send requests now, each with the sum of the weights up to and including its own.
    active: Vec<(usize, f64)>,
    /// The index of the next request before which a stream begins or ends.
    next_change: u64,
}

impl Requests {
    pub(super) fn new(problem: &Problem) -> Self {
        let sources = problem.streams.iter().enumerate().map(|(at, stream)| Source {
            stream: stream.clone(),
            region: u64::from(stream.region) << 32,
            zipf: Zipf::new(stream.size, stream.skew),
            random: Random::new(problem.seed, at as u64 + 1),
            sent: 0,
            next: 0,
        });
        let sources = sources.collect();
        Self { sources, choice: Random::new(problem.seed, 0), at: 0, active: Vec::new(), next_change: 0 }
    }

    /// Returns the stream and the block of the next request; `None` if no stream sends requests at this point.
    pub(super) fn next(&mut self) -> Option<(usize, u64)> {
        if self.at == self.next_change {
            self.change();
        }
        let (_, total) = *self.active.last()?;
        let stream = if self.active.len() == 1 {
            self.active[0].0
        } else {
            let drawn = self.choice.uniform() * total;
            self.active.iter().find(|(_, sum)| drawn < *sum).or(self.active.last())?.0
        };
        self.at += 1;
        Some((stream, self.sources[stream].request()))
    }

    fn change(&mut self) {
        self.active.clear();
        self.next_change = u64::MAX;
        let mut sum = 0.0;
        for (at, Source { stream, .. }) in self.sources.iter().enumerate() {
            let later = [stream.from, stream.to].into_iter().filter(|change| *change > self.at);
            self.next_change = later.min().map_or(self.next_change, |change| change.min(self.next_change));
            if (stream.from..stream.to).contains(&self.at) && stream.weight > 0.0 {
                sum += stream.weight;
                self.active.push((at, sum));
            }
        }
    }
}
