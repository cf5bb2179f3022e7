//! Pictures: each format on both transports, caching, views, links, and queries that get none.

use ayla::proto::mancala_service_client::MancalaServiceClient;
use ayla::proto::{PictureFormat, RenderBoardRequest, Theme};
use ayla_rules::{Move, Side, Variant, View};
use ayla_test_games::Random;
use ayla_test_server::{Reply, Server};
use serde_json::json;
use tonic::transport::Channel;

use super::http::check;

const BOARD: &str = "/v1/variants/awale/board";
const START: &str = "position=awale_444444/444444_0/0_s";
const FORMATS: [(&str, &str, &[u8]); 3] =
    [("svg", "image/svg+xml", b"<svg "), ("png", "image/png", b"\x89PNG"), ("gif", "image/gif", b"GIF89a")];

fn header<'a>(reply: &'a Reply, name: &str) -> &'a str {
    reply.headers.get(name).map_or("", |value| value.to_str().expect("text"))
}

#[tokio::test]
async fn a_picture_of_each_format_may_be_kept_for_a_day() {
    let server = Server::start();
    let mut client = server.json().await;
    for (format, media_type, begin) in FORMATS {
        let path = format!("{BOARD}.{format}?{START}&move=3&locale=fr");
        let reply = client.get(&path).await;
        assert_eq!(reply.status, 200);
        assert!(reply.body.starts_with(begin), "{format}");
        assert_eq!(header(&reply, "content-type"), media_type);
        assert_eq!(header(&reply, "cache-control"), "public, max-age=86400");
        assert_eq!([header(&reply, "content-language"), header(&reply, "vary")], ["fr", "accept-language"]);
        let words = "Sud joue la case 3.".as_bytes();
        assert!(reply.body.windows(words.len()).any(|part| part == words), "{format}");
        let tag = header(&reply, "etag").to_owned();
        assert!(tag.starts_with("W/\"") && tag.len() > 12, "{tag}");
        let again = client.send("GET", &path, &[("if-none-match", &tag)], &[]).await;
        assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
        assert_eq!(header(&again, "cache-control"), "public, max-age=86400");
        let other = client.get(&path.replace("move=3", "move=4")).await;
        assert!(header(&other, "etag") != tag && other.body != reply.body);
        let english = client.send("GET", &path.replace("&locale=fr", ""), &[("accept-language", "en")], &[]).await;
        assert_ne!(header(&english, "etag"), tag);
        let head = client.send("HEAD", &path, &[], &[]).await;
        assert_eq!((head.status.as_u16(), header(&head, "etag"), head.body.len()), (200, tag.as_str(), 0));
    }
}

