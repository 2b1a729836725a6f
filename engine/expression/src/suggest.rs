//! Messages about unknown names.

/// Returns the message that `name` is unknown, with the nearest of `names` or all of them.
pub fn unknown<'n>(what: &str, name: &str, names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<_> = names.collect();
    let near = names.iter().map(|known| (distance(name, known), known)).min();
    match near {
        Some((edits, known)) if edits <= known.len() / 3 => {
            format!("there is no {what} \"{name}\"; did you mean {known}?")
        }
        Some(_) => format!("there is no {what} \"{name}\": use one of {}", names.join(", ")),
        None => format!("there is no {what} \"{name}\""),
    }
}

/// Returns the edit distance: the number of letters to insert, delete, or replace.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], at + 1);
        for (column, known) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *known);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}
