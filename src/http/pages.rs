//! What the server adds to the pages for people: how they look where a link to them is shown, and who may frame them.

use std::sync::{Arc, LazyLock};

use axum::body::{Body, to_bytes};
use axum::http::header::{ACCEPT_ENCODING, ALLOW, ETAG, VARY};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use ayla_api::request::{CallRequest, GetPuzzleRequest, PlayTurnRequest};
use ayla_api::words::{catalogues, message};
use ayla_pages::{DrawIcon, Given, Missing, OEMBED, Preview, Routes};
use ayla_rules::{Token, Variant};
use serde::Serialize;
use serde_json::json;

use super::json::Json;
use super::{openapi, problems};
use crate::call::Call;
use crate::headers::parameter;
use crate::service::Service;
use crate::service::operations::{GetPuzzle, PlayTurn};

/// The parameter of the page to play that has the token of a position.
const POSITION: &str = "g";
/// The parameter of the page with puzzles that has the id of one.
const PUZZLE: &str = "puzzle";
/// The most bytes of a page.
const PAGE_BYTES: usize = 64 * 1_024;
/// The size of a framed page that is suggested where a site has room for it, in pixels.
const FRAME: (u32, u32) = (640, 560);

/// Draws the icons of the pages.
#[cfg(feature = "pictures")]
const DRAW_ICON: Option<DrawIcon> = Some(ayla_pictures::drawing);
#[cfg(not(feature = "pictures"))]
const DRAW_ICON: Option<DrawIcon> = None;

/// The pages for people.
pub(super) struct Pages {
    service: Arc<Service>,
    /// Made when a page is first requested: a server that starts has more urgent work.
    routes: LazyLock<Routes, Box<dyn FnOnce() -> Routes + Send>>,
    /// The page at addresses where there is nothing.
    pub(super) missing: Missing,
    /// Whether other sites may frame the page to play.
    may_be_framed: bool,
}

impl Pages {
    /// The pages. Those of the `framing` origins may show the page to play in a frame.
    pub(super) fn new(service: &Arc<Service>, framing: &[HeaderValue]) -> Self {
        let may_be_framed = !framing.is_empty();
        let routes = Box::new({
            let service = Arc::clone(service);
            let framing = framing.to_owned();
            move || routes(&service, &framing)
        });
        let missing = Missing::new(catalogues());
        Self { service: Arc::clone(service), routes: LazyLock::new(routes), missing, may_be_framed }
    }

    /// Answers with a page, or with what a site may show in place of a link to one; nothing if there is no page.
    pub(super) async fn answer(&self, call: &Call, head: &Parts) -> Option<Response> {
        let is_get = matches!(head.method, Method::GET | Method::HEAD);
        match head.uri.path() {
            OEMBED if is_get => Some(self.oembed(call, &head.uri).await),
            OEMBED => Some((StatusCode::METHOD_NOT_ALLOWED, [(ALLOW, "GET,HEAD")]).into_response()),
            ayla_pages::PLAY_PATH | ayla_pages::PUZZLES_PATH if is_get => self.with_preview(call, head).await,
            _ => self.routes.answer(head, call.language().tag()),
        }
    }

    /// A page, with how the position or the puzzle of its address looks where the link is shown. Without a public
    /// address, or where pictures are not open to everyone, the page stays as it is.
    async fn with_preview(&self, call: &Call, head: &Parts) -> Option<Response> {
        let uri = &head.uri;
        let is_puzzle = uri.path() == ayla_pages::PUZZLES_PATH;
        let preview = match parameter(uri.query(), if is_puzzle { PUZZLE } else { POSITION }) {
            Some(id) if is_puzzle => self.preview_of_puzzle(id.into_owned(), call).await,
            Some(token) => self.preview_of(&token, call).await,
            None => None,
        };
        let language = call.language().tag();
        let Some(preview) = preview else { return self.routes.answer(head, language) };
        // The page with its preview is not compressed before, and is no content that is kept.
        let mut plain = head.clone();
        plain.headers.remove(ACCEPT_ENCODING);
        let (mut parts, body) = self.routes.answer(&plain, language)?.into_parts();
        let page = to_bytes(body, PAGE_BYTES).await.ok().and_then(|page| String::from_utf8(page.to_vec()).ok());
        let Some(page) = page else { return Some(StatusCode::INTERNAL_SERVER_ERROR.into_response()) };
        parts.headers.remove(ETAG);
        parts.headers.insert(VARY, HeaderValue::from_static("accept-language"));
        Some(Response::from_parts(parts, Body::from(preview.in_page(&page))))
    }

