//! `ayla replay` and `ayla review`: the moves of a whole game.

use std::sync::Arc;

use ayla_api::answer::{Play, ReplayGameResponse, ReviewGameResponse};
use ayla_api::error::Result;
use ayla_api::json::Nodes;
use ayla_api::preset::Presets;
use ayla_api::request::{LegalMovesRequest, ReplayGameRequest, ReviewGameRequest};
use ayla_api::review::JUDGING_NODES;
use ayla_api::rule_calls::RuleRequest;
use ayla_terminal::{Format, StartPosition, number, system_error};
use clap::Args;
use futures_util::TryStreamExt;

use crate::call::Call;
use crate::operation::Operation;
use crate::service::Service;
use crate::service::operations::ReviewGame;

#[derive(Debug, Args)]
pub struct Replay {
    /// The game: its position with moves, as text notation has a line.
    #[command(flatten)]
    game: StartPosition,
    #[command(flatten)]
    pub(super) format: Format,
}

impl Replay {
    pub(super) fn answer(&self) -> Result<String> {
        let LegalMovesRequest { position, token, .. } = self.game.request();
        let request = ReplayGameRequest { position, token, ..ReplayGameRequest::default() };
        let answered = request.answer(&Presets::built_in(), self.format.language())?;
        self.format.answer(&answered.answer, plain)
    }
}

fn plain(ReplayGameResponse { positions, result, first_illegal, .. }: &ReplayGameResponse) -> String {
    let mut text = String::new();
    for (ply, replayed) in positions.iter().enumerate() {
        let said = replayed.play.as_ref().map_or("", |Play { sentence, .. }| sentence);
        let position = replayed.position.text.as_deref().unwrap_or_default();
        text += format!("{ply:>3}  {position}  {said}").trim_end();
        text.push('\n');
    }
    let ends = result.iter().chain(first_illegal.iter().map(|illegal| &illegal.message));
    ends.for_each(|end| text += &format!("{end}\n"));
    text
}

#[derive(Debug, Args)]
pub struct Review {
    /// The game: its position with moves, as text notation has a line.
    #[command(flatten)]
    game: StartPosition,
    /// The most nodes for each position, at least as many as judge a move; a node is a move made in the search.
    #[arg(long, value_parser = number::<u64>("--nodes", JUDGING_NODES..=u64::MAX))]
    nodes: Option<u64>,
    #[command(flatten)]
    pub(super) format: Format,
}

impl Review {
    pub(super) fn answer(&self, service: Service) -> Result<String> {
        let LegalMovesRequest { position, token, .. } = self.game.request();
        let locale = Some(self.format.language().tag().to_owned());
        let nodes = self.nodes.map(Nodes);
        let request = ReviewGameRequest { position, token, nodes, locale, ..ReviewGameRequest::default() };
        let call = Call::local(Operation::ReviewGame).for_locale(request.locale.as_deref());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(system_error)?;
        let service = Arc::new(service);
        let reviewed = async { service.stream::<ReviewGame>(request, &call).await?.try_collect().await };
        let messages: Vec<ReviewGameResponse> = runtime.block_on(reviewed)?;
        self.format.answer(&messages, |messages| {
            let plies = messages.iter().filter_map(|message| message.reviewed.as_ref());
            plies.map(|reviewed| format!("{:>3}  {}\n", reviewed.ply, reviewed.sentence)).collect()
        })
    }
}
