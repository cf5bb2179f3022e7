//! A server for IPv6 and IPv4, and the addresses of its clients.

use std::net::{Ipv6Addr, TcpListener};

use ayla_test_server::command::run_with;
use ayla_test_server::{Json, Server, connect};

const LISTEN: [(&str, &str); 2] = [("AYLA_LISTEN", "[::]:0"), ("AYLA_ADMIN_LISTEN", "[::]:0")];
const PICTURE: &str = "/v1/variants/awale/board.svg?position=awale_444444/444444_0/0_s";
/// How many pictures an address may request at once.
const BURST: usize = 4;

fn port(address: &str) -> &str {
    address.rsplit_once(':').expect("a port").1
}

/// The addresses of the loopback interface, of both kinds if the machine has both.
fn loopback() -> Vec<&'static str> {
    let mut addresses = vec!["127.0.0.1", "127.0.0.2"];
    if TcpListener::bind((Ipv6Addr::LOCALHOST, 0)).is_ok() {
        addresses.push("[::1]");
    }
    addresses
}

/// A connection from an address to the same kind of address.
async fn client(server: &Server, from: &str) -> Json {
    let to = if from.starts_with('[') { "[::1]" } else { "127.0.0.1" };
    let address = format!("{to}:{}", port(&server.address));
    Json::over(connect(from, &address).await.expect("it listens"), &address).await
}

#[tokio::test]
async fn each_client_has_its_own_address_on_a_listener_for_both() {
    let settings =
        [("AYLA_PICTURE_RATE", "1"), ("AYLA_TRUSTED_PROXIES", "127.0.0.9"), ("AYLA_LOG", "info,ayla::call=debug")];
    let server = Server::start_with(&[&LISTEN[..], &settings].concat());
    let direct = loopback().into_iter().map(|from| (from, "192.0.2.1", from.trim_matches(['[', ']'])));
    let behind_proxy = [
        ("127.0.0.9", "198.51.100.1", "198.51.100.1"),
        ("127.0.0.9", "::ffff:198.51.100.2", "198.51.100.2"),
        ("127.0.0.9", "[::ffff:198.51.100.3]:443", "198.51.100.3"),
    ];
    for (from, forwarded, address) in direct.chain(behind_proxy) {
        let mut json = client(&server, from).await;
        for _ in 0..BURST {
            let reply = json.send("GET", PICTURE, &[("x-forwarded-for", forwarded)], &[]).await;
            assert_eq!(reply.status, 200, "{from} {forwarded}");
            assert_eq!(server.logged("call").pop().expect("an entry")["client"], address);
        }
    }
    // The other way of writing an address has used up its rate.
    let forwarded = [("x-forwarded-for", "::ffff:198.51.100.1")];
    assert_eq!(client(&server, "127.0.0.9").await.send("GET", PICTURE, &forwarded, &[]).await.status, 429);
}

#[tokio::test]
async fn clients_over_ipv4_have_shares_of_their_own_on_a_listener_for_both() {
    let server = Server::start_with(&[&LISTEN[..], &[("AYLA_CONNECTIONS", "4")]].concat());
    let mut kept = client(&server, "127.0.0.2").await;
    assert_eq!(kept.get("/v1/server-info").await.status, 200);
    let mut others = Vec::new();
    for _ in 0..8 {
        others.push(client(&server, "127.0.0.1").await);
        assert_eq!(others.last_mut().expect("just now").get("/v1/server-info").await.status, 200);
    }
    assert_eq!(kept.get("/v1/server-info").await.status, 200);
}

#[test]
fn the_healthcheck_command_and_the_start_line_have_an_address_that_is_reached() {
    let server = Server::start_with(&LISTEN);
    run_with(&["healthcheck"], &[("AYLA_ADMIN_LISTEN", &format!("[::]:{}", port(&server.admin)))]).answer();
    let started = server.started().last().expect("an entry");
    assert_eq!(started["docs"], format!("http://127.0.0.1:{}/docs/", port(&server.address)));
    assert_eq!(started["metrics"], format!("http://127.0.0.1:{}/metrics", port(&server.admin)));
}
