use super::*;
use crate::search::{Certainty, Limits, Request, TranspositionTable, suggest};
use ayla_rules::line::GameLine;
use ayla_rules::{Line, by_variant};
use ayla_test_games::read;

/// The score of a search to a depth by plain alpha-beta, stores included.
fn plain<G: Searchable>(game: &G, state: &G::State, depth: u32, (alpha, beta): (i32, i32)) -> i32 {
    if game.over(state).is_some() {
        return (game.standing(state) + game.outcome(state)) * G::UNIT;
    }
    if depth == 0 {
        let score = game.evaluate(state);
        let most = game.reach(state) * G::UNIT;
        return game.standing(state) * G::UNIT + score.clamp(-most, most);
    }
    let mut best = OPEN.0;
    for played in game.candidates(state) {
        let Some(next) = game.play(state, played, &[], &mut ()) else { continue };
        let window = (alpha.max(best), beta);
        best = best.max(if game.turn(&next) == game.turn(state) {
            plain(game, &next, depth - 1, window)
        } else {
            -plain(game, &next, depth - 1, (-window.1, -window.0))
        });
        if best >= beta {
            break;
        }
    }
    best
}

fn agrees<G: Searchable>(path: &GameLine<G>, line: &Line, most: u32) {
    let limits = Limits { nodes: Some(10_000_000), ..Limits::default() };
    let request = Request { limits, ..Request::new(line) };
    let mut table = TranspositionTable::default();
    let (mut search, past) = Search::new(path.game, &[], Stop::new(&request), table.begin(10_000_000), None, 0);
    let standing = path.game.standing(&path.state) * G::UNIT;
    for depth in 1..=most {
        // The table has the entries of all earlier iterations.
        let bounds = search.search(&path.state, past, depth, OPEN).expect("no limit reached");
        assert_eq!(bounds.score + standing, plain(&path.game, &path.state, depth, OPEN), "depth {depth}");
    }
    // A limit of depth means full width from the root.
    let limits = Limits { depth: Some(most), ..Limits::default() };
    let report = suggest(&Request { limits, ..request }).expect("not over");
    assert_eq!((report.depth, report.best.certainty), (most, Certainty::Estimated));
    let units = (report.best.value * f64::from(G::UNIT)).round() as i32;
    assert_eq!(units, plain(&path.game, &path.state, most, OPEN), "{line}");
}

#[test]
fn scores_are_those_of_plain_alpha_beta() {
    for text in [
        "awale 444444/444444 0/0 s",
        "awale 404455/550444 3/6 n",
        "awale:capture=two,limit=2 055554/444444 0/0 n",
        "awale:direction=clockwise 1a3207/0c4410 2/3 s",
        "awale:few=6,majority=true 225094/001120 12/10 n",
        "anywoli 444444444444/444444444444 0/0 s",
        "anywoli:bonus-move=true 0553340011/1055220453 0/4 n",
        "andada 222222222222/222222222222 - s o",
        "andada 140231/003125 - n",
    ] {
        let line = read(text);
        let depth = if line.position().rules().houses() > 6 { 5 } else { 9 };
        by_variant!(Line, &line, path => agrees(path, &line, depth));
    }
}

#[test]
fn bounds_hold_in_their_context() {
    let line = read("andada:repetition=3 411/042 - s moves 2 1");
    let Line::Andada(path) = &line else { unreachable!() };
    let [mut table, mut other] = [TranspositionTable::default(), TranspositionTable::default()];
    let stop = || Stop::new(&Request::new(&line));
    let (mut search, here) = Search::new(path.game, &path.past, stop(), table.begin(0), None, 0);
    assert_eq!((path.past.len(), search.root), (2, 2));
    let (_, elsewhere) = Search::new(path.game, &path.past[1..], stop(), other.begin(0), None, 0);
    let key = search.key(&path.state);
    let bounds = Bounds { score: 3, ..Bounds::between(0, 0).in_context(1) };
    search.store(key, here, 1, &bounds, None, OPEN);
    let known = |past| search.known(&path.state, key, past).0;
    assert_eq!(Bounds { score: 3, ..known(here) }, bounds);
    assert_eq!(known(elsewhere), Bounds::between(-1, 1));
}

#[test]
fn contexts_are_multisets() {
    let line = read("awale:repetition=3 444444/444444 0/0 s moves 1 1 2 2");
    let Line::Awale(path) = &line else { unreachable!() };
    let context = |past: &[_]| {
        let mut table = TranspositionTable::default();
        Search::new(path.game, past, Stop::new(&Request::new(&line)), table.begin(0), None, 0).1.context
    };
    let mut past = path.past.clone();
    let forth = context(&past);
    past.reverse();
    assert_eq!(context(&past), forth);
    past.push(past[0]);
    assert_ne!(context(&past), forth);
}
