//! The form of text for chats: a position in at most three lines.

use ayla_rules::Side;

use super::Scene;
use crate::words;

/// The most bytes of each of the lines.
const MOST_BYTES: usize = 400;

impl Scene<'_> {
    /// A sentence, the far row and the near row, each on a line of at most 400 bytes. The rows are ASCII, the names of
    /// players apart.
    pub fn line(&self) -> String {
        let sentence = cut_at_word(newest(self.sentences(), MOST_BYTES), MOST_BYTES);
        format!("{sentence}\n{}\n{}", self.row_in_line(self.near.other()), self.row_in_line(self.near))
    }

    /// A row as the near side sees it, such as `S 1:4 2:0 3:12 [5]`: the store in brackets. With names it begins with
    /// `Amina (S)`.
    fn row_in_line(&self, side: Side) -> String {
        let mut houses: Vec<_> = (1..).zip(self.table(side)).map(|(house, seeds)| format!("{house}:{seeds}")).collect();
        if side != self.near {
            houses.reverse();
        }
        let store = self.setup.stores.map(|stores| format!(" [{}]", stores[side])).unwrap_or_default();
        let letter = side.letter();
        let row = format!(" {}{store}", houses.join(" "));
        match self.player(side) {
            Some(name) => {
                let rest = format!(" ({letter}){row}");
                // Where a long row leaves no room, the name is cut; the marks of isolation take six bytes.
                words::isolated(&words::cut_to_bytes(&name, MOST_BYTES.saturating_sub(rest.len() + 6))) + &rest
            }
            None => format!("{letter}{row}"),
        }
    }
}

/// As many of the last sentences as fit into `most` bytes, one at least. An ellipsis marks that others are left out.
fn newest(sentences: Vec<String>, most: usize) -> String {
    const ELLIPSIS: &str = "… ";
    let whole = sentences.join(" ");
    if whole.len() <= most {
        return whole;
    }
    let mut text = String::new();
    for sentence in sentences.into_iter().rev() {
        if !text.is_empty() && ELLIPSIS.len() + sentence.len() + " ".len() + text.len() > most {
            break;
        }
        text = if text.is_empty() { sentence } else { format!("{sentence} {text}") };
    }
    format!("{ELLIPSIS}{text}")
}

/// Cuts a text to at most `most` bytes, after a word. An ellipsis marks the cut, and isolates that were open there end.
fn cut_at_word(text: String, most: usize) -> String {
    const ELLIPSIS: &str = " …";
    if text.len() <= most {
        return text;
    }
    let mut room = most - ELLIPSIS.len();
    loop {
        let end = text.char_indices().map(|(end, _)| end).take_while(|&end| end <= room).last().unwrap_or(0);
        let end = text[..end].rfind(' ').unwrap_or(end);
        let ends = words::ends_of_isolates(&text[..end]);
        if end == 0 || end + ELLIPSIS.len() + ends.len() <= most {
            return format!("{}{ELLIPSIS}{ends}", &text[..end]);
        }
        room = end - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_sentences_are_left_out() {
        let sentences = || ["One.", "Two.", "Three."].map(str::to_owned).to_vec();
        assert_eq!(newest(sentences(), 16), "One. Two. Three.");
        assert_eq!(newest(sentences(), 15), "… Two. Three.");
        assert_eq!(newest(sentences(), 14), "… Three.");
        assert_eq!(newest(sentences(), 1), "… Three.");
    }

    #[test]
    fn a_text_is_cut_after_a_word() {
        assert_eq!(cut_at_word("one two".to_owned(), 7), "one two");
        assert_eq!(cut_at_word("one two three".to_owned(), 12), "one two …");
        assert_eq!(cut_at_word("é".repeat(300), 400).len(), 400);
        assert_eq!(cut_at_word("one \u{2068}two three\u{2069}".to_owned(), 17), "one \u{2068}two …\u{2069}");
        assert_eq!(cut_at_word("one \u{2068}two three\u{2069}".to_owned(), 16), "one …");
    }
}
