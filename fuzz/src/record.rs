//! Games of other programs: no text panics, every fault lies in the text, and a game that is written is read as the
//! same game.

use ayla_records::{Format, read, write};

pub fn check(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let reading = read(text, None);
    let lines = text.split('\n').count();
    for fault in &reading.faults {
        let line = fault.place.line as usize;
        assert!((1..=lines).contains(&line) && fault.place.column > 0, "{fault:?}");
    }
    for record in &reading.records {
        for &format in Format::ALL {
            let Ok(written) = write(&record.game, format) else { continue };
            let again = read(&written.text, Some(format));
            let [same] = &again.records[..] else { panic!("{}: {:?}", written.text, again.faults) };
            assert_eq!(same.game.moves, record.game.moves, "{}", written.text);
            if written.omitted.is_empty() {
                assert_eq!(same.game.start, record.game.start, "{}", written.text);
            }
        }
    }
}
