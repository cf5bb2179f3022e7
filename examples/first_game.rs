//! A game of Kalah against the engine, over gRPC: `cargo run --example first_game`, with a server on the default port.

use ayla::proto::mancala_service_client::MancalaServiceClient;
use ayla::proto::{PlayTurnRequest, PlayTurnResponse, Reply, Side};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let address = std::env::args().nth(1);
    let mut client = MancalaServiceClient::connect(address.unwrap_or("http://127.0.0.1:8080".to_owned())).await?;

    let start = PlayTurnRequest { variant: "kalah".to_owned(), ..PlayTurnRequest::default() };
    let mut answer = client.play_turn(start).await?.into_inner();
    while !is_over(&answer) {
        let position = answer.position.as_ref().ok_or("no position")?;
        let turn = PlayTurnRequest {
            variant: "kalah".to_owned(),
            token: position.token.clone(),
            r#move: Some(answer.legal_moves[0].r#move.clone()),
            side: Side::South.into(),
            reply: Some(Reply { level: Some(3), seed: Some(7), ..Reply::default() }),
            ..PlayTurnRequest::default()
        };
        answer = client.play_turn(turn).await?.into_inner();
    }
    println!("{}", answer.result.unwrap_or_default());
    Ok(())
}

fn is_over(answer: &PlayTurnResponse) -> bool {
    answer.status.as_ref().is_some_and(|status| status.over)
}
