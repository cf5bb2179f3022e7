//! The names of players: whatever somebody is called, made fit to stand in a sentence.

use ayla_steps::{count, weights};
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// The most grapheme clusters of a name, which are what people count as characters.
const MOST_CLUSTERS: usize = 32;
/// The most bytes of a name, marks of isolation apart.
const MOST_BYTES: usize = 128;
/// Stands for what is cut off a name.
const ELLIPSIS: &str = "…";
/// Begins and ends a text that does not turn the direction of the text around it (Unicode Standard Annex 9).
const ISOLATE: [char; 2] = ['\u{2068}', '\u{2069}'];

/// The name as it stands in sentences: without control characters and invisible formatting, cut where it is too long.
/// Nothing if nothing visible is left.
pub(super) fn cleaned(name: &str) -> Option<String> {
    count(name.len() as u64 / 16 * weights::SIXTEEN_BYTES);
    // No more than may be left, and one that shows whether it is cut.
    let kept = name.chars().filter(|&character| is_kept(character)).skip_while(|character| character.is_whitespace());
    let kept: String = kept.take(MOST_BYTES + 1).collect();
    let name = cut(kept.trim(), |clusters, bytes, _| clusters <= MOST_CLUSTERS && bytes <= MOST_BYTES);
    name.chars().any(is_visible).then_some(name)
}

/// The name, isolated if it contains letters that are written from right to left.
pub(crate) fn isolated(name: &str) -> String {
    let [begin, end] = ISOLATE;
    if name.chars().any(is_right_to_left) { format!("{begin}{name}{end}") } else { name.to_owned() }
}

/// The ends of the isolates that a text leaves open.
pub(crate) fn ends_of_isolates(text: &str) -> String {
    const BEGINS: [char; 3] = ['\u{2066}', '\u{2067}', '\u{2068}'];
    let [_, end] = ISOLATE;
    let open = text.matches(BEGINS).count().saturating_sub(text.matches(end).count());
    end.to_string().repeat(open)
}

/// The name, cut to so many columns of a font with characters of one width.
pub(crate) fn cut_to_width(name: &str, columns: usize) -> String {
    cut(name, |_, _, width| width <= columns)
}

/// The name, cut to so many bytes.
pub(crate) fn cut_to_bytes(name: &str, most: usize) -> String {
    cut(name, |_, bytes, _| bytes <= most)
}

/// The text if it `fits` by its clusters, bytes and columns; else as many clusters of it as fit with an ellipsis.
fn cut(text: &str, fits: impl Fn(usize, usize, usize) -> bool) -> String {
    let clusters: Vec<&str> = text.graphemes(true).collect();
    if fits(clusters.len(), text.len(), text.width()) {
        return text.to_owned();
    }
    let mut kept = String::new();
    for (count, cluster) in (1..).zip(clusters) {
        let next = format!("{kept}{cluster}");
        if !fits(count + 1, next.len() + ELLIPSIS.len(), next.width() + 1) {
            break;
        }
        kept = next;
    }
    kept.trim_end().to_owned() + ELLIPSIS
}

/// Returns whether a character may stand in a name: those that control programs, lines or directions may not. What
/// joins the parts of emoji, letters and flags may.
fn is_kept(character: char) -> bool {
    use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator, PrivateUse, Unassigned};
    match character {
        '\u{200c}' | '\u{200d}' | '\u{e0020}'..='\u{e007f}' => true,
        _ => !matches!(
            character.general_category(),
            Control | Format | LineSeparator | ParagraphSeparator | PrivateUse | Unassigned
        ),
    }
}

/// Returns whether something is drawn for a character.
fn is_visible(character: char) -> bool {
    use GeneralCategoryGroup::{Letter, Number, Punctuation, Symbol};
    // Letters and symbols that are drawn as nothing.
    let is_blank = "\u{115f}\u{1160}\u{2800}\u{3164}\u{ffa0}".contains(character);
    // An ellipsis alone stands for a name of which nothing was left.
    let is_ellipsis = ELLIPSIS.contains(character);
    let group = character.general_category_group();
    matches!(group, Letter | Number | Punctuation | Symbol) && !is_blank && !is_ellipsis
}

/// Returns whether a character is in a block of scripts that are written from right to left.
const fn is_right_to_left(character: char) -> bool {
    matches!(character,
        '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}' | '\u{10800}'..='\u{10fff}'
        | '\u{1e800}'..='\u{1efff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> String {
        cleaned(text).unwrap_or_default()
    }

    #[test]
    fn names_as_people_write_them_are_kept() {
        for kept in ["Amina", "Jean-Paul 2.0", "Ọláníyì", "አቤል", "عائشة", "👩‍👩‍👧‍👦", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "नमस्ते", "!?"]
        {
            assert_eq!(name(kept), kept);
        }
        assert_eq!(name(" \u{a0}Amina\t"), "Amina");
    }

    #[test]
    fn what_controls_the_text_around_is_dropped() {
        assert_eq!(name("A\u{0}mi\u{202e}n\na\u{2069}\u{feff}"), "Amina");
        assert_eq!(name("A\u{1b}[31mmina"), "A[31mmina");
    }

    #[test]
    fn a_name_with_nothing_to_see_is_none() {
        for empty in ["", " ", "\u{200d}", "\u{202e}\n", "\u{2800}\u{3164}", "…", &"\u{301}".repeat(90)] {
            assert_eq!(cleaned(empty), None, "{empty:?}");
        }
    }

    #[test]
    fn a_long_name_is_cut_between_clusters() {
        let families = "👩‍👩‍👧‍👦".repeat(32);
        let cut = name(&families);
        assert!(cut.len() <= MOST_BYTES && cut.ends_with(ELLIPSIS), "{cut}");
        assert!(cut.trim_end_matches(ELLIPSIS).graphemes(true).all(|cluster| cluster == "👩‍👩‍👧‍👦"), "{cut}");
        assert_eq!(name(&"a".repeat(32)), "a".repeat(32));
        assert_eq!(name(&"a".repeat(33)), "a".repeat(31) + ELLIPSIS);
        assert_eq!(name(&format!("{} b", "a".repeat(31))), "a".repeat(31) + ELLIPSIS);
        // One letter with more marks than a name has room for.
        assert_eq!(cleaned(&format!("a{}", "\u{301}".repeat(90))), None);
        // Cutting again changes nothing.
        assert_eq!(name(&cut), cut);
    }

    #[test]
    fn only_names_from_right_to_left_are_isolated() {
        assert_eq!(isolated("Amina"), "Amina");
        assert_eq!(isolated("عائشة"), "\u{2068}عائشة\u{2069}");
    }

    #[test]
    fn columns_are_those_of_a_terminal() {
        assert_eq!(cut_to_width("漢字漢字", 8), "漢字漢字");
        assert_eq!(cut_to_width("漢字漢字", 7), "漢字漢…");
        assert_eq!(cut_to_bytes("éééé", 7), "éé…");
    }
}
