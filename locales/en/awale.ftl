### What Ayla says in English of Awalé alone.

## The game

summary-awale = Two rows of six houses, by the Abapa rules of Côte d'Ivoire. The game is also spelt awélé; its relatives elsewhere are oware, wari, warri, ayò and ouril. Twos and threes are captured from the opponent's row, in a chain backwards from the last seed sown; an empty row must be fed. The player with the most seeds wins.

## Presets: a title, and what they are for

preset-awale-default = Abapa
    .summary = Four seeds in each house, twos and threes captured, no stop option.
preset-awale-tournament = Tournament
    .summary = Stops at a majority, and when a position recurs.
preset-awale-twos-only = Twos only
    .summary = Only a house that holds two can be captured.

## Options

option-awale-capture = With two-or-three, a house can be captured when it holds two or three seeds; with two, only when it holds two.
option-awale-direction = The direction of sowing.
option-awale-few = The game stops when at most this many seeds are left in the houses; 0 turns this off.
option-awale-grand-slam = A move that would capture all the seeds in the opponent's row captures nothing (no-capture), is not legal while there is another move (illegal), or captures them and ends the game (capture), also with what is left going to the opponent (opponent-takes). Or it captures all but the seeds of one house, the one furthest left (leave-left) or right (leave-right) as the mover sees it.
option-awale-houses = The number of houses in a row.
option-awale-limit = The most houses that one move may capture; 6 is no limit.
option-awale-majority = Whether the game stops once a store holds more than half of all seeds.
option-awale-over-limit = When more houses than the limit can be captured, a move captures only those sown last (last), or nothing (none).
option-awale-quiet = The game stops after this many consecutive moves, of both players together, without a capture; 0 turns this off.
option-awale-remaining = When the game stops by agreement, at a majority, with few seeds, for want of captures or by repetition, the seeds left in the houses go to the owner of each house (own-side), are halved between the players, an odd seed leaving the game (split), or stay where they are and count for nobody (leave).
option-awale-repetition = The game stops when the same houses, with the same player to move, have occurred this many times in the line submitted; 0 turns this off.
option-awale-seeds = The seeds in each house at the start.

## Rulings

ruling-AW-1 = A move sows all seeds of a house, and always skips that house.
    .plain = You take all the seeds of a house and lay one in each house that follows. The house they come from stays empty.
ruling-AW-2 = The last seed captures twos and threes of the opponent, in a chain backwards.
    .plain = You capture when your last seed makes one of North's houses 2 or 3. If the house before it holds 2 or 3 as well, you capture that one too, and so on, backwards.
ruling-AW-3 = A move that would capture all of the opponent's seeds captures none.
    .plain = You may not take everything that North has. A move that would do that captures nothing.
ruling-AW-4 = An opponent without seeds must be fed, if that is possible.
    .plain = If North has no seeds, you must play a house that brings North some, if you have one.
ruling-AW-5 = Where an opponent without seeds cannot be fed, the game ends and the mover takes what is left.
    .plain = If the other row is empty and the player to move cannot bring it a seed, the game ends. That player takes what is left.
ruling-AW-6 = A player to move whose row is empty ends the game; the opponent takes what is left.
ruling-AW-7 = The players may agree to stop.
ruling-AW-8 = One move may capture a limited number of houses.
ruling-AW-9 = Beyond the limit a move captures the houses sown last, or none.
ruling-AW-10 = Only houses of two seeds can be captured.
ruling-AW-13 = The game stops when a player has more than half of the seeds.
    .plain = The game stops when a player has more than half of the seeds: nobody can catch up any more.
ruling-AW-14 = The game stops when few seeds are left.
ruling-AW-15 = The game stops after a number of moves without a capture.
ruling-AW-16 = The game stops when a position recurs.
ruling-AW-17 = When the game stops, the remaining seeds are shared as the players chose.
ruling-AW-18 = A move that would capture all of the opponent's seeds may be forbidden instead, or capture them and end the game.
ruling-AW-19 = A row may have three to twelve houses.
ruling-AW-20 = A move that would capture all of the opponent's seeds may leave those of one house, or give what is left to the opponent.

## Why a move is not legal

illegal-must-feed = { $you ->
    [opponent] Your row is empty, and house { $house } does not feed you; { $mover } must play a house that does.
   *[other] { $opponent }'s row is empty, and house { $house } does not feed { $opponent }; play a house that does.
}
illegal-grand-slam = { $you ->
    [opponent] House { $house } would take everything that you have; { $mover } must play another house.
   *[other] House { $house } would take everything that { $opponent } has; play another house.
}

## Faults of requests

no-move-or-letter = { $text } is no move (N-6): moves are the numbers of houses, the letters A to F and a to f, 'pass', 'take', 'give' and 'agree'

## How a game stands

ending-famine = famine
ending-few = few seeds
ended-famine = A row is empty and cannot be fed.
ended-few = Few seeds are left.

