//! The corpus that the fuzz targets begin with: calls, texts, positions and tokens of every kind, right and wrong.

use std::collections::BTreeSet;
use std::fs::DirEntry;
use std::path::Path;

use ayla::operation::{self, Operation, RPC_SERVICE};

#[test]
fn what_must_hold_for_any_input_holds_for_the_corpus() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds");
    for (target, check) in ayla_fuzz::TARGETS {
        let files = std::fs::read_dir(seeds.join(target)).expect("a folder");
        let mut count = 0;
        for file in files {
            let path = file.expect("an entry").path();
            // The last one is that for which it does not hold.
            println!("{}", path.display());
            check(&std::fs::read(path).expect("a file"));
            count += 1;
        }
        assert!(count >= 10, "{target} has {count}");
    }
}

#[test]
fn every_operation_is_in_the_corpus() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds");
    let called = |target: &str, operation: fn(&str) -> Operation| -> BTreeSet<&'static str> {
        let files = std::fs::read_dir(seeds.join(target)).expect("a folder");
        let first_line = |file: std::io::Result<DirEntry>| {
            let bytes = std::fs::read(file.expect("an entry").path()).expect("a file");
            String::from_utf8_lossy(bytes.split(|&byte| byte == b'\n').next().unwrap_or_default()).into_owned()
        };
        files.map(|file| operation(&first_line(file)).name()).collect()
    };
    let over_http = called("json", |line| {
        let address = line.split(' ').nth(1).unwrap_or_default();
        operation::of_http(address.split('?').next().unwrap_or_default())
    });
    let over_grpc = called("protobuf", |line| Operation::of_grpc(&format!("/{RPC_SERVICE}/{line}")));
    for (operation, _) in Operation::in_contract() {
        assert!(over_http.contains(operation.name()), "{} over HTTP", operation.name());
        assert!(over_grpc.contains(operation.name()), "{} over gRPC", operation.name());
    }
}
