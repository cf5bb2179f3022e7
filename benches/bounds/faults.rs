//! The processor time of reading requests that are as bad as the limits allow, and of finding their faults. An answer
//! may not cost its caller's neighbours more than the bound, since it is made on a thread that serves connections.

use ayla_test_server::{Server, hostile, http2};

use crate::report::Report;

/// The most processor time of one request, in milliseconds.
const BOUND_MS: u64 = 5;

pub(crate) async fn measure(report: &mut Report, rounds: u32) {
    let server = Server::start();
    let connection = server.rpc().await.0;
    report.table(&["request", "bytes of the answer", "median processor time", "99th percentile", "longest", "bound"]);
    for case in hostile::cases() {
        let mut times = Vec::new();
        let mut bytes = 0;
        for _ in 0..rounds {
            let before = server.processor_time();
            let answer = http2::call(&connection.sender, &case.call).await.answer();
            // A thread that ends in between takes its time out of the sum.
            times.push(server.processor_time().saturating_sub(before));
            let headers = answer.headers.iter().chain(&answer.trailers);
            bytes = answer.body.len() + headers.map(|(name, value)| name.as_str().len() + value.len()).sum::<usize>();
        }
        // The longest times are those of other work that the process has to do.
        report.row(case.name, &[bytes], &times.into(), 50, BOUND_MS);
    }
}
