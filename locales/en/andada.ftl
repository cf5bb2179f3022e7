### What Ayla says in English of Andada alone.

## The game

summary-andada = Two long rows of houses (ita) with two seeds (ayla, cows) in each, played by the Kunama of western Eritrea, often in teams. An opening move lays a pattern of 3, 3, 0; then seeds are sown in relays, captured across, and at last borne off. The player who moves last wins.

## Presets: a title, and what they are for

preset-andada-default = Andada
    .summary = Twelve houses in a row, one player a side.
preset-andada-houses-24 = Long rows
    .summary = Twenty-four houses in a row, as on large boards.
preset-andada-teams-of-four = Teams of four
    .summary = Four players a side, three houses each.
preset-andada-clockwise = Clockwise
    .summary = Sown the other way round.
preset-andada-finite = Finite
    .summary = Stops when a position recurs, and nobody has won then.

## Options

option-andada-bear-off = Bearing off, once begun, lasts to the end of the game (permanent), or is allowed only in a move that starts with no house above one seed (momentary).
option-andada-direction = The direction of sowing.
option-andada-end = The game ends when the player to move has no legal move (no-move), or also when a row is empty after a move, and then its owner has lost (empty-row).
option-andada-houses = The number of houses in a row. Traditional boards have 12 to 24 or more; smaller ones give shallow games for study.
option-andada-repetition = The game stops, with no winner, when the same houses, phase and player to move have occurred this many times in the line submitted; 0 turns this off.
option-andada-team = The number of players in a team, which must divide the number of houses in a row. Each controls an equal run of houses, seat 1 the leftmost.

## Rulings

ruling-AN-1 = The opening move lays 3, 3, 0 all around the board.
    .plain = The first move goes round the whole board and leaves 3, 3, 0, and again 3, 3, 0, all the way.
ruling-AN-2 = The opponent of the opener says who makes the first regular move.
    .plain = One player makes the first move. The other one then says who goes next.
ruling-AN-3 = A move is sown in relays, until the last seed falls in an empty house.
    .plain = If your last seed falls in a house that has seeds, you pick them all up and sow on. If it falls in an empty house, your move ends.
ruling-AN-4 = A last seed in an empty house of the mover's captures the seeds across.
    .plain = If your move ends in an empty house of your own, you capture the seeds in the house across from it.
ruling-AN-5 = When no house holds more than one seed, seeds are borne off at the end of the row.
    .plain = When no house has more than one seed, a seed that you sow past the end of your row leaves the board. You bear it off.
ruling-AN-6 = The player who made the last move wins.
    .plain = Whoever makes the last move wins. Captured seeds count for nothing.
ruling-AN-7 = A row may be shared by a team, each player with houses of their own.
ruling-AN-8 = A player whose every move would go on for ever has no move.
ruling-AN-9 = Bearing off lasts to the end of the game, or for the move only.
ruling-AN-10 = The game stops without a winner when a position recurs.
ruling-AN-11 = A player whose row is empty has lost.

## Why a move is not legal

illegal-first-choose = { $you ->
    [mover] You must first say who makes the first regular move: 'take' or 'give'.
   *[other] { $mover } must first say who makes the first regular move: 'take' or 'give'.
}
illegal-no-choice = { $you ->
    [mover] { $move } is only possible right after the opening; play a house.
   *[other] { $move } is only possible right after the opening; { $mover } must play a house.
}
illegal-other-seat = Seat { $seat } does not control house { $house }; seat { $controller } does.

## Faults of positions and options

fault-unequal-team = a team of { $team } cannot share { houses } equally (AN-7)
fault-not-an-opening = before the opening every house holds { seeds } (AN-1)
fault-not-opened = after the opening the houses hold 3, 3, 0 all around the board (AN-1)
fault-momentary-bear-off = bearing off is a phase only with bear-off=permanent (AN-9)

## Faults of requests

only-seat-one = there is no seat { $seat }: a team of one has only seat 1 (AN-7)
no-such-seat = there is no seat { $seat }: a team has the seats 1 to { $seats } (AN-7)

## The command line

with-seat = { $move } (seat { $seat })

## Moves

played-take = { $you ->
    [mover] You make the first regular move.
   *[other] { $mover } makes the first regular move.
}
played-give = { $you ->
    [mover] You let { $opponent } make the first regular move.
    [opponent] { $mover } lets you make the first regular move.
   *[other] { $mover } lets { $opponent } make the first regular move.
}

## Words for moves that people may write, separated by commas, in small letters

words-take = take
words-give = give

## What happens in a move, for the list below it

event-bear-off = bears off { $seeds } ({ $ruling })

## What happened in a move, in a sentence or two

moved-bear-off = { $you ->
    [mover] You bear off { $seeds }.
   *[other] { $mover } bears off { $seeds }.
}

