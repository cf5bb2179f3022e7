//! What the WebAssembly module exports and imports. The host writes what it says into memory that [`reserve`] gives,
//! calls, and reads [`output`]; numbers are all that passes between them. So no generator of bindings is needed, and no
//! pointer is ever dereferenced here.

use std::cell::RefCell;
use std::time::Duration;

use ayla_engine::lend_weights;
use ayla_rules::{RULES_VERSION, Variant};

use crate::{Content, Host, Outcome, Rules};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds since any moment.
    safe fn now() -> f64;

    /// Takes a message of a stream.
    safe fn send(message: *const u8, length: usize);
}

#[derive(Default)]
struct State {
    rules: Option<Rules>,
    /// What the host has written.
    input: Vec<u8>,
    /// What it is to read.
    output: Vec<u8>,
}

thread_local! {
    static STATE: RefCell<State> = const { RefCell::new(State { rules: None, input: Vec::new(), output: Vec::new() }) };
}

/// Makes room for as many bytes of input, and returns where it is.
#[unsafe(no_mangle)]
extern "C" fn reserve(length: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        state.input.clear();
        state.input.resize(length, 0);
        state.input.as_mut_ptr()
    })
}

/// Where the output is.
#[unsafe(no_mangle)]
extern "C" fn output() -> *const u8 {
    STATE.with_borrow(|state| state.output.as_ptr())
}

/// The number of bytes of the output.
#[unsafe(no_mangle)]
extern "C" fn output_length() -> usize {
    STATE.with_borrow(|state| state.output.len())
}

/// Puts the version of the rules into the output.
#[unsafe(no_mangle)]
extern "C" fn version() {
    STATE.with_borrow_mut(|state| state.output = RULES_VERSION.into());
}

/// Answers a call. The input is the path, then what languages are accepted, as long as is said, and the body, or the
/// query if the method is GET. Returns the HTTP status, and the output is the body; or 0, and the output is the name of
/// the game whose weights are needed.
#[unsafe(no_mangle)]
extern "C" fn call(path: usize, accepted: usize, is_get: bool) -> u32 {
    STATE.with_borrow_mut(|State { rules, input, output }| {
        let (head, content) = input.split_at(input.len().min(path + accepted));
        let (path, accepted) = head.split_at(head.len().min(path));
        let path = String::from_utf8_lossy(path);
        let accepted = String::from_utf8_lossy(accepted);
        let accepted = (!accepted.is_empty()).then_some(&*accepted);
        let now = || Duration::from_secs_f64(now().max(0.0) / 1_000.0);
        let host = Host { now: &now, send: &|message| send(message.as_ptr(), message.len()) };
        let query = String::from_utf8_lossy(if is_get { content } else { b"" });
        let content = if is_get { Content::Query(&query) } else { Content::Body(content) };
        match rules.get_or_insert_default().call(&path, accepted, content, host) {
            Outcome::Answered { status, body } => {
                *output = body;
                status.into()
            }
            Outcome::NeedsWeights(variant) => {
                *output = variant.name().into();
                0
            }
        }
    })
}

/// Takes the weights of a game: the input is its name, as long as is said, and the weights. Returns whether they are
/// right.
#[unsafe(no_mangle)]
extern "C" fn lend(name: usize) -> bool {
    STATE.with_borrow_mut(|State { input, .. }| {
        let (name, weights) = input.split_at(input.len().min(name));
        let variant = Variant::ALL.iter().find(|variant| variant.name().as_bytes() == name);
        variant.is_some_and(|&variant| lend_weights(variant, weights.to_vec()))
    })
}

/// Counts the lines of this many moves from the first position of a game, whose name is the input.
#[cfg(feature = "perft")]
#[unsafe(no_mangle)]
extern "C" fn perft(depth: u32) -> u64 {
    STATE.with_borrow(|State { input, .. }| {
        let position = std::str::from_utf8(input).ok().and_then(|text| ayla_rules::Position::read(text).ok());
        position.map_or(0, |position| ayla_rules::perft::perft(&position.into(), depth).total)
    })
}
