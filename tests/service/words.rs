//! Sentences in the language of the caller, over both transports.

use ayla::proto;
use ayla_test_server::{Json, Reply, START, Server};
use serde_json::json;
use tonic::{Code, Request};
use tonic_types::StatusExt;

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
    assert_eq!(problem["violations"][0]["description"], "There is no house 9: a row has the houses 1 to 6.");
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
        ("", "The body is empty.", "Le corps est vide."),
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
            r#"{"move": 3}"#,
            "The field 'move' takes a string, not 3.",
            "Le champ «\u{a0}move\u{a0}» accepte un texte\u{a0}; il contient 3.",
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
            for violation in reply.json()["violations"].as_array().expect("a list") {
                assert_eq!(violation["message"], json!(said), "{body}");
            }
        }
    }
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
