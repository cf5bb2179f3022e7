//! Counts the spans that are not exported. The batch processor of OpenTelemetry (0.33) drops spans when its queue is
//! full, and tells how many only at shutdown.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Once};
use std::time::Duration;

use opentelemetry::{Context, KeyValue, Value};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{BatchConfigBuilder, BatchSpanProcessor, Span, SpanData, SpanExporter, SpanProcessor};

use tracing::warn;

use super::metrics::{LostSpans, spans_lost};

/// The warning is logged once; the metric says how many spans are lost.
static WARNED: Once = Once::new();

/// The most bytes of spans that wait for their export or are being exported. The exporter may encode all of them at
/// once, so that they take twice as much. Without this, callers with long paths would fill the memory while a collector
/// hangs.
const MAX_BYTES: usize = 4 << 20;

/// A batch processor that counts the spans it drops.
#[derive(Debug)]
pub(super) struct CountingProcessor {
    batches: BatchSpanProcessor,
    queue: Arc<Queue>,
}

/// The spans that have ended and were not exported yet.
#[derive(Debug)]
struct Queue {
    capacity: usize,
    /// The number of those that were not given to the exporter yet.
    length: AtomicUsize,
    /// The bytes of all of them.
    bytes: AtomicUsize,
}

impl Queue {
    fn new(capacity: usize) -> Self {
        // More have no room, and the batch processor allocates memory for as many.
        let capacity = capacity.min(MAX_BYTES / size_of::<SpanData>());
        Self { capacity, length: AtomicUsize::new(0), bytes: AtomicUsize::new(0) }
    }

    /// Takes the place of a span of this many bytes, if there is one.
    fn admit(&self, bytes: usize) -> bool {
        if self.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes > MAX_BYTES {
            self.bytes.fetch_sub(bytes, Ordering::Relaxed);
            return false;
        }
        let has_place = self.length.fetch_add(1, Ordering::Relaxed) < self.capacity;
        if !has_place {
            self.length.fetch_sub(1, Ordering::Relaxed);
            self.bytes.fetch_sub(bytes, Ordering::Relaxed);
        }
        has_place
    }
}

/// The memory that a span takes. Calls have no events and no links.
fn size(span: &SpanData) -> usize {
    let text = |value: &Value| match value {
        Value::String(text) => text.as_str().len(),
        Value::Array(_) => value.as_str().len(),
        _ => 0,
    };
    let texts = span.attributes.iter().map(|attribute| attribute.key.as_str().len() + text(&attribute.value));
    size_of::<SpanData>() + span.name.len() + span.attributes.capacity() * size_of::<KeyValue>() + texts.sum::<usize>()
}

impl CountingProcessor {
    /// A processor that gives batches to `exporter`, with a queue for this many spans and for [`MAX_BYTES`].
    pub(super) fn new(exporter: impl SpanExporter + 'static, capacity: usize) -> Self {
        let queue = Arc::new(Queue::new(capacity));
        let exporter = CountingExporter { exporter, queue: Arc::clone(&queue) };
        let config = BatchConfigBuilder::default().with_max_queue_size(queue.capacity).build();
        Self { batches: BatchSpanProcessor::builder(exporter).with_batch_config(config).build(), queue }
    }
}

impl SpanProcessor for CountingProcessor {
    fn on_start(&self, span: &mut Span, context: &Context) {
        self.batches.on_start(span, context);
    }

    fn on_end(&self, span: SpanData) {
        // The queue of the batch processor is never longer than this one, so it has room.
        if self.queue.admit(size(&span)) {
            self.batches.on_end(span);
        } else {
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
        let bytes = batch.iter().map(size).sum();
        self.queue.length.fetch_sub(count, Ordering::Relaxed);
        let sent = self.exporter.export(batch).await;
        self.queue.bytes.fetch_sub(bytes, Ordering::Relaxed);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_queue_has_room_for_so_many_spans_and_so_many_bytes() {
        let queue = Queue::new(3);
        assert!([1, 1, MAX_BYTES - 2].iter().all(|bytes| queue.admit(*bytes)));
        assert!(!queue.admit(0));
        queue.length.store(0, Ordering::Relaxed);
        assert!(!queue.admit(1) && queue.admit(0));
        assert_eq!((queue.length.into_inner(), queue.bytes.into_inner()), (1, MAX_BYTES));
        assert!(Queue::new(usize::MAX).capacity < 20_000);
    }
}
