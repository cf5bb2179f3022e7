//! Moves as people and models type them, and as answers print them: `#03.`, `I play house 3!`, `3 (House 3)`, `Sud joue
//! la case 3.`
//!
//! A text is taken apart into the words and phrases that the catalogues know, in all languages at once, since people
//! who share a game need not share a language. It is a move if nothing else is in it and it names exactly one. So a
//! negation, a doubt or a second house makes a text no move, without a list of what people could say.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use ayla_rules::notation::read_move;
use ayla_rules::{Line, Move, Proposal, Rules, Side};
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use super::wrong_seat;
use crate::event_log::EventLog;
use crate::request::TextOptions;
use crate::text::LastMove;
use crate::words::{self, Language, Message, Names, Voice};

/// The most bytes of a text that may be a move: enough for all that is said of one, with the longest names.
const MOST_BYTES: usize = 1_000;
/// The most full stops within the first sentence of a text and at its end: the names in it may have some.
const MOST_STOPS: usize = 4;
/// What people put around a move and between its words.
const MARKS: &str = "#.!/,:;()[]{}\"*_`\\$\u{b0}\u{ab}\u{bb}\u{2026}\u{201c}\u{201d}\u{3002}";
/// The word that makes a text a question.
const QUESTION: &str = "?";
/// Signs that doubt or deny what they stand beside. All other signs, such as a smile, say nothing of a move.
const DOUBTS: &str =
    "\u{2049}\u{26d4}\u{2716}\u{274c}\u{274e}\u{2753}\u{2754}\u{1f44e}\u{1f645}\u{1f6ab}\u{1f6d1}\u{1f914}\u{1f937}";
/// The numbers that are one character and no digits, circled or Ethiopic: the first character, its number, and how
/// many there are.
const NUMBERS: [(char, u32, u32); 9] = [
    ('\u{1369}', 1, 10),
    ('\u{2460}', 1, 20),
    ('\u{2474}', 1, 20),
    ('\u{2488}', 1, 20),
    ('\u{24eb}', 11, 10),
    ('\u{24f5}', 1, 10),
    ('\u{2776}', 1, 10),
    ('\u{2780}', 1, 10),
    ('\u{278a}', 1, 10),
];
/// The last ordinal that says who begins, as in `I play first`: it is a house only with an article or a noun.
const LAST_OF_PLAYERS: u32 = 2;
/// Stands for the name of the player to move in the phrases of the [`Vocabulary`].
const MOVER: &str = "mover";
/// Stands for the name of the other player.
const OPPONENT: &str = "opponent";

/// A move that somebody typed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TypedMove {
    /// The move.
    pub proposal: Proposal,
    /// The seat, if one is named (AN-7).
    pub seat: Option<u32>,
}

/// Reads the move that somebody types next in a game, as [`typed_move`] does, or as `plays` of an answer tell it.
pub fn move_of_turn(text: &str, line: &Line, texts: &TextOptions) -> Option<TypedMove> {
    let rules = line.position().rules();
    let typed = typed_move(text, &rules, line.position().turn(), &texts.voice);
    let typed = typed.or_else(|| told_move(text, line, texts))?;
    let is_of_game = |seat| wrong_seat(seat, typed.proposal, &rules).is_none();
    typed.seat.is_none_or(is_of_game).then_some(typed)
}

/// The legal move that a text tells with all that happens in it: `South plays house 3. The last of 4 seeds falls in
/// North's house 1.` The houses after the first sentence are no moves, but only where it is known that nothing else is
/// said of them.
fn told_move(text: &str, line: &Line, TextOptions { voice, view, .. }: &TextOptions) -> Option<TypedMove> {
    let position = line.position();
    let variant = position.rules().variant();
    let mover = position.turn();
    let ends = text.match_indices(". ").take(MOST_STOPS);
    let first =
        ends.map(|(end, _)| &text[..end]).find_map(|first| typed_move(first, &position.rules(), mover, voice))?;
    let played = position.check(first.proposal, None).ok()?;
    let messages = LastMove::play(&mut line.clone(), played, EventLog::default()).messages(variant, *view);
    let text = words_of(text);
    let mut voices = Language::all().flat_map(|language| in_every_person(&voice.clone().in_language(language)));
    voices.any(|voice| words_of(&voice.say_all(&messages)) == text).then_some(first)
}

/// The voice speaking of both players, to South and to North.
fn in_every_person(voice: &Voice) -> [Voice; 3] {
    [None, Some(Side::South), Some(Side::North)].map(|you| voice.clone().to(you))
}

