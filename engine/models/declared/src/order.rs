//! The order in which terms and outputs are evaluated.

/// Returns an order in which each entry comes after the entries that it needs; the error lists the entries of a cycle.
pub(crate) fn order(needs: &[Vec<usize>]) -> Result<Vec<usize>, Vec<usize>> {
    let mut order = Vec::with_capacity(needs.len());
    let mut missing: Vec<usize> = (0..needs.len()).collect();
    while !missing.is_empty() {
        let (ready, later): (Vec<_>, Vec<_>) =
            missing.iter().partition(|at| needs[**at].iter().all(|need| order.contains(need)));
        if ready.is_empty() {
            return Err(circle(needs, &later));
        }
        order.extend(ready);
        missing = later;
    }
    Ok(order)
}

/// Returns a cycle among entries, each of which needs another of these entries.
fn circle(needs: &[Vec<usize>], among: &[usize]) -> Vec<usize> {
    let mut path = vec![among[0]];
    loop {
        let last = path[path.len() - 1];
        let Some(next) = needs[last].iter().find(|need| among.contains(need)) else { return path };
        if let Some(start) = path.iter().position(|seen| seen == next) {
            path.drain(..start);
            return path;
        }
        path.push(*next);
    }
}

#[cfg(test)]
mod tests {
    use super::order;

    #[test]
    fn entries_come_after_what_they_need() {
        assert_eq!(order(&[vec![2], vec![], vec![1]]), Ok(vec![1, 2, 0]));
    }

    #[test]
    fn cycle_is_found_without_the_path_to_it() {
        assert_eq!(order(&[vec![1], vec![2], vec![1], vec![]]), Err(vec![1, 2]));
        assert_eq!(order(&[vec![0]]), Err(vec![0]));
    }
}
