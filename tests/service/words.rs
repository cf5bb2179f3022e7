//! Sentences in the language of the caller, over both transports.

use ayla::proto;
use ayla_test_server::{Json, Reply, START, Server};
use serde_json::json;
use tonic::{Code, Request};
use tonic_types::StatusExt;

use super::http::check;

const STARVED: &str = "awale 000000/000122 13/7 n";

fn header<'a>(reply: &'a Reply, name: &str) -> &'a str {
    reply.headers.get(name).map_or("", |value| value.to_str().expect("text"))
}

async fn get(client: &mut Json, path: &str, accepted: &str) -> Reply {
    client.send("GET", path, &[("accept-language", accepted)], &[]).await
}

#[tokio::test]
async fn sentences_are_in_the_language_that_the_request_asks_for() {
    let server = Server::shared();
    let mut client = server.json().await;
    let english = "South's row is empty, and house 4 does not feed South; play a house that does.";
    let french =
        "Sud n'a plus de graines, et la case 4 ne lui en apporte pas\u{a0}; jouez une case qui lui en apporte.";
    for (locale, said, language) in [
        ("en", english, "en"),
        ("fr", french, "fr"),
        ("fr-CI", french, "fr"),
        ("qaa", english, "en"),
        ("?", english, "en"),
    ] {
        let asked = json!({"position": STARVED, "move": "4", "locale": locale});
        let reply = client.ask("awale", "validate-move", &asked).await;
        assert_eq!(
            (&reply.json()["message"], header(&reply, "content-language")),
            (&json!(said), language),
            "{locale}"
        );
        let asked = json!({"position": STARVED, "locale": locale});
        let reply = client.ask("awale", "legal-moves", &asked).await;
        let illegal = reply.json()["illegalMoves"].clone();
        let message = illegal.as_array().expect("a list").iter().find(|illegal| illegal["move"] == "4").expect("there");
        assert_eq!(message["message"], said, "{locale}");
    }
}

#[tokio::test]
async fn without_a_locale_the_header_decides() {
    let server = Server::shared();
    let mut client = server.json().await;
    let path = "/v1/variants/awale/validate-move?position=awale_000000/000122_13/7_n&move=4";
    let english = get(&mut client, path, "qaa, en;q=0.5").await;
    let french = get(&mut client, path, "fr-FR,en;q=0.1").await;
    assert_eq!([&english, &french].map(|reply| header(reply, "content-language")), ["en", "fr"]);
    assert_eq!([&english, &french].map(|reply| header(reply, "vary")), ["accept-encoding, accept-language"; 2]);
    assert_ne!(header(&english, "etag"), header(&french, "etag"));
    let french_by_locale = get(&mut client, &format!("{path}&locale=fr"), "en").await;
    assert_eq!(french_by_locale.body, french.body);

    let variant = get(&mut client, "/v1/variants/andada", "fr").await;
    assert_eq!(
        (header(&variant, "content-language"), header(&variant, "vary")),
        ("fr", "accept-encoding, accept-language")
    );
    let presets = variant.json()["variant"]["presets"].clone();
    assert_eq!(presets[1]["title"], "Longues rangées");
    let all = get(&mut client, "/v1/variants?locale=fr", "en").await;
    assert_eq!(all.json()["variants"][1]["presets"][1]["title"], "Longues rangées");
}

