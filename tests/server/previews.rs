//! How games look on other sites: the picture of a link, and the page to play in a frame.

use ayla_test_server::Server;
use serde_json::json;

use super::pages::{content, get, header, linked};

/// A position with its token, after which it is North's turn.
pub(super) const TOKEN: &str = "EAAAMIED___4o8";

#[tokio::test]
async fn a_link_to_a_game_shows_its_board() {
    let server = Server::start_with(&[("AYLA_PUBLIC_URL", "https://games.example")]);
    let path = format!("/play?g={TOKEN}");
    for (language, sentence) in [("en", "South to move."), ("fr", "C'est à Sud de jouer.")] {
        let page = get(&server, &path, &[("accept-language", language)]).await;
        let html = content(&page);
        let head = header(&page, "content-security-policy");
        assert_eq!((page.status.as_u16(), header(&page, "etag")), (200, ""), "{html}");
        assert!(head.contains("frame-ancestors 'none'"), "{head}");
        for tag in [
            format!("property=\"og:url\" content=\"https://games.example{path}\""),
            format!("content=\"https://games.example/v1/variants/awale/board.png?token={TOKEN}&amp;locale={language}\""),
            format!("property=\"og:description\" content=\"{sentence}\""),
            "property=\"og:title\" content=\"Awalé\"".to_owned(),
            "type=\"application/json+oembed\" href=\"https://games.example/oembed?url=https%3A%2F%2Fgames.example%2Fplay%3Fg%3D".to_owned(),
        ] {
            assert!(html.contains(&tag), "{tag}: {html}");
        }
        let alt = linked(html, &["og:image:alt\" content=\""]);
        assert!(alt[0].contains("23"), "{alt:?}");
    }
    // What is no position, and no parameter, changes nothing.
    let plain = get(&server, "/play", &[]).await;
    for path in ["/play?g=nothing", "/play?h=1", "/developers?g=EAAAMIED___4o8"] {
        let page = get(&server, path, &[]).await;
        assert!(page.status == 200 && !content(&page).contains("og:image"), "{path}");
    }
    assert_ne!(header(&plain, "etag"), "");
    assert_eq!(server.json().await.send("POST", &path, &[], &[]).await.status, 405, "a page is only read");
    // Pictures that need a key are in no preview.
    for settings in [&[("AYLA_PUBLIC_URL", "https://games.example"), ("AYLA_PICTURES", "off")][..], &[]] {
        let server = Server::start_with(settings);
        assert!(!content(&get(&server, &path, &[]).await).contains("og:image"));
        assert_eq!(
            get(&server, "/oembed?url=https%3A%2F%2Fgames.example%2Fplay%3Fg%3DEAAAMIED___4o8", &[]).await.status,
            404
        );
    }
}

#[tokio::test]
async fn a_link_to_a_puzzle_shows_its_board_and_what_is_to_be_done() {
    let server = Server::start_with(&[("AYLA_PUBLIC_URL", "https://games.example")]);
    let token = get(&server, "/v1/puzzles/awale-317", &[]).await.json()["token"].clone();
    let token = token.as_str().expect("a token");
    for (language, title) in [("en", "Awalé puzzle 317"), ("fr", "Awalé, problème 317")] {
        let task = get(&server, &format!("/v1/puzzles/awale-317?locale={language}"), &[]).await.json();
        let page = get(&server, "/puzzles?puzzle=awale-317", &[("accept-language", language)]).await;
        let html = content(&page);
        for tag in [
            format!("property=\"og:title\" content=\"{title}\""),
            format!("property=\"og:description\" content=\"{}\"", task["text"].as_str().expect("a sentence")),
            "property=\"og:url\" content=\"https://games.example/puzzles?puzzle=awale-317\"".to_owned(),
            format!(
                "content=\"https://games.example/v1/variants/awale/board.png?token={token}&amp;locale={language}\""
            ),
        ] {
            assert!(html.contains(&tag), "{tag}: {html}");
        }
        // Sites cannot frame it.
        assert!(!html.contains("oembed"), "{html}");
    }
    for path in ["/puzzles", "/puzzles?puzzle=awale-0", "/puzzles?puzzle=x", &format!("/puzzles?g={TOKEN}")] {
        let page = get(&server, path, &[]).await;
        assert!(page.status == 200 && content(&page).contains("content=\"https://games.example/puzzles\""), "{path}");
    }
    let page = get(&server, "/play?puzzle=awale-1", &[]).await;
    assert!(page.status == 200 && !content(&page).contains("og:image"));
}

