//! A plain model: the product form's weight of every single state of a closed network, added up.

/// A station: what a request of each class takes in all, and how fast it works with 1, 2, … requests (the last speed
/// goes on). A delay is a station whose speed is the number of requests.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) demands_s: Vec<f64>,
    pub(crate) speeds: Vec<f64>,
}

impl Place {
    pub(crate) fn queue(demands_s: &[f64]) -> Self {
        Self { demands_s: demands_s.to_vec(), speeds: vec![1.0] }
    }

    pub(crate) fn delay(demands_s: &[f64]) -> Self {
        Self { demands_s: demands_s.to_vec(), speeds: (1..=100).map(f64::from).collect() }
    }

    /// `n! / (product of the speeds) * (product over the classes of d^n_c / n_c!)`
    fn weight(&self, here: &[u32]) -> f64 {
        let mut weight = 1.0;
        let mut total = 0;
        for (&demand, &count) in self.demands_s.iter().zip(here) {
            for one in 1..=count {
                total += 1;
                let speed = self.speeds[total.min(self.speeds.len()) - 1];
                weight *= demand / f64::from(one) * total as f64 / speed;
            }
        }
        weight
    }
}

/// Sums over all states.
#[derive(Debug)]
pub(crate) struct Sums {
    pub(crate) constant: f64,
    /// By place and class.
    pub(crate) numbers: Vec<Vec<f64>>,
}

pub(crate) fn sums(places: &[Place], populations: &[u32]) -> Sums {
    let mut sums = Sums { constant: 0.0, numbers: vec![vec![0.0; populations.len()]; places.len()] };
    add(places, populations, 1.0, &mut Vec::new(), &mut sums);
    for number in sums.numbers.iter_mut().flatten() {
        *number /= sums.constant;
    }
    sums
}

/// Requests of each class a second: G(N - 1 of the class) / G(N).
pub(crate) fn throughput(places: &[Place], populations: &[u32], class: usize) -> f64 {
    let mut fewer = populations.to_vec();
    fewer[class] -= 1;
    sums(places, &fewer).constant / sums(places, populations).constant
}

fn add(places: &[Place], left: &[u32], weight: f64, state: &mut Vec<Vec<u32>>, sums: &mut Sums) {
    let [place, rest @ ..] = places else { return };
    if rest.is_empty() {
        let weight = weight * place.weight(left);
        state.push(left.to_vec());
        sums.constant += weight;
        for (numbers, here) in sums.numbers.iter_mut().zip(&*state) {
            for (number, &here) in numbers.iter_mut().zip(here) {
                *number += weight * f64::from(here);
            }
        }
        state.pop();
        return;
    }
    let mut here = vec![0; left.len()];
    loop {
        let remaining: Vec<u32> = left.iter().zip(&here).map(|(left, here)| left - here).collect();
        state.push(here.clone());
        add(rest, &remaining, weight * place.weight(&here), state, sums);
        state.pop();
        // The next vector from 0 to `left`, like a counter with a digit for each class.
        let Some(digit) = here.iter().zip(left).position(|(here, left)| here < left) else { return };
        here[digit] += 1;
        here[..digit].fill(0);
    }
}
