//! The table of the options of all games, for the macro `options!` of `src/proto/game_options.rs`.

use std::error::Error;

use protox::prost_reflect::{
    DescriptorPool, EnumDescriptor, EnumValueDescriptor, FieldDescriptor, Kind, MessageDescriptor,
};

/// A row for each game that the message `Options` has a field for.
pub(crate) fn table(pool: &DescriptorPool) -> Result<String, Box<dyn Error>> {
    let options = pool.get_message_by_name("mancala.v1.Options").ok_or("the contract has no message Options")?;
    let games: Result<Vec<_>, _> = options.fields().map(|field| game(&field)).collect();
    Ok(format!("options! {{\n{}}}\n", games?.concat()))
}

fn game(field: &FieldDescriptor) -> Result<String, String> {
    let Kind::Message(message) = field.kind() else { return Err(format!("{} is no message", field.full_name())) };
    Ok(format!("{} {} {{\n{}}}\n", upper_camel(field.name()), message.name(), fields(&message)?))
}

/// The name of each option and its field, in alphabetical order. That of a word has the words by their numbers.
fn fields(message: &MessageDescriptor) -> Result<String, String> {
    let field = |field: FieldDescriptor| {
        let words = match field.kind() {
            Kind::Enum(of) => format!(": [{}]", words(&of)?),
            _ => String::new(),
        };
        Ok(format!("    {:?} {}{words},\n", spelled(field.name()), field.name()))
    };
    let mut rows = message.fields().map(field).collect::<Result<Vec<_>, String>>()?;
    rows.sort_unstable();
    Ok(rows.concat())
}

fn words(of: &EnumDescriptor) -> Result<String, String> {
    let prefix = upper_snake(of.name()) + "_";
    let given = of.values().filter(|value| value.number() != 0);
    let word = |value: EnumValueDescriptor| {
        let word = value.name().strip_prefix(&prefix).ok_or(format!("{} lacks {prefix}", value.full_name()))?;
        Ok(format!("({}, {:?})", value.number(), spelled(word)))
    };
    Ok(given.map(word).collect::<Result<Vec<_>, String>>()?.join(", "))
}

/// A name of the contract as the rules spell it.
fn spelled(name: &str) -> String {
    name.replace('_', "-").to_lowercase()
}

pub(crate) fn upper_camel(name: &str) -> String {
    name.split('_').map(|word| word[..1].to_uppercase() + &word[1..]).collect()
}

fn upper_snake(name: &str) -> String {
    let gap = |at, letter: char| if at > 0 && letter.is_uppercase() { "_" } else { "" };
    let letters = name.chars().enumerate().map(|(at, letter)| format!("{}{letter}", gap(at, letter)));
    letters.collect::<String>().to_uppercase()
}