#[tokio::test]
async fn a_link_to_a_page_shows_its_title_and_a_board() {
    let server = Server::start_with(&[("AYLA_PUBLIC_URL", "https://games.example")]);
    for (path, language, title, variant) in [
        ("/", "en", "Ayla – ", "awale"),
        ("/learn", "fr", "Apprendre – Ayla", "awale"),
        ("/puzzles", "en", "Puzzles – Ayla", "awale"),
        ("/teach", "en", "For teachers – Ayla", "awale"),
        ("/rules/", "en", "Rules – Ayla", "awale"),
        ("/rules/kalah", "en", "Kalah – Ayla", "kalah"),
        ("/rules/fr/congklak", "fr", "Congklak – Ayla", "congklak"),
    ] {
        let page = get(&server, path, &[("accept-language", language)]).await;
        let html = content(&page);
        let property = |name: &str| linked(html, &[&format!("<meta property=\"og:{name}\" content=\"")]).join("|");
        assert!(property("title").starts_with(title), "{path}: {}", property("title"));
        assert_eq!(property("url"), format!("https://games.example{path}"));
        assert!(!property("description").is_empty() && !html.contains("{{") && !html.contains("{preview}"), "{path}");
        let picture = property("image").replace("&amp;", "&");
        let picture = picture.strip_prefix("https://games.example").expect("a picture of the server");
        assert!(
            picture.contains(&format!("/{variant}/")) && picture.ends_with(&format!("locale={language}")),
            "{picture}"
        );
        let picture = get(&server, picture, &[]).await;
        assert_eq!((picture.status.as_u16(), header(&picture, "content-type")), (200, "image/png"), "{path}");
        assert_ne!(header(&page, "etag"), "", "{path}");
    }
    let page = get(Server::shared(), "/learn", &[]).await;
    assert!(!content(&page).contains("og:"), "a server without a public address");
}

#[tokio::test]
async fn a_page_that_is_allowed_to_frames_the_page_to_play() {
    let link = format!("/oembed?url=https%3A%2F%2Fgames.example%2Fplay%3Fg%3D{TOKEN}");
    let public = ("AYLA_PUBLIC_URL", "https://games.example");
    let server = Server::start_with(&[public, ("AYLA_FRAME_ORIGINS", "https://a.example,https://b.example:8443")]);
    for (path, ancestors) in [
        ("/play", "https://a.example https://b.example:8443"),
        ("/play?g=EAAAMIED___4o8", "https://a.example https://b.example:8443"),
        ("/", "'none'"),
        ("/learn", "'none'"),
        ("/docs/", "'none'"),
    ] {
        let policy = get(&server, path, &[]).await;
        let policy = header(&policy, "content-security-policy");
        let found = policy.split("; ").find_map(|part| part.strip_prefix("frame-ancestors "));
        assert_eq!(found, Some(ancestors), "{path}: {policy}");
    }
    let answer = get(&server, &link, &[]).await.json();
    assert_eq!(
        answer,
        json!({"version": "1.0", "type": "rich", "provider_name": "Ayla", "provider_url": "https://games.example",
               "title": "Awalé: South to move.", "width": 640, "height": 560,
               "html": format!("<iframe src=\"https://games.example/play?g={TOKEN}\" width=\"640\" height=\"560\" title=\"Awalé\" loading=\"lazy\"></iframe>")})
    );
    // A site that has less room gets less.
    for (room, width, height) in
        [("maxwidth=400&maxheight=300", 400, 300), ("maxwidth=2000&maxheight=100", 640, 100), ("maxwidth=x", 640, 560)]
    {
        let answer = get(&server, &format!("{link}&{room}"), &[]).await.json();
        assert_eq!((&answer["width"], &answer["height"]), (&json!(width), &json!(height)), "{room}");
        let html = answer["html"].as_str().expect("a frame");
        assert!(html.contains(&format!("width=\"{width}\" height=\"{height}\"")), "{room}: {html}");
    }
    for (path, status) in [
        ("/oembed", 404),
        ("/oembed?url=https%3A%2F%2Fgames.example.evil.example%2Fplay%3Fg%3DEAAAMIED___4o8", 404),
        ("/oembed?url=https%3A%2F%2Felsewhere.example%2Fplay%3Fg%3DEAAAMIED___4o8", 404),
        ("/oembed?url=https%3A%2F%2Fgames.example%2Fplay%3Fg%3Dnothing", 404),
        ("/oembed?format=xml", 501),
    ] {
        assert_eq!(get(&server, path, &[]).await.status, status, "{path}");
    }
    // Without frames, there is a title.
    let answer = get(&Server::start_with(&[public]), &link, &[]).await.json();
    assert_eq!((&answer["type"], answer.get("html")), (&json!("link"), None));
}
