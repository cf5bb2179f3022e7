//! Positions, lines and moves as text: no text panics, and what is read comes back in canonical form.

use ayla_rules::Variant;
use ayla_rules::notation::{read_line, read_move};

pub fn check(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    for &variant in Variant::ALL {
        let _ = read_move(text, &variant.default_rules());
    }
    let Ok(position) = read_line(text).and_then(|read| read.setup.position()) else { return };
    let canonical = position.to_string();
    let again = read_line(&canonical).expect("canonical text is well formed").setup.position();
    assert_eq!(again, Ok(position), "{canonical}");
}
