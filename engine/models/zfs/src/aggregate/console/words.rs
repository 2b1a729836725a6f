//! Splits a line into words, and reads a command's options from them.

use super::{CommandError, refuse};

/// Returns a number with its noun, which is plural unless the number is 1.
pub(super) fn counted(number: u64, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// A command line, split into words.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) all: Vec<String>,
    /// Whether a dash was read as a hyphen.
    pub(super) long_dash: bool,
}

impl Words {
    /// Splits a command line, or a JCL line that contains the parameters of `IOEFSUTL`.
    ///
    /// # Errors
    /// Returns [`CommandError`] for an unclosed quote.
    pub(super) fn parse(line: &str) -> Result<Self, CommandError> {
        let line = line.trim();
        // The line may have been copied with its prompt.
        let line = line.strip_prefix("# ").or_else(|| line.strip_prefix("$ ")).unwrap_or(line);
        if line.starts_with("//") {
            return Self::parse_jcl(line);
        }
        Self::split(line)
    }

    fn parse_jcl(line: &str) -> Result<Self, CommandError> {
        let parameters = line.split_once("PARM=('").and_then(|(_, rest)| rest.split_once("')"));
        let Some((parameters, _)) = parameters else {
            return refuse(
                "Enter only the job's line with PARM=('…'), or IOEFSUTL followed by the text between the quotes.",
            );
        };
        let mut words = Self::split(parameters)?;
        words.all.insert(0, "IOEFSUTL".to_owned());
        Ok(words)
    }

    fn split(line: &str) -> Result<Self, CommandError> {
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
                            None => return refuse(format!("The quote {letter} is not closed: add the closing quote.")),
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

/// Syntax of an option of a command.
#[derive(Clone, Copy, Debug)]
pub(super) struct OptionSyntax {
    /// Name of the option, without the hyphen.
    pub(super) name: &'static str,
    /// Description of the values; empty for an option without values.
    pub(super) argument: &'static str,
    /// Maximum number of values.
    pub(super) max_arguments: usize,
}

/// Returns the syntax of an option without values.
pub(super) const fn flag(name: &'static str) -> OptionSyntax {
    OptionSyntax { name, argument: "", max_arguments: 0 }
}

/// Returns the syntax of an option with one value.
pub(super) const fn with_argument(name: &'static str, argument: &'static str) -> OptionSyntax {
    OptionSyntax { name, argument, max_arguments: 1 }
}

/// The options of a command line.
#[derive(Debug)]
pub(super) struct Options {
    values: Vec<(&'static str, Vec<String>)>,
}

impl Options {
    /// Reads the options from the words after a command. A value without an option name belongs to the first option in
    /// `syntax`. Option names may be abbreviated as long as they are unambiguous.
    ///
    /// # Errors
    /// Returns [`CommandError`] for an option that is unknown, that is repeated, or that lacks its value.
    pub(super) fn read(command: &str, words: &[String], syntax: &[OptionSyntax]) -> Result<Self, CommandError> {
        let mut options = Self { values: Vec::new() };
        let mut words = words.iter().peekable();
        while let Some(word) = words.next() {
            let (option, mut values) = match word.strip_prefix('-') {
                Some(name) => (find_option(command, name, syntax)?, Vec::new()),
                None => match syntax.first() {
                    Some(first) if first.max_arguments > 0 && !options.has(first.name) => (*first, vec![word.clone()]),
                    _ => {
                        return refuse(format!("{command} does not accept {word:?}. {}", usage(command, syntax)));
                    }
                },
            };
            while values.len() < option.max_arguments
                && let Some(value) = words.next_if(|word| !word.starts_with('-'))
            {
                values.push(value.clone());
            }
            if option.max_arguments > 0 && values.is_empty() {
                return refuse(format!("-{} of {command} needs a value: {}.", option.name, option.argument));
            }
            if options.has(option.name) {
                return refuse(format!("-{} is repeated; give it once.", option.name));
            }
            options.values.push((option.name, values));
        }
        Ok(options)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.all(name).is_some()
    }

    /// Returns the values of an option; `None` if the option is missing.
    pub(super) fn all(&self, name: &str) -> Option<&[String]> {
        self.values.iter().find(|(given, _)| *given == name).map(|(_, values)| &values[..])
    }

    /// Returns the first value of an option; `None` if the option is missing or has no value.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.all(name)?.first().map(|value| &value[..])
    }

    /// Returns the first value of a required option.
    ///
    /// # Errors
    /// Returns [`CommandError`] if the option is missing.
    pub(super) fn need(&self, command: &str, name: &str, syntax: &[OptionSyntax]) -> Result<&str, CommandError> {
        match self.get(name) {
            Some(value) => Ok(value),
            None => refuse(format!("{command} needs -{name}. {}", usage(command, syntax))),
        }
    }
}

fn find_option(command: &str, name: &str, syntax: &[OptionSyntax]) -> Result<OptionSyntax, CommandError> {
    let name = name.to_ascii_lowercase();
    if let Some(option) = syntax.iter().find(|option| option.name == name) {
        return Ok(*option);
    }
    let fits: Vec<&OptionSyntax> =
        syntax.iter().filter(|option| !name.is_empty() && option.name.starts_with(&name)).collect();
    match fits[..] {
        [option] => Ok(*option),
        [] => refuse(format!("{command} has no option -{name} here. {}", usage(command, syntax))),
        _ => refuse(format!("-{name} is ambiguous in {command}: write more of the option's name.")),
    }
}

/// Returns the usage of a command.
pub(super) fn usage(command: &str, syntax: &[OptionSyntax]) -> String {
    let option = |option: &OptionSyntax| {
        let space = if option.argument.is_empty() { "" } else { " " };
        format!("-{}{space}{}", option.name, option.argument)
    };
    let options: Vec<String> = syntax.iter().map(option).collect();
    format!("Usage: {command} with {}.", options.join(", "))
}
