//! Who may ask for pictures, how often, and how many are drawn at once.

use std::fs;

use ayla_test_server::command::{folder, run, run_with, text};
use ayla_test_server::{Reply, Server};

const PICTURE: &str = "/v1/variants/awale/board.png?position=awale_444444/444444_0/0_s";
const LEGAL_MOVES: &str = "/v1/variants/awale/legal-moves?position=awale_444444/444444_0/0_s";

/// A file of keys with one caller, and the header with the key.
fn keys(name: &str) -> (String, String) {
    let made = run(&["key", "village-bot"]);
    let bearer = format!("Bearer {}", made.stderr.trim_end().rsplit(' ').next().expect("a key"));
    let file = folder(&format!("pictures/{name}")).join("keys.toml");
    fs::write(&file, made.answer()).expect("written");
    (text(&file).to_owned(), bearer)
}

async fn get(server: &Server, path: &str, headers: &[(&str, &str)]) -> Reply {
    server.json().await.send("GET", path, headers, &[]).await
}

fn caching(reply: &Reply) -> (u16, String) {
    (reply.status.as_u16(), reply.headers["cache-control"].to_str().expect("text").to_owned())
}

#[tokio::test]
async fn with_api_keys_pictures_need_one_unless_they_are_open() {
    let (file, bearer) = keys("keyed");
    let key = [("authorization", bearer.as_str())];
    for settings in [&[][..], &[("AYLA_PICTURES", "keyed")]] {
        let server = Server::start_with(&[&[("AYLA_KEYS", file.as_str())], settings].concat());
        assert_eq!(caching(&get(&server, PICTURE, &[]).await), (401, "no-store".to_owned()));
        assert_eq!(caching(&get(&server, PICTURE, &key).await), (200, "private, max-age=86400".to_owned()));
    }
    let server = Server::start_with(&[("AYLA_KEYS", &file), ("AYLA_PICTURES", "open")]);
    assert_eq!(caching(&get(&server, PICTURE, &[]).await), (200, "public, max-age=86400".to_owned()));
    assert_eq!(caching(&get(&server, LEGAL_MOVES, &[]).await), (401, "no-store".to_owned()));
    assert_eq!(caching(&get(&server, LEGAL_MOVES, &key).await), (200, "private, max-age=3600".to_owned()));
}

#[tokio::test]
async fn there_are_no_links_to_pictures_that_need_a_key() {
    let (file, bearer) = keys("links");
    let body = br#"{"move": "3"}"#;
    for (mode, has_link) in [("keyed", false), ("open", true)] {
        let settings = [("AYLA_KEYS", &*file), ("AYLA_PICTURES", mode), ("AYLA_PUBLIC_URL", "https://games.example")];
        let server = Server::start_with(&settings);
        let headers = [("content-type", "application/json"), ("authorization", bearer.as_str())];
        let turn = server.json().await.send("POST", "/v1/variants/awale/play-turn", &headers, body).await.json();
        assert_eq!(turn.get("picture").is_some(), has_link, "{mode}: {turn}");
    }
}

#[tokio::test]
async fn a_server_without_pictures_has_nothing_at_their_paths() {
    let server = Server::start_with(&[("AYLA_PICTURES", "off"), ("AYLA_PUBLIC_URL", "https://games.example")]);
    let reply = get(&server, PICTURE, &[]).await;
    assert_eq!(caching(&reply), (404, "no-store".to_owned()));
    assert_eq!(reply.json()["reason"], "NOT_FOUND");
    let format = ayla::proto::PictureFormat::Png.into();
    let request = ayla::proto::RenderBoardRequest { format, ..Default::default() };
    let refused = server.grpc().await.render_board(request).await.expect_err("no pictures");
    assert_eq!(refused.code(), tonic::Code::Unimplemented);
    let body = br#"{"move": "3"}"#;
    let json = [("content-type", "application/json")];
    let turn = server.json().await.send("POST", "/v1/variants/awale/play-turn", &json, body).await.json();
    assert!(turn["board"].is_object() && turn.get("picture").is_none());
}