#[tokio::test]
async fn queries_without_a_picture_are_problems_that_nothing_keeps() {
    let server = Server::start();
    let mut client = server.json().await;
    let long = format!("{START}&moves={}", "3,".repeat(2_100));
    let far = format!("{START}&moves=1,1&from=0&to=3");
    for (query, status, reason, fields) in [
        ("", 400, "MISSING_FIELD", &["position"][..]),
        ("position=", 400, "MALFORMED_POSITION", &["position"]),
        ("position=%00%ff", 400, "MALFORMED_POSITION", &["position"]),
        ("token=AAAA", 400, "MALFORMED_TOKEN", &["token"]),
        ("position=awale_zz0000/zz0000_0/0_s", 422, "INCONSISTENT_POSITION", &["position"]),
        ("position=andada_222/222_-_s", 422, "VARIANT_MISMATCH", &["position"]),
        (&format!("{START}&move=7"), 409, "NO_SUCH_HOUSE", &["move"]),
        (&format!("{START}&move=x1"), 400, "MALFORMED_MOVE", &["move"]),
        (&format!("{START}&moves=3,7"), 409, "ILLEGAL_LINE", &["moves[1]"]),
        (&format!("{START}&theme=Light"), 400, "MALFORMED_REQUEST", &["theme"]),
        (&format!("{START}&theme="), 400, "MALFORMED_REQUEST", &["theme"]),
        (&format!("{START}&width=0"), 400, "MALFORMED_REQUEST", &["width"]),
        (&format!("{START}&width=641"), 400, "MALFORMED_REQUEST", &["width"]),
        (&format!("{START}&width=-640"), 400, "MALFORMED_REQUEST", &["width"]),
        (&format!("{START}&width=99999999999999999999"), 400, "MALFORMED_REQUEST", &["width"]),
        (&format!("{START}&view=west"), 400, "MALFORMED_REQUEST", &["view"]),
        (&format!("{START}&viewer=west&viewer=south"), 400, "MALFORMED_REQUEST", &["viewer"]),
        (&format!("{START}&format=png"), 400, "UNKNOWN_FIELD", &["format"]),
        (&format!("{START}&setup=x"), 400, "UNKNOWN_FIELD", &["setup"]),
        (&format!("{START}&{START}"), 400, "MALFORMED_REQUEST", &["position"]),
        (&format!("{START}&moves=1,1&from=2&to=1"), 400, "MALFORMED_REQUEST", &["from"]),
        (&far, 400, "MALFORMED_REQUEST", &["to"]),
        (&long, 413, "TOO_LARGE", &[]),
    ] {
        for (format, ..) in FORMATS.iter().filter(|(format, ..)| !query.contains("from=") || *format == "gif") {
            let reply = client.get(&format!("{BOARD}.{format}?{query}")).await;
            check(&reply, status, reason, fields, &format!("{format} {query}"));
        }
    }
    for format in ["svg", "png"] {
        let reply = client.get(&format!("{BOARD}.{format}?{START}&from=0&to=0")).await;
        check(&reply, 400, "MALFORMED_REQUEST", &["from", "to"], format);
    }
    // An object on the way to a board is not a game: the name is too long to be repeated.
    let path = format!("/v1/variants/{}/board.png?{START}", "x".repeat(3_000));
    check(&client.get(&path).await, 404, "UNKNOWN_VARIANT", &["variant"], "a long name");
    check(&client.get("/v1/variants/awale/board.jpg").await, 404, "NOT_FOUND", &[], "another format");
    let posted = client.send("POST", &format!("{BOARD}.png?{START}"), &[], &[]).await;
    check(&posted, 405, "METHOD_NOT_ALLOWED", &[], "POST");
}

async fn render(client: &mut MancalaServiceClient<Channel>, request: RenderBoardRequest) -> (Vec<u8>, String, String) {
    let answer = client.render_board(request).await.expect("a picture").into_inner();
    (answer.picture, answer.media_type, answer.alt)
}

#[tokio::test]
async fn both_transports_draw_the_same_picture() {
    let server = Server::start();
    let mut json = server.json().await;
    let mut grpc = server.grpc().await;
    let mut random = Random(17);
    for round in 0..30 {
        let variant = Variant::ALL[round % Variant::ALL.len()];
        let (start, moves, line) = random.line(variant, 20);
        let played = random.legal(&line.position()).map(Move::text);
        let side = random.pick(Side::ALL);
        let view = random.pick(View::ALL);
        let width = random.pick(&[320_u32, 480, 640]);
        let theme = random.pick(&[Theme::Light, Theme::Dark, Theme::Contrast]);
        let format = random.pick(&[PictureFormat::Svg, PictureFormat::Png, PictureFormat::Gif]);
        let (name, media_type, _) = FORMATS[format as usize - 1];
        let texts: Vec<_> = moves.iter().map(|played| played.text()).collect();
        let mut path = format!(
            "/v1/variants/{variant}/board.{name}?position={}&moves={}&viewer={side}&view={view}&theme={}&width={width}",
            start.to_string().replace(' ', "_"),
            texts.join(","),
            ["light", "dark", "contrast"][theme as usize - 1],
        );
        if let Some(played) = &played {
            path += &format!("&move={played}");
        }
        let reply = json.get(&path).await;
        assert_eq!(reply.status, 200, "{path}");
        let request = RenderBoardRequest {
            position: Some(start.to_string()),
            moves: texts.iter().map(ToString::to_string).collect(),
            r#move: played.as_ref().map(ToString::to_string),
            viewer: side as i32 + 1,
            view: view as i32 + 1,
            theme: theme.into(),
            width: Some(width),
            format: format.into(),
            ..RenderBoardRequest::default()
        };
        let (picture, answered, alt) = render(&mut grpc, request).await;
        assert!(picture == reply.body, "{path}");
        assert_eq!(answered, media_type);
        // The words are those of the text for voices.
        let body = json!({
            "position": start.to_string(), "moves": texts, "move": played, "viewer": side.name(), "text": ["spoken"],
        });
        if view == View::All && played.is_some() {
            let spoken = json.ask(variant.name(), "apply-move", &body).await.json();
            assert_eq!(spoken["text"]["spoken"], alt);
        }
    }
    let refused = grpc.render_board(RenderBoardRequest {
        position: Some("awale 444444/444444 0/0 s".to_owned()),
        ..Default::default()
    });
    let refused = refused.await.expect_err("no format");
    assert_eq!(refused.code(), tonic::Code::InvalidArgument);
}

