// Random games by the operations of the JSON API. The same answers lead to the same games, and to the same digest.

/** The games by their names in paths. */
export async function games(rules) {
    const { variants } = await (await rules.fetch(new Request("http://local.invalid/v1/variants"))).json();
    return variants.map(({ name }) => name);
}

/**
 * Plays turns of a game. `answer` takes a path, the JSON of a body and a language, and returns a promise of the text of the answer.
 */
export async function walk(answer, game, turns) {
    const random = randomNumbers(game.length);
    let digest = 0x811c9dc5;
    const ask = async (operation, body) => {
        const language = random(2) ? "en" : "fr";
        const text = await answer(`/v1/variants/${game}/${operation}`, JSON.stringify(body), language);
        for (let index = 0; index < text.length; index++) {
            digest = Math.imul(digest ^ text.charCodeAt(index), 0x01000193);
        }
        return JSON.parse(text);
    };
    let position = await ask("start-game", {});
    for (let turn = 0; turn < turns; turn++) {
        const { token } = position.position;
        const moves = position.legalMoves ?? [];
        if (position.status.over || moves.length === 0) {
            position = await ask("start-game", { first: random(2) ? "south" : "north" });
            continue;
        }
        const { move } = moves[random(moves.length)];
        const text = [["line"], ["board"], []][random(3)];
        if (turn % 4 === 0) {
            await ask("apply-move", { token, move, text });
            await ask("validate-move", { token, move: String(random(14)) });
        }
        if (turn % 100 === 0) {
            await ask("legal-moves", { token, text });
            await ask("replay-game", { token, moves: [move] });
            await ask("suggest-move", { token, nodes: 3_000, candidates: true, why: true });
        }
        const reply = { level: 1 + random(turn % 20 === 0 ? 9 : 3), seed: turn };
        position = await ask("play-turn", { token, move, text, names: { south: "Ama" }, ...(random(4) && { reply }) });
        if (random(60) === 0) {
            position = await ask("start-game", {});
        }
    }
    return (digest >>> 0).toString(16);
}

/** Numbers below a bound, the same for the same seed. */
function randomNumbers(seed) {
    let state = seed;
    return (bound) => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return (state >>> 8) % bound;
    };
}