#[tokio::test]
async fn an_error_is_for_a_person_in_their_language_and_for_a_program_in_english() {
    let server = Server::shared();
    let mut client = server.json().await;
    let asked = json!({"position": START, "move": "9", "locale": "fr"});
    let reply = client.ask("awale", "apply-move", &asked).await;
    assert_eq!((reply.status.as_u16(), header(&reply, "content-language")), (409, "fr"));
    let problem = reply.json();
    assert_eq!(problem["title"], "Le coup n'est pas permis");
    assert_eq!(problem["detail"], "Il n'y a pas de case 9\u{a0}: une rangée a les cases 1 à 6.");
    assert_eq!(problem["violations"], json!([{"field": "move", "reason": "NO_SUCH_HOUSE"}]));
    // The form of a request is judged before it is read: in the language of its head.
    let misspelt = json!({"positions": START, "locale": "fr"});
    let reply = client.ask("awale", "apply-move", &misspelt).await;
    assert_eq!((reply.status.as_u16(), header(&reply, "content-language")), (400, "en"));
    for (path, detail) in [
        ("/v1/nowhere", "Il n'y a rien à l'adresse «\u{a0}/v1/nowhere\u{a0}»."),
        ("/v1/variants/chess", "Aucun jeu ne s'appelle «\u{a0}chess\u{a0}»\u{a0}; il y a awale, andada"),
        (
            "/v1/variants/awale/legal-moves?x=1",
            "Le champ «\u{a0}x\u{a0}» n'est pas connu\u{a0}; les champs sont position, setup",
        ),
    ] {
        let reply = get(&mut client, path, "fr").await;
        let problem = reply.json();
        let found = problem["detail"].as_str().expect("a sentence");
        assert!(found.starts_with(detail), "{found}");
        assert_eq!((header(&reply, "content-language"), header(&reply, "cache-control")), ("fr", "no-store"), "{path}");
    }
    for (body, english, french) in [
        ("[]", "The body must be a JSON object.", "Le corps doit être un objet JSON."),
        (
            r#"{"position": "#,
            "The JSON ends too early, at line 1, column 13.",
            "Le JSON s'arrête trop tôt, à la ligne 1, colonne 13.",
        ),
        (
            r#"{"move" 1}"#,
            "The body cannot be read as JSON from line 1, column 9 on.",
            "Le corps ne peut être lu comme du JSON à partir de la ligne 1, colonne 9.",
        ),
        (
            r#"{"move": [3]}"#,
            "The field 'move' takes a string, not a list.",
            "Le champ «\u{a0}move\u{a0}» accepte un texte\u{a0}; il contient une liste.",
        ),
        (
            r#"{"seat": []}"#,
            "The field 'seat' takes a whole number from 0, not a list.",
            "Le champ «\u{a0}seat\u{a0}» accepte un nombre entier positif ou nul\u{a0}; il contient une liste.",
        ),
        (
            r#"{"viewer": "east"}"#,
            "The field 'viewer' takes one of south, north, not 'east'.",
            "Le champ «\u{a0}viewer\u{a0}» accepte un de ces mots\u{a0}: south, north\u{a0}; il contient «\u{a0}east\u{a0}».",
        ),
        (
            r#"{"move": "3", "move": "4"}"#,
            "The field 'move' is given twice.",
            "Le champ «\u{a0}move\u{a0}» est donné deux fois.",
        ),
    ] {
        for (language, said) in [("en", english), ("fr", french)] {
            let headers = [("accept-language", language), ("content-type", "application/json")];
            let reply = client.send("POST", "/v1/variants/awale/apply-move", &headers, body.as_bytes()).await;
            assert_eq!((reply.status.as_u16(), &reply.json()["detail"]), (400, &json!(said)), "{body}");
            // The only fault is in the detail.
            assert_eq!(reply.json()["violations"][0].get("message"), None, "{body}");
        }
    }
    // Of several, each has its sentence.
    let reply = client.ask("awale", "apply-move", &json!({"locale": "fr"})).await;
    let problem = reply.json();
    let said = |at: usize| problem["violations"][at]["message"].as_str().expect("a sentence");
    assert_eq!(problem["detail"], format!("{} {}", said(0), said(1)));
    assert_eq!(problem["violations"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn a_word_of_proto_json_leads_to_the_rpc_that_reads_it() {
    let mut client = Server::shared().json().await;
    for (operation, body, english, french) in [
        (
            "suggest-move",
            json!({"position": START, "time_ms": 50}),
            "Unknown field 'time_ms' (did you mean timeMs?); the fields are ",
            "Le champ «\u{a0}time_ms\u{a0}» (vouliez-vous dire timeMs\u{a0}?) n'est pas connu",
        ),
        (
            "start-game",
            json!({"first": "SIDE_SOUTH"}),
            "The field 'first' takes one of south, north, not 'SIDE_SOUTH' (did you mean south?). ProtoJSON is read at ",
            "Le champ «\u{a0}first\u{a0}» accepte un de ces mots\u{a0}: south, north\u{a0}; il contient",
        ),
    ] {
        let rpc = if operation == "start-game" { "StartGame" } else { "SuggestMove" };
        for (language, said) in [("en", english), ("fr", french)] {
            let headers = [("accept-language", language), ("content-type", "application/json")];
            let path = format!("/v1/variants/awale/{operation}");
            let reply = client.send("POST", &path, &headers, body.to_string().as_bytes()).await;
            let problem = reply.json();
            let detail = problem["detail"].as_str().expect("a sentence");
            assert!(detail.starts_with(said), "{detail}");
            assert!(detail.ends_with(&format!(" /mancala.v1.MancalaService/{rpc}.")), "{detail}");
        }
    }
    // In a query too.
    let reply = client.get("/v1/variants/awale/suggest-move?time_ms=50").await;
    assert_eq!(reply.json()["metadata"]["meant"], "timeMs");
}

#[tokio::test]
async fn a_game_is_named_as_people_name_it_and_answers_use_one_name() {
    let mut client = Server::shared().json().await;
    let listed = client.send("GET", "/v1/variants", &[("accept-language", "fr")], &[]).await.json();
    let mut aliases = 0;
    for variant in listed["variants"].as_array().expect("a list") {
        for alias in variant["aliases"].as_array().expect("a list") {
            let name = alias["name"].as_str().expect("a name");
            let path: String =
                percent_encoding::utf8_percent_encode(name, percent_encoding::NON_ALPHANUMERIC).collect();
            let one = client.get(&format!("/v1/variants/{path}")).await.json();
            assert_eq!(one["variant"]["name"], variant["name"], "{name}");
            let puzzle = client.get(&format!("/v1/puzzles?variant={path}")).await.json();
            assert_eq!(puzzle["variant"], variant["name"], "{name}");
            let region = alias["region"].as_str().expect("a region");
            assert!(!region.is_empty() && !region.starts_with("region-"), "{name}: {region}");
            aliases += 1;
        }
    }
    assert!(aliases >= 15, "{aliases}");
    for (language, said) in [
        ("en", "'mancala' is the name of a family of games, of which there are awale, andada, anywoli, kalah, "),
        ("fr", "«\u{a0}mancala\u{a0}» est le nom d'une famille de jeux, dont il y a awale, andada, anywoli, kalah, "),
    ] {
        let reply = client.send("GET", "/v1/variants/mancala", &[("accept-language", language)], &[]).await;
        let problem = reply.json();
        assert!(problem["detail"].as_str().expect("a sentence").starts_with(said), "{problem}");
    }
    let near = client.get("/v1/variants/owari").await.json();
    assert!(near["detail"].as_str().expect("a sentence").contains("(did you mean "), "{near}");
}

#[tokio::test]
async fn a_position_without_its_game_is_shown_whole() {
    let mut client = Server::shared().json().await;
    for (locale, said) in [
        (
            "en",
            "The position '444444/444444 0/0 s' does not say its game; write the name of the game before it: awale, ",
        ),
        ("fr", "La position «\u{a0}444444/444444 0/0 s\u{a0}» ne dit pas son jeu"),
    ] {
        let body = json!({"position": "444444/444444 0/0 s", "locale": locale});
        let problem = client.ask("awale", "legal-moves", &body).await.json();
        assert!(problem["detail"].as_str().expect("a sentence").starts_with(said), "{problem}");
    }
}

#[tokio::test]
async fn a_post_needs_neither_a_body_nor_a_content_type() {
    let mut client = Server::shared().json().await;
    let whole = client.ask("awale", "start-game", &json!({})).await.json();
    for (path, headers, body) in [
        ("/v1/variants/awale/start-game", &[][..], ""),
        ("/v1/variants/awale/start-game", &[("content-type", "application/json")], ""),
        ("/v1/variants/oware/start-game", &[], "{}"),
    ] {
        let reply = client.send("POST", path, headers, body.as_bytes()).await;
        assert_eq!((reply.status.as_u16(), reply.json()), (200, whole.clone()), "{path} {body}");
    }
    for (operation, missing) in [("play-turn", &[][..]), ("replay-game", &[]), ("apply-move", &["position", "move"])] {
        let reply = client.send("POST", &format!("/v1/variants/awale/{operation}"), &[], &[]).await;
        match missing {
            [] => assert_eq!(reply.status, 200, "{operation}"),
            _ => check(&reply, 400, "MISSING_FIELD", missing, operation),
        }
    }
    let reply = client.send("POST", "/v1/variants/awale/start-game", &[("content-type", "text/plain")], b"{}").await;
    check(&reply, 415, "UNSUPPORTED_MEDIA_TYPE", &[], "text");
}

#[tokio::test]
async fn a_status_of_grpc_has_the_message_with_its_language() {
    let server = Server::shared();
    let mut client = server.grpc().await;
    let message = proto::ApplyMoveRequest {
        position: Some(START.to_owned()),
        r#move: Some("9".to_owned()),
        ..Default::default()
    };
    let mut by_metadata = Request::new(message.clone());
    by_metadata.metadata_mut().insert("accept-language", "fr, en;q=0.5".parse().expect("ASCII"));
    let by_field = Request::new(proto::ApplyMoveRequest { locale: Some("fr-CI".to_owned()), ..message.clone() });
    for (request, locale, said) in [
        (by_metadata, "fr", "Il n'y a pas de case 9\u{a0}: une rangée a les cases 1 à 6."),
        (by_field, "fr", "Il n'y a pas de case 9\u{a0}: une rangée a les cases 1 à 6."),
        (Request::new(message), "en", "There is no house 9: a row has the houses 1 to 6."),
    ] {
        let status = client.apply_move(request).await.expect_err("no such house");
        assert_eq!((status.code(), status.message()), (Code::InvalidArgument, said));
        let details = status.get_error_details();
        let localized = details.localized_message().expect("always");
        assert_eq!((localized.locale.as_str(), localized.message.as_str()), (locale, said));
        let violations = &details.bad_request().expect("one").field_violations;
        assert_eq!(violations[0].description, "There is no house 9: a row has the houses 1 to 6.");
        let localized = violations[0].localized_message.as_ref();
        assert_eq!(localized.map(|localized| localized.message.as_str()), (locale == "fr").then_some(said));
    }
}
