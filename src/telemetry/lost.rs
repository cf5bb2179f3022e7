//! Counts the spans that are not exported. The batch processor of OpenTelemetry (0.33) drops spans when its queue is full,
//! and tells how many only at shutdown.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Once};
use std::time::Duration;

use opentelemetry::Context;
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{BatchConfigBuilder, BatchSpanProcessor, Span, SpanData, SpanExporter, SpanProcessor};

use tracing::warn;

use super::metrics::{LostSpans, spans_lost};

/// The warning is logged once; the metric says how many spans are lost.
static WARNED: Once = Once::new();

/// A batch processor that counts the spans it drops.
#[derive(Debug)]
pub(super) struct CountingProcessor {
    batches: BatchSpanProcessor,
    queue: Arc<Queue>,
}

/// The spans that have ended and were not given to the exporter yet.
#[derive(Debug)]
struct Queue {
    capacity: usize,
    length: AtomicUsize,
}

impl CountingProcessor {
    /// A processor that gives batches to `exporter`, with a queue for this many spans.
    pub(super) fn new(exporter: impl SpanExporter + 'static, capacity: usize) -> Self {
        let queue = Arc::new(Queue { capacity, length: AtomicUsize::new(0) });
        let exporter = CountingExporter { exporter, queue: Arc::clone(&queue) };
        let config = BatchConfigBuilder::default().with_max_queue_size(capacity).build();
        Self { batches: BatchSpanProcessor::builder(exporter).with_batch_config(config).build(), queue }
    }
}

impl SpanProcessor for CountingProcessor {
    fn on_start(&self, span: &mut Span, context: &Context) {
        self.batches.on_start(span, context);
    }

    fn on_end(&self, span: SpanData) {
        // The queue of the batch processor is never longer than this one, so it has room.
        if self.queue.length.fetch_add(1, Ordering::Relaxed) < self.queue.capacity {
            self.batches.on_end(span);
        } else {
            self.queue.length.fetch_sub(1, Ordering::Relaxed);
            spans_lost(LostSpans::QueueFull, 1);
            WARNED.call_once(|| warn!("spans are lost: they end faster than they can be exported"));
        }
    }

    fn force_flush(&self) -> OTelSdkResult {
        self.batches.force_flush()
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.batches.shutdown_with_timeout(timeout)
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.batches.set_resource(resource);
    }
}

/// An exporter that counts the spans it could not send.
#[derive(Debug)]
struct CountingExporter<E> {
    exporter: E,
    queue: Arc<Queue>,
}

impl<E: SpanExporter> SpanExporter for CountingExporter<E> {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let count = batch.len();
        self.queue.length.fetch_sub(count, Ordering::Relaxed);
        let sent = self.exporter.export(batch).await;
        if sent.is_err() {
            spans_lost(LostSpans::NotSent, count);
        }
        sent
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.exporter.shutdown_with_timeout(timeout)
    }

    fn force_flush(&self) -> OTelSdkResult {
        self.exporter.force_flush()
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.exporter.set_resource(resource);
    }
}
