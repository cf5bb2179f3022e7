//! What an expression of PromQL names: metrics, labels, and the values of labels.

use std::iter::Peekable;
use std::str::Chars;

/// What is named in an expression.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Named {
    /// Metrics of the service, with the labels that they are chosen by, and the values for each.
    pub(crate) metrics: Vec<(String, Vec<(String, String)>)>,
    /// Labels that results are grouped by or listed of.
    pub(crate) labels: Vec<String>,
}

#[derive(Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    Text(String),
    Sign(char),
}

fn word(chars: &mut Peekable<Chars<'_>>) -> String {
    let mut word = String::new();
    while let Some(char) = chars.next_if(|char| char.is_alphanumeric() || ['_', ':'].contains(char)) {
        word.push(char);
    }
    word
}

fn tokens(expression: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut chars = expression.chars().peekable();
    while let Some(&char) = chars.peek() {
        if char.is_alphabetic() || char == '_' {
            tokens.push(Token::Word(word(&mut chars)));
            continue;
        }
        chars.next();
        if char == '"' {
            tokens.push(Token::Text(chars.by_ref().take_while(|&char| char != '"').collect()));
        } else if !char.is_whitespace() {
            tokens.push(Token::Sign(char));
        }
    }
    tokens
}

/// The words up to this sign.
fn words_until(tokens: &mut impl Iterator<Item = Token>, end: char) -> Vec<String> {
    let inside = tokens.take_while(|token| *token != Token::Sign(end));
    let words = inside.filter_map(|token| if let Token::Word(word) = token { Some(word) } else { None });
    words.collect()
}

/// What this expression names.
pub(crate) fn named(expression: &str) -> Named {
    let mut named = Named::default();
    let mut tokens = tokens(expression).into_iter().peekable();
    while let Some(token) = tokens.next() {
        let Token::Word(word) = token else { continue };
        match word.as_str() {
            "by" | "without" | "on" | "ignoring" => {
                named.labels.extend(words_until(&mut tokens, ')'));
            }
            metric if metric.starts_with("ayla_") || metric.starts_with("process_") => {
                let mut chosen = Vec::new();
                let mut label = String::new();
                if tokens.next_if_eq(&Token::Sign('{')).is_some() {
                    for token in tokens.by_ref().take_while(|token| *token != Token::Sign('}')) {
                        match token {
                            Token::Word(word) => label = word,
                            Token::Text(value) => chosen.push((std::mem::take(&mut label), value)),
                            Token::Sign(_) => {}
                        }
                    }
                }
                named.metrics.push((word, chosen));
                // The list of a label's values, as Grafana asks for it.
                if expression.starts_with("label_values(") {
                    named.labels.extend(words_until(&mut tokens, ')'));
                }
            }
            _ => {}
        }
    }
    named
}

#[test]
fn what_an_expression_names_is_found() {
    let expression = r#"sum by (le, job) (rate(ayla_a_bucket{job=~"$job", kind!="x|y"}[5m])) / on (pod) ayla_b > 1"#;
    let chosen = [("job", "$job"), ("kind", "x|y")].map(|(label, value)| (label.to_owned(), value.to_owned()));
    assert_eq!(
        named(expression),
        Named {
            metrics: vec![("ayla_a_bucket".to_owned(), chosen.into()), ("ayla_b".to_owned(), Vec::new())],
            labels: ["le", "job", "pod"].map(str::to_owned).into(),
        }
    );
    assert_eq!(named("label_values(ayla_a, job)").labels, ["job"]);
}