/// Reads a move as the player to move types it, in any language. Where languages differ about a word, that of the voice
/// is right. The voice also knows the names of the players.
pub fn typed_move(text: &str, rules: &Rules, mover: Side, voice: &Voice) -> Option<TypedMove> {
    if text.len() > MOST_BYTES {
        return None;
    }
    let reader = Reader { rules, mover, language: voice.language };
    let text = words_of(text);
    let name_of = |side: Side| Some((words_of(voice.name(side)?), side));
    let names: Vec<_> = Side::ALL.iter().filter_map(|&side| name_of(side)).collect();
    // A name can be any word: it is one only in a text that is no move without it.
    let read = |names: &[(String, Side)]| reader.read(&reader.with_stand_ins(&text, names));
    read(&[]).or_else(|| if names.is_empty() { None } else { read(&names) })
}

/// The words of a text in small letters, separated by spaces, without the marks around them. A name after `@` is one. A
/// question mark is a word.
fn words_of(text: &str) -> String {
    let text: String = text.chars().map(as_typed).collect();
    let text = text.to_lowercase().replace(QUESTION, " ? ");
    let mark = |character: char| MARKS.contains(character);
    let words = text.split_whitespace().flat_map(|word| {
        let (before, recipient) = word.split_at(word.find('@').unwrap_or(word.len()));
        before.split(mark).chain([recipient.trim_end_matches(mark)])
    });
    let words = words.map(|word| word.trim_matches('\'')).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// A character as a keyboard has it: digits of every script and the wide characters of East Asia are others; what
/// cannot be seen, what makes a digit a key and the colours of emoji are left out; a sign is a word. The two letters of
/// Turkish and Azeri, `i` and `ı`, are one: in capitals they are `İ` and `I`, the `I` of all other languages.
fn as_typed(character: char) -> String {
    use GeneralCategory::{DashPunctuation, DecimalNumber, Format, OtherSymbol};
    let category = |character: char| character.general_category();
    match character {
        '\0'..='\u{7f}' => character.into(),
        '\u{34f}' | '\u{3164}' | '\u{fe0e}' | '\u{fe0f}' | '\u{20e3}' | '\u{1f3fb}'..='\u{1f3ff}' => String::new(),
        '\u{2018}' | '\u{2019}' => "'".to_owned(),
        'İ' | 'ı' => "i".to_owned(),
        '\u{ff01}'..='\u{ff5e}' => as_typed(char::from_u32(u32::from(character) - 0xfee0).unwrap_or(character)),
        _ if category(character) == Format => String::new(),
        _ if category(character) == DashPunctuation => "-".to_owned(),
        // Each script has its digits in a row from 0 to 9.
        _ if category(character) == DecimalNumber => {
            let lower = ('\0'..character).rev().take_while(|&lower| category(lower) == DecimalNumber);
            (lower.count() % 10).to_string()
        }
        _ => {
            let number = |&(first, number, count): &(char, u32, u32)| {
                let index = u32::from(character).checked_sub(first.into()).filter(|&index| index < count)?;
                Some(format!(" {} ", number + index))
            };
            let is_sign = category(character) == OtherSymbol && !MARKS.contains(character);
            let word = || if is_sign { format!(" {character} ") } else { character.into() };
            NUMBERS.iter().find_map(number).unwrap_or_else(word)
        }
    }
}

/// Whether a word says nothing: it names with `@` who is to read the text, or is a dash or a sign.
fn says_nothing(word: &str) -> bool {
    let is_sign = |sign: char| {
        "-<".contains(sign) || sign.general_category() == GeneralCategory::OtherSymbol && !DOUBTS.contains(sign)
    };
    word.strip_prefix('@').is_some_and(|name| !name.is_empty()) || word.chars().all(is_sign)
}

/// What somebody wants who types no move: the key of the message that tells them how.
pub fn way_on(text: &str) -> Option<&'static str> {
    let words = words_of(text.get(..MOST_BYTES).unwrap_or(text).trim());
    words.split([' ', '\'', '-']).find_map(|word| VOCABULARY.ways_on.get(word).copied())
}

/// What a word or a phrase says of a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Meaning {
    /// The move.
    Move(Proposal),
    /// The move, as answers tell it: not in a question.
    Told(Proposal),
    /// Nothing: it stands beside any move, as in `house 3`.
    Beside,
    /// Nothing but that a move is made, as in `my move is 3`. Somebody who asks has not made it.
    Statement,
    /// That the next number is a seat.
    Seat,
}