    /// What to show in place of the link `url`: the page in a frame where that is allowed, otherwise its title. Other
    /// addresses than those of games are not found, and no format but JSON is there.
    async fn oembed(&self, call: &Call, uri: &Uri) -> Response {
        if parameter(uri.query(), "format").is_some_and(|format| format != "json") {
            return StatusCode::NOT_IMPLEMENTED.into_response();
        }
        match self.embedded(call, uri).await {
            Some(embedded) => Json(embedded).into_response(),
            None => super::nothing_at(call, uri.path()),
        }
    }

    async fn embedded(&self, call: &Call, uri: &Uri) -> Option<Embedded> {
        let site = self.service.public_url.as_deref()?;
        let url: Uri = parameter(uri.query(), "url")?.strip_prefix(site)?.parse().ok()?;
        let token = parameter(url.query(), POSITION).filter(|_| url.path() == ayla_pages::PLAY_PATH)?;
        let preview = self.preview_of(&token, call).await?;
        let at_most = |name, size| {
            parameter(uri.query(), name).and_then(|most| most.parse().ok()).map_or(size, |most: u32| most.min(size))
        };
        let size = (at_most("maxwidth", FRAME.0), at_most("maxheight", FRAME.1));
        let frame = self.may_be_framed.then(|| preview.frame(size));
        Some(Embedded {
            version: "1.0",
            r#type: if frame.is_some() { "rich" } else { "link" },
            provider_name: "Ayla",
            title: format!("{}: {}", preview.title, preview.sentence),
            width: frame.as_ref().map(|_| size.0),
            height: frame.as_ref().map(|_| size.1),
            html: frame,
            provider_url: site.to_owned(),
        })
    }

    /// How the position of a token looks; nothing if it is none, or if the server has no links to pictures.
    async fn preview_of(&self, token: &str, call: &Call) -> Option<Preview> {
        let site = self.service.public_url.as_deref()?;
        let variant = Token::read(token).ok()?.variant();
        let mut request: PlayTurnRequest = serde_json::from_value(json!({ "token": token })).ok()?;
        request.set_request_line(Some(variant), true);
        let turn = self.service.answer::<PlayTurn>(request, call).await.ok()?;
        let picture = turn.picture?;
        let url = format!("{site}{}?{POSITION}={token}", ayla_pages::PLAY_PATH);
        let mut link = form_urlencoded::Serializer::new(String::new());
        link.append_pair("url", &url);
        Some(Preview {
            oembed: Some(format!("{site}{OEMBED}?{}", link.finish())),
            url,
            title: variant.title().to_owned(),
            sentence: turn.result.or(turn.prompt)?,
            picture: picture.url,
            alt: picture.alt,
        })
    }

    /// How a puzzle looks; nothing if there is none with this id, or if the server has no links to pictures.
    async fn preview_of_puzzle(&self, id: String, call: &Call) -> Option<Preview> {
        let site = self.service.public_url.as_deref()?;
        let request = GetPuzzleRequest { id, ..GetPuzzleRequest::default() };
        let puzzle = self.service.answer::<GetPuzzle>(request, call).await.ok()?;
        let preview = self.preview_of(&puzzle.token, call).await?;
        let (_, number) = puzzle.id.split_once('-')?;
        let title = message!("page-puzzle-title", game = preview.title, number = number.to_owned());
        Some(Preview {
            url: format!("{site}{}?{PUZZLE}={}", ayla_pages::PUZZLES_PATH, puzzle.id),
            oembed: None,
            title: call.language().say(&title),
            sentence: puzzle.text,
            ..preview
        })
    }
}

/// What the pages answer with.
fn routes(service: &Service, framing: &[HeaderValue]) -> Routes {
    let weights = Variant::ALL.iter().map(|variant| variant.name());
    let weights: Vec<_> = weights.filter_map(|name| Some((name, ayla_engine::weights(name)?))).collect();
    ayla_pages::routes(&Given {
        catalogues: catalogues(),
        site: service.public_url.as_deref(),
        has_pictures: service.has_pictures(),
        framing,
        reference: openapi::reference_page,
        problems: &problems::problems(),
        draw_icon: DRAW_ICON,
        weights: &weights,
    })
}

/// What a site may show in place of a link (oEmbed 1.0).
#[derive(Serialize)]
struct Embedded {
    version: &'static str,
    r#type: &'static str,
    provider_name: &'static str,
    provider_url: String,
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    html: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    width: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<u32>,
}