## How a game stands

prompt-opening = { $you ->
    [mover] You make the opening move.
   *[other] { $mover } makes the opening move.
}
prompt-choice = { $you ->
    [mover] You choose who makes the first regular move: take or give.
   *[other] { $mover } chooses who makes the first regular move: take or give.
}
prompt-bear-off = { $you ->
    [mover] Your turn; seeds that pass the end of the row are borne off.
   *[other] { $mover } to move; seeds that pass the end of the row are borne off.
}

## What a review says of a move

better-take = Making the first regular move
better-give = Leaving the first regular move to the opponent

## The page for playing

page-move-take = Move first (take)
page-move-give = Let the opponent move first (give)
option-title-bear-off = Bearing off
    .permanent = Permanent
    .momentary = Momentary
option-title-team = Players in a team
page-team = team of { $team }
page-seats = seat { $seats } can move
page-seats-prompt = Seat { $seats } can move.
page-seat-moved = { $you ->
    [side] Your seat { $seat } moved.
   *[other] Seat { $seat } of { $side } moved.
}
page-seat = Seat { $seat }.
page-phase-opening = The opening move lays a pattern around the whole board. Every house can begin it.
page-phase-choice = The pattern is laid. Now the player to move chooses who makes the first regular move.
page-phase-bear-off = Bearing off: seeds that are sown past the end of one's own row leave the board.
page-is-opening = Before the opening move
page-is-choice = Choice of who goes next
page-is-bear-off = Bearing off

## Lessons of the page

page-lesson-andada-opening = Choose any of your houses, and watch.
    .title = The first move
    .rule = The first move of a game is special: it goes once round the whole board, and stops. It leaves 3, 3, 0, again 3, 3, 0, and so on.
    .solved = All round the board there is now 3, 3, 0.
page-lesson-andada-wait = Try to play a house all the same.
    .title = Choose first
    .rule = North has made the first move. You say who goes next. Until you do, no house can be played.
    .hint = Tap a house this time, not a button.
    .why = That was not a house. Try to play a house.
    .solved = The house is refused: you must first say who goes next.
page-lesson-andada-choice = Say who goes next. Both answers are right.
    .title = Who goes next?
    .rule = You can move first from here (take), or let North move first (give).
    .hint = Use one of the two buttons below the board.
page-lesson-andada-across = Capture two seeds.
    .title = Capture across
    .rule = Your move ends in an empty house. If that house is yours, you capture the seeds of the house across from it. They leave the board.
    .hint = Your last seed must fall in an empty house of yours, and the house across from it must have seeds.
page-lesson-andada-most = Capture three seeds.
    .title = Choose well
    .rule = Two moves capture here: one captures a single seed, the other three.
    .hint = Find the house in North's row that holds three seeds and has an empty house of yours across from it.
page-lesson-andada-late = Capture two seeds with a move of two laps.
    .title = Sow on and capture
    .rule = What counts is where your whole move ends, even after several laps.
    .hint = The first lap must end in a house with seeds, the second in an empty house of yours.
page-lesson-andada-out = Bear off one seed.
    .title = Bear off
    .rule = No house has more than one seed now. From here on, no seed goes into the other row: a seed that you sow past the end of your row leaves the board. You bear it off.
    .hint = Each of your seeds moves one house on: which of them has no house to go to?
page-lesson-andada-both = Bear off two seeds in one move.
    .title = Bear off two
    .rule = When a lap goes past the end of your row, all the seeds that are still in your hand leave the board.
    .hint = End your first lap on your other seed: you then have two in your hand.
    .solved = The seed of the next house left with yours.
page-lesson-andada-last = Leave North without a move.
    .title = The last move wins
    .rule = Captured seeds count for nothing here. You win when North cannot move any more.
    .hint = North has seeds in one house only: capture them.
    .why = The game goes on: North can still move.
page-lesson-andada-best = Find the one move that wins.
    .title = Keep a move in hand
    .rule = Only the last move counts. A seed at the beginning of your row has a long way to go, and each step of it is a move. Do not hurry it for a capture.
    .hint = House 1 could capture a seed. But you may need its moves at the end.
    .slip = You captured a seed, but that counts for nothing. With the best play, North wins.
    .solved = Your seed in house 1 still has its moves. With the best play, you make the last one.
# Why a move has not captured what the lesson asks for.
page-lesson-andada-why = { $found ->
    [0] { $row ->
        [south] You captured nothing: the house across from your last seed is empty.
       *[north] You captured nothing: your move ended in North's row.
    }
   *[other] That is fewer seeds than the task asks for.
}

## The page that greets

door-andada = A game of the Kunama of western Eritrea. The seeds are ayla, cows, and a whole team can share a row.
    .wins = Seeds do not count: whoever makes the last move wins.
