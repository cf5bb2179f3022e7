//! A fuzzer of one target, whose name is in `FUZZ_TARGET`; its arguments are those of libFuzzer.

#![no_main]

use std::env;
use std::sync::LazyLock;

use ayla_fuzz::{Check, TARGETS};

static CHECK: LazyLock<Check> = LazyLock::new(|| {
    let name = env::var("FUZZ_TARGET").expect("FUZZ_TARGET is the name of a target");
    TARGETS.iter().find(|(target, _)| *target == name).unwrap_or_else(|| panic!("there is no target {name}")).1
});

libfuzzer_sys::fuzz_target!(|input: &[u8]| CHECK(input));
