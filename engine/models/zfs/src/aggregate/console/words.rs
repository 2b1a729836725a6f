//! A line taken apart: into words, and the words of a command into its options.

use super::{Refused, refuse};

/// The words of a line.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) all: Vec<String>,
    /// Whether a long dash stood where a hyphen should.
    pub(super) long_dash: bool,
}

impl Words {
    /// The words of a command line, or of the line of JCL that has the parameters of the utility.
    ///
    /// # Errors
    /// For a quote that does not end.
    pub(super) fn of(line: &str) -> Result<Self, Refused> {
        let line = line.trim();
        // A line that was copied with its prompt.
        let line = line.strip_prefix("# ").or_else(|| line.strip_prefix("$ ")).unwrap_or(line);
        if line.starts_with("//") {
            return Self::of_jcl(line);
        }
        Self::split(line)
    }

    fn of_jcl(line: &str) -> Result<Self, Refused> {
        let parameters = line.split_once("PARM=('").and_then(|(_, rest)| rest.split_once("')"));
        let Some((parameters, _)) = parameters else {
            return refuse(
                "Of a job, enter the line with PARM=('…'), or the command as IOEFSUTL and what stands between the \
                 quotes.",
            );
        };
        let mut words = Self::split(parameters)?;
        words.all.insert(0, "IOEFSUTL".to_owned());
        Ok(words)
    }

    fn split(line: &str) -> Result<Self, Refused> {
        let mut words = Self { all: Vec::new(), long_dash: false };
        let mut letters = line.chars().peekable();
        while let Some(&first) = letters.peek() {
            if first.is_whitespace() {
                letters.next();
                continue;
            }
            let mut word = String::new();
            while let Some(letter) = letters.next_if(|letter| !letter.is_whitespace()) {
                match letter {
                    '\'' | '"' => loop {
                        match letters.next() {
                            Some(inner) if inner == letter => break,
                            Some(inner) => word.push(inner),
                            None => return refuse(format!("A quote {letter} begins and does not end; end it.")),
                        }
                    },
                    '–' | '—' if word.is_empty() => {
                        words.long_dash = true;
                        word.push('-');
                    }
                    letter => word.push(letter),
                }
            }
            words.all.push(word);
        }
        Ok(words)
    }
}

/// An option of a command.
#[derive(Clone, Copy, Debug)]
pub(super) struct Syntax {
    /// Its name, without the hyphen.
    pub(super) name: &'static str,
    /// What follows it, in words; empty for one that stands alone.
    pub(super) takes: &'static str,
    /// The most words that follow it.
    pub(super) most: usize,
}

/// An option that stands alone.
pub(super) const fn flag(name: &'static str) -> Syntax {
    Syntax { name, takes: "", most: 0 }
}

/// An option that one word follows.
pub(super) const fn one(name: &'static str, takes: &'static str) -> Syntax {
    Syntax { name, takes, most: 1 }
}

/// The options that a command was given.
#[derive(Debug)]
pub(super) struct Options {
    given: Vec<(&'static str, Vec<String>)>,
}

impl Options {
    /// Reads the words behind a command. A word that belongs to no option is that of the first. Names may be cut short
    /// as long as they mean one option only.
    ///
    /// # Errors
    /// For an option that there is not, that is there twice, or that lacks what follows it.
    pub(super) fn read(command: &str, words: &[String], syntax: &[Syntax]) -> Result<Self, Refused> {
        let mut options = Self { given: Vec::new() };
        let mut words = words.iter().peekable();
        while let Some(word) = words.next() {
            let (option, mut values) = match word.strip_prefix('-') {
                Some(name) => (find(command, name, syntax)?, Vec::new()),
                None => match syntax.first() {
                    Some(first) if first.most > 0 && !options.has(first.name) => (*first, vec![word.clone()]),
                    _ => {
                        return refuse(format!(
                            "{command} does not know what to do with {word:?}. {}",
                            usage(command, syntax)
                        ));
                    }
                },
            };
            while values.len() < option.most
                && let Some(value) = words.next_if(|word| !word.starts_with('-'))
            {
                values.push(value.clone());
            }
            if option.most > 0 && values.is_empty() {
                return refuse(format!("-{} of {command} needs {} behind it.", option.name, option.takes));
            }
            if options.has(option.name) {
                return refuse(format!("-{} is there twice; give it once.", option.name));
            }
            options.given.push((option.name, values));
        }
        Ok(options)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.all(name).is_some()
    }

    /// What follows an option.
    pub(super) fn all(&self, name: &str) -> Option<&[String]> {
        self.given.iter().find(|(given, _)| *given == name).map(|(_, values)| &values[..])
    }

    /// The first word that follows an option.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.all(name)?.first().map(|value| &value[..])
    }

    /// The first word that follows an option which must be there.
    ///
    /// # Errors
    /// If it is not.
    pub(super) fn need(&self, command: &str, name: &str, syntax: &[Syntax]) -> Result<&str, Refused> {
        match self.get(name) {
            Some(value) => Ok(value),
            None => refuse(format!("{command} needs -{name}. {}", usage(command, syntax))),
        }
    }
}

fn find(command: &str, name: &str, syntax: &[Syntax]) -> Result<Syntax, Refused> {
    let name = name.to_ascii_lowercase();
    if let Some(option) = syntax.iter().find(|option| option.name == name) {
        return Ok(*option);
    }
    let fits: Vec<&Syntax> =
        syntax.iter().filter(|option| !name.is_empty() && option.name.starts_with(&name)).collect();
    match fits[..] {
        [option] => Ok(*option),
        [] => refuse(format!("{command} has no option -{name} here. {}", usage(command, syntax))),
        _ => refuse(format!("-{name} may mean several options of {command}; write more of its name.")),
    }
}

/// How a command is written.
pub(super) fn usage(command: &str, syntax: &[Syntax]) -> String {
    let option = |option: &Syntax| {
        let space = if option.takes.is_empty() { "" } else { " " };
        format!("-{}{space}{}", option.name, option.takes)
    };
    let options: Vec<String> = syntax.iter().map(option).collect();
    format!("It is written {command}, and may have {}.", options.join(", "))
}