#[tokio::test]
async fn an_address_has_a_rate_of_open_pictures() {
    let server = Server::start_with(&[("AYLA_PICTURE_RATE", "1")]);
    let mut answers = Vec::new();
    for _ in 0..12 {
        answers.push(get(&server, PICTURE, &[]).await);
    }
    assert!(answers[..4].iter().all(|reply| reply.status == 200));
    let refused = answers.iter().find(|reply| reply.status != 200).expect("above the rate");
    assert_eq!(caching(refused), (429, "no-store".to_owned()));
    assert_eq!(refused.json()["reason"], "RATE_LIMITED");
    assert!(refused.headers.contains_key("retry-after"));
    assert!(server.metric("ayla_shed_total{reason=\"rate\"}").await.expect("counted") >= 1.0);
    // Other calls have no such rate.
    assert_eq!(get(&server, LEGAL_MOVES, &[]).await.status, 200);

    // Behind a proxy that is trusted each client has its own.
    let server = Server::start_with(&[("AYLA_PICTURE_RATE", "1"), ("AYLA_TRUSTED_PROXIES", "127.0.0.0/8")]);
    for client in 0..12 {
        let address = format!("192.0.2.{client}");
        assert_eq!(get(&server, PICTURE, &[("x-forwarded-for", &address)]).await.status, 200);
    }
    // A proxy that names none is a client itself.
    let mut statuses = Vec::new();
    for _ in 0..12 {
        statuses.push(get(&server, PICTURE, &[]).await.status.as_u16());
    }
    assert!(statuses[0] == 200 && statuses.contains(&429), "{statuses:?}");
}

#[tokio::test]
async fn pictures_above_slots_and_queue_are_refused_and_rules_are_answered() {
    // No picture runs out of time on a busy machine.
    let time = ("AYLA_DEADLINE_MS", "600000");
    let server = Server::start_with(&[("AYLA_PICTURE_SLOTS", "1"), ("AYLA_PICTURE_RATE", "1000000"), time]);
    // Each picture takes its slot for longer than a request takes to arrive.
    let rows = ["2".repeat(48), "1".repeat(48)].join("/");
    let storm = (0..150).map(|number| {
        let path = format!("/v1/variants/andada/board.png?position=andada_{rows}_-_s&move={}", number % 48 + 1);
        let server = &server;
        async move { get(server, &path, &[]).await }
    });
    let storm = futures_util::future::join_all(storm);
    let rules = async {
        for _ in 0..50 {
            assert_eq!(get(&server, LEGAL_MOVES, &[]).await.status, 200);
        }
    };
    let (answers, ()) = tokio::join!(storm, rules);
    let refused: Vec<_> = answers.iter().filter(|reply| reply.status != 200).collect();
    assert!(!refused.is_empty() && refused.len() < answers.len(), "{} of {}", refused.len(), answers.len());
    for reply in &refused {
        assert_eq!(caching(reply), (503, "no-store".to_owned()));
        assert_eq!(reply.json()["reason"], "OVERLOADED");
        assert!(reply.headers.contains_key("retry-after"));
    }
    // When the storm is over, pictures are drawn as before.
    assert_eq!(get(&server, PICTURE, &[]).await.status, 200);
}

#[test]
fn settings_of_pictures_are_checked() {
    for (setting, message) in [
        (("AYLA_PICTURES", "yes"), "AYLA_PICTURES is open, keyed or off"),
        (("AYLA_PICTURES", "keyed"), "AYLA_PICTURES is keyed, which needs API keys, AYLA_KEYS"),
        (("AYLA_PICTURE_RATE", "0"), "AYLA_PICTURE_RATE is a whole number from 1 to 1000000"),
        (("AYLA_PICTURE_SLOTS", "0"), "AYLA_PICTURE_SLOTS is a whole number from 1 to 250"),
        (("AYLA_PUBLIC_URL", "games.example"), "AYLA_PUBLIC_URL is a URL with http or https"),
        (("AYLA_PUBLIC_URL", "https://games.example/?a"), "AYLA_PUBLIC_URL is a URL with http or https"),
        (("AYLA_PUBLIC_URL", "ftp://games.example"), "AYLA_PUBLIC_URL is a URL with http or https"),
    ] {
        let refused = run_with(&["check"], &[setting]).refusal(64);
        assert!(refused.contains(message), "{setting:?}: {refused}");
    }
    run_with(&["check"], &[("AYLA_PUBLIC_URL", "https://games.example/ayla/"), ("AYLA_PICTURES", "off")]).answer();
}