#[tokio::test]
async fn positions_that_look_alike_have_the_same_picture() {
    let server = Server::start();
    let mut client = server.json().await;
    let mut picture = async |position: &str, view: &str, format: &str| {
        let reply = client.get(&format!("{BOARD}.{format}?position={position}&view={view}&move=1")).await;
        assert_eq!(reply.status, 200);
        reply.body
    };
    // In North's row, South sees six seeds or more.
    let [one, other] =
        ["awale_120304/07a000_3/3_s", "awale_120304/09800_3/3_s"].map(|text| text.replace("09800", "098000"));
    for format in ["svg", "png", "gif"] {
        let seen = [picture(&one, "south", format).await, picture(&other, "south", format).await];
        assert!(seen[0] == seen[1], "{format}");
        assert!(picture(&one, "north", format).await != picture(&other, "north", format).await, "{format}");
        assert!(picture(&one, "all", format).await != seen[0], "{format}");
    }
}

#[tokio::test]
async fn a_turn_links_the_picture_of_its_last_move() {
    let server = Server::start_with(&[("AYLA_PUBLIC_URL", "https://games.example/ayla/")]);
    let mut client = server.json().await;
    let body = json!({"preset": "tournament", "move": "3", "reply": {"level": 1}, "view": "public", "locale": "fr",
        "viewer": "north"});
    let answer = client.ask("awale", "play-turn", &body).await.json();
    let url = answer["picture"]["url"].as_str().expect("a link");
    let path = url.strip_prefix("https://games.example/ayla").expect("the public address");
    let reply = client.get(path).await;
    assert_eq!((reply.status.as_u16(), header(&reply, "content-type")), (200, "image/png"), "{path}");
    assert!(path.contains("&view=public") && path.contains("&viewer=north") && path.ends_with("&locale=fr"), "{path}");
    let gif = client.get(&path.replace(".png?", ".gif?")).await;
    assert_eq!(header(&gif, "content-type"), "image/gif");
    // The picture tells of the last move, the answer of both.
    let alt = answer["picture"]["alt"].as_str().expect("words");
    assert!(alt.starts_with("Sud joue la case 3.") && alt.contains("Nord joue"), "{alt}");
    // A turn without a move shows the position.
    let body = json!({"token": answer["position"]["token"]});
    let shown = client.ask("awale", "play-turn", &body).await.json();
    let url = shown["picture"]["url"].as_str().expect("a link");
    assert!(
        !url.contains("move")
            && client.get(url.strip_prefix("https://games.example/ayla").expect("it")).await.status == 200
    );

    let without = Server::start();
    let answer = without.json().await.ask("awale", "play-turn", &json!({"move": "3"})).await.json();
    assert_eq!(answer.get("picture"), None);
}

#[tokio::test]
async fn a_gif_of_a_game_has_a_frame_for_each_position() {
    let server = Server::shared();
    let mut client = server.json().await;
    let frames = |reply: &Reply| {
        assert_eq!(reply.status, 200, "{:?}", reply.body);
        // Each frame has a control block.
        reply.body.windows(4).filter(|part| *part == b"\x21\xf9\x04\x05" || *part == b"\x21\xf9\x04\x01").count()
    };
    let game = format!("{BOARD}.gif?{START}&moves=1,1,2,2,3,3");
    for (range, count) in
        [("&from=0", 7), ("&to=6", 7), ("&from=2&to=4", 3), ("&from=6&to=6", 1), ("&from=0&move=4", 8), ("", 1)]
    {
        let reply = client.get(&format!("{game}{range}")).await;
        let controls = frames(&reply);
        assert_eq!(controls, count, "{range}");
    }
    // The last frame of a game is its end, as of a move.
    let [whole, part] = ["&from=6", "&from=6&to=6"].map(|range| format!("{game}{range}"));
    assert!(client.get(&whole).await.body == client.get(&part).await.body);
    let many = vec!["1"; 130].join(",");
    let reply = client.get(&format!("{BOARD}.gif?position=awale_110000/110000_20/24_s&moves={many}&from=0")).await;
    assert!(!reply.status.is_success());
}