/// What the words and phrases of all languages mean.
#[derive(Default)]
struct Vocabulary {
    /// The meanings of a phrase, at most one in each language.
    phrases: HashMap<String, Vec<(Language, Meaning)>>,
    /// The number of words of the longest phrase.
    longest: usize,
    /// The names of the sides.
    sides: Vec<(String, Side)>,
    /// The ordinals that are words.
    ordinals: HashMap<String, u32>,
    /// What makes an ordinal of digits.
    endings: HashSet<String>,
    /// The nouns that may follow an ordinal.
    nouns: HashSet<String>,
    /// The articles before an ordinal that can only be a house.
    articles: HashSet<String>,
    /// The words of people who want something else than a move, with the key of the message for them.
    ways_on: HashMap<String, &'static str>,
}

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(|| {
    let mut vocabulary = Vocabulary::default();
    Language::all().for_each(|language| vocabulary.learn(language));
    vocabulary
});

impl Vocabulary {
    /// Adds the words that people of a language type and the phrases by which answers name moves.
    fn learn(&mut self, language: Language) {
        for &side in Side::ALL {
            self.sides.push((words_of(&language.say(&words::side(side))), side));
        }
        let names = Names { south: Some(MOVER.to_owned()), north: Some(OPPONENT.to_owned()) };
        let voice = Voice::new(language, Some(&names));
        let voices = in_every_person(&voice);
        let listed = |key: &'static str| language.say(&Message::new(key));
        for (number, word) in (1..).zip(listed("words-numbers").split(", ")) {
            self.add(word, language, Meaning::Move(Proposal::House { number, side: None }));
        }
        for word in words::WORD_MOVES {
            let name = word.text();
            let listed = |prefix: &str| language.say(&Message::new(format!("{prefix}-{name}")));
            let typed = listed("words");
            let shown = [listed("word"), listed("page-move"), language.say(&words::label(word))];
            for phrase in typed.split(", ").chain(shown.iter().map(String::as_str)) {
                self.add(phrase, language, Meaning::Move(word.into()));
            }
            for voice in &voices {
                self.add(&voice.say(&words::played(Side::South, word)), language, Meaning::Told(word.into()));
            }
        }
        listed("words-house").split(", ").for_each(|word| self.add(word, language, Meaning::Beside));
        listed("words-statement").split(", ").for_each(|word| self.add(word, language, Meaning::Statement));
        for (number, forms) in (1..).zip(listed("words-ordinals").split(", ")) {
            self.ordinals.extend(forms.split(' ').map(|form| (words_of(form), number)));
        }
        self.endings.extend(listed("words-ordinal-endings").split(", ").map(words_of));
        self.nouns.extend(listed("words-nouns").split(", ").map(words_of));
        self.articles.extend(listed("words-articles").split(", ").map(words_of));
        for (key, message) in [("words-help", "help-with-moves"), ("words-stop", "help-with-stop")] {
            self.ways_on.extend(listed(key).split(", ").map(|word| (words_of(word), message)));
        }
        // In these a 0 stands for the number of a house, or of a seat.
        let house = Move::House(0);
        self.add_around(&language.say(&words::label(house)), language, Meaning::Beside);
        for voice in voices {
            self.add_around(&voice.say(&words::played(Side::South, house)), language, Meaning::Statement);
        }
        let best = message!("best-move", move = house.text());
        self.add_around(&language.say(&best), language, Meaning::Statement);
        let seat = message!("with-seat", move = "", seat = 0_u32);
        self.add_around(&language.say(&seat), language, Meaning::Seat);
    }

    /// Adds what stands before a 0 and what stands after it.
    fn add_around(&mut self, text: &str, language: Language, meaning: Meaning) {
        format!(" {} ", words_of(text)).split(" 0 ").for_each(|phrase| self.add(phrase, language, meaning));
    }

    /// Adds a phrase, unless it has a meaning in the language.
    fn add(&mut self, phrase: &str, language: Language, meaning: Meaning) {
        let phrase = words_of(phrase);
        if phrase.is_empty() {
            return;
        }
        self.longest = self.longest.max(phrase.split(' ').count());
        let meanings = self.phrases.entry(phrase).or_default();
        if meanings.iter().all(|(known, _)| *known != language) {
            meanings.push((language, meaning));
        }
    }

    /// The number of an ordinal.
    fn ordinal(&self, word: &str) -> Option<u32> {
        let ending = word.trim_start_matches(|digit: char| digit.is_ascii_digit());
        let digits = &word[..word.len() - ending.len()];
        let of_digits = || digits.parse().ok().filter(|_| self.endings.contains(ending));
        self.ordinals.get(word).copied().or_else(of_digits)
    }

    /// The words with the numbers of houses in place of ordinals. One that may be of something else stays: `3rd time`.
    fn without_ordinals(&self, words: Vec<&str>) -> String {
        let mut replaced: Vec<String> = Vec::new();
        let mut words = words.into_iter().peekable();
        while let Some(word) = words.next() {
            let number = self.ordinal(word).filter(|&number| {
                let has_noun = words.next_if(|&noun| self.nouns.contains(noun)).is_some();
                let has_article = replaced.last().is_some_and(|word| self.articles.contains(word));
                has_noun || words.peek().is_none() && (has_article || number > LAST_OF_PLAYERS)
            });
            replaced.push(number.map_or_else(|| word.to_owned(), |number| number.to_string()));
        }
        replaced.join(" ")
    }

