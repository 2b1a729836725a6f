//! A simple model: the sum of the product-form weights of all states of a closed network.

/// A station: service demand of each class, and speed with 1, 2, … requests; the last speed holds for more requests.
/// The speed of a delay center is the number of requests.
#[derive(Clone, Debug)]
pub(crate) struct Center {
    pub(crate) demands_s: Vec<f64>,
    pub(crate) speeds: Vec<f64>,
}

impl Center {
    pub(crate) fn queue(demands_s: &[f64]) -> Self {
        Self { demands_s: demands_s.to_vec(), speeds: vec![1.0] }
    }

    pub(crate) fn delay(demands_s: &[f64]) -> Self {
        Self { demands_s: demands_s.to_vec(), speeds: (1..=100).map(f64::from).collect() }
    }

    /// Returns the weight of a state: `n! / (product of the speeds) * (product over the classes of d^n_c / n_c!)`.
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

/// Normalization constant and mean queue lengths.
#[derive(Debug)]
pub(crate) struct Sums {
    pub(crate) constant: f64,
    /// By center and class.
    pub(crate) queue_lengths: Vec<Vec<f64>>,
}

pub(crate) fn sums(centers: &[Center], populations: &[u32]) -> Sums {
    let mut sums = Sums { constant: 0.0, queue_lengths: vec![vec![0.0; populations.len()]; centers.len()] };
    add(centers, populations, 1.0, &mut Vec::new(), &mut sums);
    for queue_length in sums.queue_lengths.iter_mut().flatten() {
        *queue_length /= sums.constant;
    }
    sums
}

/// Returns the throughput of a class per second: `G(N − 1_c) / G(N)`.
pub(crate) fn throughput(centers: &[Center], populations: &[u32], class: usize) -> f64 {
    let mut population_minus_one = populations.to_vec();
    population_minus_one[class] -= 1;
    sums(centers, &population_minus_one).constant / sums(centers, populations).constant
}

fn add(centers: &[Center], left: &[u32], weight: f64, state: &mut Vec<Vec<u32>>, sums: &mut Sums) {
    let [center, rest @ ..] = centers else { return };
    if rest.is_empty() {
        let weight = weight * center.weight(left);
        state.push(left.to_vec());
        sums.constant += weight;
        for (queue_lengths, here) in sums.queue_lengths.iter_mut().zip(&*state) {
            for (queue_length, &here) in queue_lengths.iter_mut().zip(here) {
                *queue_length += weight * f64::from(here);
            }
        }
        state.pop();
        return;
    }
    let mut here = vec![0; left.len()];
    loop {
        let remaining: Vec<u32> = left.iter().zip(&here).map(|(left, here)| left - here).collect();
        state.push(here.clone());
        add(rest, &remaining, weight * center.weight(&here), state, sums);
        state.pop();
        // The next vector from 0 to `left`, counted with one digit per class.
        let Some(digit) = here.iter().zip(left).position(|(here, left)| here < left) else { return };
        here[digit] += 1;
        here[..digit].fill(0);
    }
}
