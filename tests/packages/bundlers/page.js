// A page of both packages, as a bundler builds it: a game without a server, with its board, and a server's suggestion.
import { local } from "@ayla/rules";
import { Client, Game } from "ayla-client";

/** Plays a turn in `root`, and asks the server at this address for the next move. */
export async function show(root, server) {
    const rules = await local();
    const game = await Game.start(new Client({ local: rules }), "awale", { reply: { nodes: 1000 } });
    await game.play("3");
    const { body } = await rules.call("awale/board.svg", JSON.stringify({ token: game.token }));
    root.innerHTML = body;
    const refused = await game.play("9");
    const asked = { token: game.token, nodes: 1000 };
    const offline = await game.client.suggestMove("awale", asked);
    const online = await new Client({ baseUrl: server }).suggestMove("awale", asked);
    const said = document.createElement("p");
    said.textContent = `${refused.refused.reason} ${offline.move} ${online.move}`;
    root.append(said);
}
