### What Ayla says in English of Anywoli alone.

## The game

summary-anywoli = Two rows of twelve houses (oto) with four seeds (nyibaré) in each, played by the Anuak of western Ethiopia and South Sudan. Seeds are sown in relays; a house that becomes exactly four is captured by its owner, or by the mover with the last seed of a lap. The player with the most seeds wins.

## Presets: a title, and what they are for

preset-anywoli-default = Anywoli
    .summary = Twelve houses in a row; the player who captures last takes the last four seeds.
preset-anywoli-finite = Finite
    .summary = Stops after a hundred moves without a capture.
preset-anywoli-ba-awa = Ba-awa ending
    .summary = The player who began takes the last eight seeds.
preset-anywoli-bonus = Bonus moves
    .summary = After a capture at the end of a sowing the same player moves again.
preset-anywoli-yit-nuri = Yit Nuri
    .summary = Seven houses in a row, a game of the region.
preset-anywoli-yit-jani = Yit Jani
    .summary = Thirteen houses in a row with two seeds in each, a game of the region.

## Options

option-anywoli-bonus-move = Whether a player who captures with the last seed of a lap moves again.
option-anywoli-direction = The direction of sowing.
option-anywoli-houses = The number of houses in a row; houses times seeds must be even and at most 120.
option-anywoli-last-four = With last-captor, the player whose capture leaves four seeds or fewer in play takes them, and the game ends. With starter-takes-eight, the player who began the game takes them as soon as a capture leaves eight or fewer. With play-out, the game goes on until no seed is left.
option-anywoli-quiet = The game stops after this many consecutive moves, passes included, without a capture; 0 turns this off. Without it, play with few seeds left can go on for ever.
option-anywoli-remaining = When the game stops for want of captures, by repetition, for want of a move or by agreement, the seeds left in the houses go to the owner of each house (own-side), are halved between the players, an odd seed leaving the game (split), or stay where they are and count for nobody (leave).
option-anywoli-repetition = The game stops when the same houses, with the same player to move, have occurred this many times in the line submitted; 0 turns this off.
option-anywoli-seeds = The seeds in each house at the start; houses times seeds must be even and at most 120.

## Rulings

ruling-AY-1 = A move is sown in relays, until the last seed falls in an empty house or makes four.
    .plain = If your last seed falls in a house that has seeds, you pick them all up and sow on. Your move ends in an empty house, or when the last seed makes four.
ruling-AY-2 = A house that becomes four during a sowing is captured by its owner.
    .plain = When a house becomes exactly 4 on the way, the four go to the player whose house it is, and the sowing goes on.
ruling-AY-3 = A house that the last seed of a lap makes four is captured by the mover.
    .plain = When your last seed makes a house exactly 4, you capture the four, in your row or in North's.
ruling-AY-4 = A move also ends when the last seed of a lap falls in an empty house.
    .plain = If your last seed falls in an empty house, your move ends.
ruling-AY-5 = The fours of the start are not captured.
    .plain = Nobody captures the fours of the start: a house counts only when a seed has just made it 4.
ruling-AY-6 = A player whose capture leaves four seeds or fewer takes those too.
    .plain = If you capture and four seeds or fewer are left, you take those too, and the game ends.
ruling-AY-7 = A player without a legal move passes.
    .plain = You pass when you have no move, and only then.
ruling-AY-8 = The game stops after a number of moves without a capture.
ruling-AY-9 = A player who captures with the last seed of a lap moves again.
ruling-AY-10 = The players may agree to stop.
ruling-AY-12 = The player who began takes the last eight seeds.

## How a game stands

ending-last-four = the last four
ending-last-eight = the last eight
ended-last-four = Four seeds or fewer were left.
ended-last-eight = Eight seeds or fewer were left.

## The page for playing

option-title-bonus-move = Bonus move
option-title-last-four = The last seeds
    .last-captor = Last captor
    .starter-takes-eight = Starter takes eight
    .play-out = Play out
page-first-was = Began the game

## Lessons of the page

page-lesson-anywoli-four = Capture four of North's seeds.
    .title = Four!
    .rule = If your last seed makes a house exactly 4, in your row or North's, you capture the four, and your move ends. They go into your store.
    .hint = Find the house in North's row that lacks just one seed to make 4.
page-lesson-anywoli-own = Make one of your houses 4 on the way, and capture it.
    .title = Four on the way
    .rule = Earlier seeds can capture too. When one of your houses becomes exactly 4 on the way, those four are yours, and the sowing goes on.
    .hint = Find a house of yours that holds three seeds, and sow past it.
page-lesson-anywoli-gift = Find the move that gives North four seeds, so that you can avoid it later.
    .title = A gift
    .rule = The same goes for North: if a house of North's becomes 4 on the way, North gets the four, even in your move.
    .hint = Find the house with three seeds in North's row, and sow past it.
page-lesson-anywoli-double = Capture eight seeds in one move.
    .title = Eight at once
    .rule = One move can capture more than once: on the way, and with its last seed.
    .hint = Make 4 in a house of yours on the way, and sow on from where that lap ends.
page-lesson-anywoli-start = Choose any of your houses, and watch.
    .title = The whole board
    .rule = The real board has twelve houses in each row, and a game begins with four seeds in each house. Nobody captures those: a seed must have just made the four.
page-lesson-anywoli-move = Try to pass.
    .title = No passing
    .rule = As long as you can move, you must: passing is refused.
    .hint = Use the button below the board.
    .why = That was a house. Try to pass.
    .solved = Passing is refused: you can still move.
page-lesson-anywoli-pass = Pass.
    .title = Nothing to play
    .rule = Your houses are empty. You have no move, so you pass, and North plays.
    .hint = Use the button below the board.
page-lesson-anywoli-end = Take the last seeds, and win.
    .title = The last four
    .rule = If a capture leaves four seeds or fewer, the player who captured takes those too, and the game ends. You and North have captured eight each.
    .hint = Your last seed must make the four: on the way, a four in North's row is North's.
page-lesson-anywoli-best = Find the one move that wins.
    .title = Which way to four?
    .rule = If two moves take the same four, look at what they leave. Seeds that stay back in your row can make more fours later.
    .hint = Two moves take the four in North's house 1. Which of them uses fewer of your seeds?
    .slip = You captured the four, but used the seeds at the back of your row. With the best play, North wins.
    .why = The four went to North. With the best play, North wins.
    .solved = The four is yours, and your houses 1 and 2 keep their seeds. With the best play of both sides, you win by 4 seeds.
# Why a move has not captured what the lesson asks for.
page-lesson-anywoli-why = { $found ->
    [0] { $ruling ->
        [AY-2] You captured nothing: no house of yours became 4 on the way.
       *[AY-3] You captured nothing: your last seed fell in an empty house.
    }
   *[other] That is one capture: the task needs two.
}

## The page that greets

door-anywoli = A game of the Anuak of western Ethiopia and South Sudan, who call the seeds nyibaré and the houses oto.
    .wins = Four in a house is a capture, often in the middle of a move. More seeds than the other side wins.
