//! Bodies that are read as they arrive.

use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};

use ayla_fair::lock;
use bytes::{Bytes, BytesMut};
use futures_util::task::AtomicWaker;
use http_body_util::BodyExt;
use hyper::body::{Body, Frame};
use tokio_util::task::AbortOnDropHandle;

use super::body::BoxError;

/// A body that is read as it arrives, even while earlier parts of it are not processed yet. Without this, a client that
/// sends all of its requests before it reads an answer and the server could wait for each other, and h2 ends a
/// connection on which many small frames are not read.
#[derive(Debug)]
pub struct AheadBody {
    arrived: Arc<Arrived>,
    _reader: AbortOnDropHandle<()>,
}

/// What has arrived of a body.
#[derive(Debug, Default)]
struct Arrived {
    rest: Mutex<Rest>,
    changed: AtomicWaker,
}

/// What was not taken yet.
#[derive(Debug, Default)]
struct Rest {
    bytes: BytesMut,
    /// How the body has ended, if it has.
    end: Option<Result<(), BoxError>>,
}

impl Arrived {
    /// Changes what was not taken yet.
    fn update(&self, change: impl FnOnce(&mut Rest)) {
        change(&mut lock(&self.rest));
        self.changed.wake();
    }
}

impl AheadBody {
    /// Reads `body` in a task of its own. It is held as a whole at most, so its length has to be limited.
    pub fn new(body: impl Body<Data = Bytes, Error: Into<BoxError>> + Send + 'static) -> Self {
        let arrived = Arc::<Arrived>::default();
        let reader = tokio::spawn(read(Box::pin(body), Arc::clone(&arrived)));
        Self { arrived, _reader: AbortOnDropHandle::new(reader) }
    }
}

/// Reads a body to its end. Trailers are dropped: those of a request have no meaning.
async fn read<B: Body<Data = Bytes, Error: Into<BoxError>>>(mut body: Pin<Box<B>>, arrived: Arc<Arrived>) {
    while let Some(frame) = body.frame().await {
        match frame.map(Frame::into_data) {
            Ok(Ok(data)) => arrived.update(|rest| rest.bytes.extend_from_slice(&data)),
            Ok(Err(_)) => {}
            Err(error) => return arrived.update(|rest| rest.end = Some(Err(error.into()))),
        }
    }
    arrived.update(|rest| rest.end = Some(Ok(())));
}

impl Body for AheadBody {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        self.arrived.changed.register(context.waker());
        let mut rest = lock(&self.arrived.rest);
        if !rest.bytes.is_empty() {
            return Poll::Ready(Some(Ok(Frame::data(rest.bytes.split().freeze()))));
        }
        match rest.end.take() {
            None => Poll::Pending,
            Some(end) => {
                // Whoever asks again hears that nothing follows.
                rest.end = Some(Ok(()));
                Poll::Ready(end.err().map(Err))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http_body_util::StreamBody;
    use tokio::sync::mpsc;

    #[tokio::test]
    async fn what_has_arrived_is_taken_together_and_then_the_end() {
        let (sender, mut receiver) = mpsc::unbounded_channel();
        let pieces = futures_util::stream::poll_fn(move |context| receiver.poll_recv(context));
        let mut body = AheadBody::new(StreamBody::new(pieces));
        let send = |text: &'static str| sender.send(Ok(Frame::data(Bytes::from_static(text.as_bytes()))));
        for text in ["one ", "two ", "three"] {
            send(text).expect("it reads");
        }
        while !sender.is_closed() && lock(&body.arrived.rest).bytes.len() < 13 {
            tokio::task::yield_now().await;
        }
        let taken = async |body: &mut AheadBody| body.frame().await.map(|frame| frame.map(Frame::into_data));
        assert_eq!(taken(&mut body).await.expect("more").expect("no error").expect("data"), "one two three");
        sender.send(Err(BoxError::from("broken"))).expect("it reads");
        assert_eq!(taken(&mut body).await.expect("an error").expect_err("it is broken").to_string(), "broken");
        assert!(taken(&mut body).await.is_none());
    }
}
