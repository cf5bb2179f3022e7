//! The trace context of requests and spans (W3C Trace Context).

use http::{HeaderMap, HeaderName, HeaderValue};
use opentelemetry::propagation::{Extractor, TextMapPropagator};
use opentelemetry::trace::TraceContextExt;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt;

/// The header by which a client continues its trace.
pub(crate) const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// The header by which a client learns the trace and the span of its call.
pub(crate) const TRACERESPONSE: HeaderName = HeaderName::from_static("traceresponse");

/// Makes the span a child of the client's span that these headers name.
pub(crate) fn continue_trace(span: &Span, headers: &HeaderMap) {
    // It only fails without an exporter, which needs no parent.
    let _ = span.set_parent(TraceContextPropagator::new().extract(&Headers(headers)));
}

/// An adapter that lets the propagator read headers.
struct Headers<'a>(&'a HeaderMap);

impl Extractor for Headers<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).and_then(|value| value.to_str().ok())
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(HeaderName::as_str).collect()
    }
}

/// What `traceresponse` says of a span that is exported; none of another one.
pub(crate) fn traceresponse(span: &Span) -> Option<HeaderValue> {
    let context = (!span.is_disabled()).then(|| span.context())?;
    let context = context.span().span_context().clone();
    let said = || format!("00-{}-{}-01", context.trace_id(), context.span_id());
    let mut said = context.is_sampled().then(said).and_then(|said| HeaderValue::try_from(said).ok())?;
    // For the reason that an id is.
    said.set_sensitive(true);
    Some(said)
}

/// The ids by which a log line refers to a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TraceIds {
    /// The trace id: 32 hexadecimal digits.
    pub(crate) trace: String,
    /// The id of the server's span: 16 hexadecimal digits; none unless spans are exported.
    pub(crate) span: Option<String>,
}

impl TraceIds {
    /// The ids of a span that is exported, or else the trace id of the client's `traceparent`.
    pub(crate) fn of(span: &Span, traceparent: Option<&HeaderValue>) -> Option<Self> {
        if !span.is_disabled() {
            let context = span.context();
            let context = context.span().span_context().clone();
            if context.is_valid() {
                return Some(Self { trace: context.trace_id().to_string(), span: Some(context.span_id().to_string()) });
            }
        }
        let mut headers = HeaderMap::new();
        headers.insert(TRACEPARENT, traceparent?.clone());
        let context = TraceContextPropagator::new().extract(&Headers(&headers));
        let context = context.span().span_context().clone();
        context.is_valid().then(|| Self { trace: context.trace_id().to_string(), span: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_an_exporter_the_trace_id_is_that_of_the_client() {
        let ids = |text| TraceIds::of(&Span::none(), Some(&HeaderValue::from_static(text)));
        let trace = ids("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01").expect("valid").trace;
        assert_eq!(trace, "0af7651916cd43dd8448eb211c80319c");
        for wrong in ["", "00-0-0-0", "00-00000000000000000000000000000000-b7ad6b7169203331-01", "x"] {
            assert_eq!(ids(wrong), None, "{wrong}");
        }
    }
}