## The page for playing

option-title-few = Stop with few seeds
option-title-grand-slam = Capturing the whole row
    .no-capture = Captures nothing
    .illegal = Is not allowed
    .capture = Ends the game
    .opponent-takes = The rest goes to the opponent
    .leave-left = Leaves the house on the left
    .leave-right = Leaves the house on the right
option-title-limit = Most houses in one capture
option-title-over-limit = Above the limit
    .last = Last houses only
    .none = Nothing

## Lessons of the page

page-lesson-awale-sow = Play house 3: tap it, or click it.
    .title = Sow
    .rule = You are South: the row below is yours, the one above is North's. To play a house, you sow all its seeds: one in each house that follows, to the right, then back along North's row.
    .hint = Your houses are numbered from left to right.
page-lesson-awale-two = Capture two seeds.
    .title = Capture two
    .rule = If your last seed falls in one of North's houses and makes it 2, you capture those two seeds. They go into your store and count for you.
    .hint = Which house of North's holds one seed? End there.
page-lesson-awale-three = Capture three seeds.
    .title = Capture three
    .rule = If your last seed makes one of North's houses 3, you capture those three seeds too. If it makes 1, 4 or more, you capture nothing.
    .hint = Which house of North's holds two seeds? End there.
page-lesson-awale-chain = Capture two houses in one move.
    .title = One house after the other
    .rule = After a capture, look one house back. If it is North's and holds 2 or 3 as well, you capture it too. Then look one more back, and so on.
    .hint = Your last two seeds must fall in two houses of North's that each become 2 or 3.
page-lesson-awale-round = Play the house that holds 12 seeds.
    .title = Round the board
    .rule = Twelve seeds or more go all the way round. They skip the house that they come from: it stays empty.
    .hint = Look for your fullest house.
    .why = That house does not hold 12 seeds.
    .solved = The house that you played was skipped.
page-lesson-awale-slam = Play house 5, which would capture all of North's seeds.
    .title = Not all of them
    .rule = A move that would capture all the seeds of the other row captures nothing. You may still play it.
    .hint = Your houses are numbered from left to right.
    .solved = You captured nothing: you would have taken all of North's seeds.
page-lesson-awale-spare = Capture two seeds, and leave North one.
    .title = Leave something
    .rule = House 5 would take everything again, so it takes nothing. Look for a move that captures less.
    .hint = Look for a move that reaches only one of North's two houses.
page-lesson-awale-hungry = Try to play a house that does not feed North.
    .title = An empty row
    .rule = North has no seeds left. You must now feed North: play a house whose seeds reach North's row. Any other house is refused.
    .hint = Look for a house with too few seeds to reach North's row.
    .solved = This house is refused: it does not feed North.
page-lesson-awale-feed = Play the house that feeds North.
    .title = Feed the other
    .rule = You must feed North. Count the seeds: which of your houses has enough to reach North's row?
    .hint = From house 6 one seed is enough, from house 5 it takes two. Go on counting.
page-lesson-awale-famine = Play your last seed, and win.
    .title = The end
    .rule = Your last seed feeds North. Your row is then empty, and that seed is too far away to feed you: the game ends, and North takes it. The fuller store wins.
    .hint = Only one of your houses has a seed.
page-lesson-awale-majority = Win the game with one move.
    .title = More than half
    .rule = In tournaments, and in this lesson, the game stops when a player has more than half of the seeds: 25 of 48. You have 23.
    .hint = You need two more seeds: look for a capture.
    .why = The game goes on: you still have 23 seeds.
page-lesson-awale-best = Find the one move that wins.
    .title = Keep your seeds
    .rule = Before you move, look at what North threatens. If North's last seed can reach a house of yours with one or two seeds, you lose them. Often the best move captures nothing, but takes a seed out of danger.
    .hint = North has a single seed, in house 6. Where will it fall?
    .why = North's seed can still fall in your house 1, make two there and capture them. With the best play, North wins.
    .solved = North's seed finds nothing to capture. With the best play of both sides, you win by 2 seeds.
# Why a move has not captured what the lesson asks for.
page-lesson-awale-why = { $found ->
    [0] { $row ->
        [south] You captured nothing: your last seed fell in your own row.
       *[north] { $seeds ->
            [2] You captured nothing: you would have taken all of North's seeds.
            [3] You captured nothing: you would have taken all of North's seeds.
            [one] You captured nothing: your last seed is alone in its house, which needs 2 or 3.
           *[other] You captured nothing: that house now holds { $seeds } seeds, not 2 or 3.
        }
    }
   *[other] { $kind ->
        [houses] You captured only one house: the one before it is yours, or does not hold 2 or 3.
       *[south] You captured { $found } seeds.
    }
}

## The page that greets

door-awale = The mancala of Côte d'Ivoire. West Africa and the Caribbean play its relatives, such as oware and wari.
    .wins = Capture seeds by twos and threes. More seeds than the other side wins.