    /// The meaning of a phrase in this language or, if it has none there, in all others that know it.
    fn meaning(&self, phrase: &str, language: Language) -> Option<Meaning> {
        let meanings = self.phrases.get(phrase)?;
        let own = meanings.iter().find(|(known, _)| *known == language);
        let (_, meaning) = own.or_else(|| meanings.first())?;
        (own.is_some() || meanings.iter().all(|(_, other)| other == meaning)).then_some(*meaning)
    }
}

/// Reads the words of a text.
struct Reader<'a> {
    rules: &'a Rules,
    mover: Side,
    language: Language,
}

impl Reader<'_> {
    /// The words with the stand-ins for the players in place of these names, and of those of the sides.
    fn with_stand_ins(&self, text: &str, names: &[(String, Side)]) -> String {
        let replaced = |text: String, (name, side): &(String, Side)| {
            let stand_in = if *side == self.mover { MOVER } else { OPPONENT };
            text.replace(&format!(" {name} "), &format!(" {stand_in} "))
        };
        let text = names.iter().chain(&VOCABULARY.sides).fold(format!(" {text} "), replaced);
        text.trim().to_owned()
    }

    /// The one move that the words name; none if they name several, or something is not understood.
    fn read(&self, text: &str) -> Option<TypedMove> {
        let is_question = text.split(' ').any(|word| word == QUESTION);
        let words = text.split(' ').filter(|&word| word != QUESTION && !says_nothing(word));
        let text = VOCABULARY.without_ordinals(words.collect());
        let mut rest = text.as_str();
        let mut last = Meaning::Beside;
        let mut is_word = false;
        let mut named: Option<Proposal> = None;
        let mut seat = None;
        while !rest.is_empty() {
            let (meaning, length) = self.first_phrase(rest)?;
            let (phrase, others) = rest.split_at(length);
            rest = others.trim_start();
            let meaning = match meaning {
                Meaning::Told(_) | Meaning::Statement if is_question => return None,
                Meaning::Told(proposal) => Meaning::Move(proposal),
                Meaning::Move(_) | Meaning::Beside | Meaning::Statement | Meaning::Seat => meaning,
            };
            // `a move`, `one move` and `take the house` begin with words that are moves only where they end a text, or
            // where `please` follows.
            if is_word && !matches!(meaning, Meaning::Move(_) | Meaning::Statement) {
                return None;
            }
            is_word = matches!(meaning, Meaning::Move(_)) && !phrase.starts_with(|digit: char| digit.is_ascii_digit());
            last = match (last, meaning) {
                (Meaning::Seat, Meaning::Move(Proposal::House { number, side: None })) if seat.is_none() => {
                    seat = Some(number);
                    Meaning::Beside
                }
                (Meaning::Seat, _) => return None,
                // `1 1` may be 11, and `1.1` anything.
                (Meaning::Move(Proposal::House { .. }), Meaning::Move(Proposal::House { .. })) => return None,
                (_, Meaning::Move(proposal)) => {
                    if named.replace(proposal).is_some_and(|other| other != proposal) {
                        return None;
                    }
                    meaning
                }
                (_, Meaning::Told(_) | Meaning::Beside | Meaning::Statement | Meaning::Seat) => meaning,
            };
        }
        named.filter(|_| last != Meaning::Seat).map(|proposal| TypedMove { proposal, seat })
    }

    /// The meaning of the longest phrase at the beginning of the text, and its length in bytes.
    fn first_phrase(&self, text: &str) -> Option<(Meaning, usize)> {
        let ends = text.match_indices(' ').map(|(end, _)| end).chain([text.len()]);
        let ends: Vec<usize> = ends.take(VOCABULARY.longest).collect();
        ends.into_iter().rev().find_map(|end| {
            let phrase = &text[..end];
            let meaning = self.house(phrase).or_else(|| VOCABULARY.meaning(phrase, self.language));
            Some((meaning?, end))
        })
    }

    /// The house of a number or a letter, or the move of another word of the notation.
    fn house(&self, word: &str) -> Option<Meaning> {
        let word = match word.trim_start_matches('0') {
            "" => "0",
            digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => digits,
            _ => word,
        };
        let proposal = if word.len() == 1 && self.mover == Side::South {
            // The letters of South's houses are capitals (N-6).
            read_move(&word.to_ascii_uppercase(), self.rules)
        } else {
            read_move(word, self.rules)
        };
        proposal.map(Meaning::Move)
    }
}

#[cfg(test)]
mod tests;
