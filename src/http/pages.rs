//! What the server adds to the pages for people: how they look where a link to them is shown, and who may frame them.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderValue, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use ayla_api::request::{CallRequest, LocalizedRequest, PlayTurnRequest};
use ayla_api::words::Language;
use ayla_pages::Preview;
use ayla_rules::Token;
use serde::Serialize;
use serde_json::json;

use super::json::Json;
use super::{input, language};
use crate::service::Service;
use crate::service::call::{Call, CallContext, PlayTurn};

/// The path at which sites that show links ask what a game looks like (oEmbed 1.0).
pub(super) const OEMBED: &str = ayla_pages::OEMBED;
/// The parameter of the page to play that has the token of a position.
const POSITION: &str = "g";
/// The most bytes of a page.
const PAGE_BYTES: usize = 64 * 1_024;
/// The size of a framed page that is suggested, in pixels.
const FRAME: (u32, u32) = (640, 560);

/// The state of the pages: the service, and whether other sites may frame the page to play.
#[derive(Clone)]
pub(super) struct Pages {
    pub(super) service: Arc<Service>,
    pub(super) may_be_framed: bool,
}

/// Adds to the page to play how the position of its address looks where the link is shown. Without a public address, or where
/// pictures are not open to everyone, the page stays as it is.
pub(super) async fn preview(State(Pages { service, .. }): State<Pages>, mut request: Request, next: Next) -> Response {
    let token = parameter(request.uri(), POSITION).filter(|_| request.uri().path() == ayla_pages::PLAY_PATH);
    let Some(token) = token else { return next.run(request).await };
    let (call, language) = (input::context(&request), language(&request));
    let Some(preview) = preview_of(&service, &token, language, &call).await else { return next.run(request).await };
    // The page with its preview is no content that is kept.
    for header in [ACCEPT_ENCODING, IF_NONE_MATCH] {
        request.headers_mut().remove(header);
    }
    let (mut parts, body) = next.run(request).await.into_parts();
    let page = to_bytes(body, PAGE_BYTES).await.ok().and_then(|page| String::from_utf8(page.to_vec()).ok());
    let Some(page) = page else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    for header in [ETAG, CONTENT_ENCODING, CONTENT_LENGTH] {
        parts.headers.remove(header);
    }
    parts.headers.insert(VARY, HeaderValue::from_static("accept-language"));
    Response::from_parts(parts, Body::from(preview.in_page(&page)))
}

/// How the position of a token looks; nothing if it is none, or if the server has no links to pictures.
async fn preview_of(
    service: &Arc<Service>,
    token: &str,
    language: Language,
    call: &Arc<CallContext>,
) -> Option<Preview> {
    let site = service.public_url()?.to_owned();
    let variant = Token::read(token).ok()?.variant();
    let mut request: PlayTurnRequest = serde_json::from_value(json!({ "token": token })).ok()?;
    request.set_request_line(Some(variant), true);
    request.set_language(language);
    let turn = PlayTurn::run(service, request, call, |answered| answered.answer).await.ok()?;
    let picture = turn.picture?;
    let mut link = form_urlencoded::Serializer::new(String::new());
    link.append_pair("url", &format!("{site}{}?{POSITION}={token}", ayla_pages::PLAY_PATH));
    Some(Preview {
        oembed: format!("{site}{OEMBED}?{}", link.finish()),
        site,
        token: token.to_owned(),
        title: variant.title().to_owned(),
        sentence: turn.result.or(turn.prompt)?,
        picture: picture.url,
        alt: picture.alt,
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

/// Answers what to show in place of the link `url`: the page in a frame where that is allowed, otherwise its title. Other
/// addresses than those of games are not found, and no format but JSON is there.
pub(super) async fn oembed(State(pages): State<Pages>, request: Request) -> Response {
    let (call, language) = (input::context(&request), language(&request));
    if parameter(request.uri(), "format").is_some_and(|format| format != "json") {
        return StatusCode::NOT_IMPLEMENTED.into_response();
    }
    let url = parameter(request.uri(), "url")
        .filter(|url| pages.service.public_url().is_some_and(|site| url.starts_with(site)));
    let url: Option<Uri> = url.and_then(|url| url.parse().ok());
    let token =
        url.as_ref().filter(|url| url.path().ends_with(ayla_pages::PLAY_PATH)).and_then(|url| parameter(url, POSITION));
    let Some(token) = token else { return super::not_found(request, None) };
    let Some(preview) = preview_of(&pages.service, &token, language, &call).await else {
        return super::not_found(request, None);
    };
    let frame = pages.may_be_framed.then(|| preview.frame(FRAME));
    let answer = Embedded {
        version: "1.0",
        r#type: if frame.is_some() { "rich" } else { "link" },
        provider_name: "Ayla",
        title: format!("{}: {}", preview.title, preview.sentence),
        width: frame.as_ref().map(|_| FRAME.0),
        height: frame.as_ref().map(|_| FRAME.1),
        html: frame,
        provider_url: preview.site,
    };
    Json(answer).into_response()
}

/// A parameter of the query of an address.
fn parameter(uri: &Uri, name: &str) -> Option<String> {
    let mut parameters = form_urlencoded::parse(uri.query()?.as_bytes());
    parameters.find_map(|(found, value)| (found == name).then(|| value.into_owned()))
}
