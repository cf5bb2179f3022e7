### What Ayla says in English of Kalah alone.

## The game

summary-kalah = Two rows of six houses with four seeds in each: the mancala that most of the world knows, also called kalaha or simply mancala. Players sow into their own stores too, and move again when the last seed falls there. A last seed in an empty house of the player's own captures the house opposite. The player with the most seeds wins.

## Presets: a title, and what they are for

preset-kalah-default = Kalah
    .summary = Six houses in a row, four seeds in each.
preset-kalah-six-seeds = Six seeds
    .summary = Six seeds in each house.
preset-kalah-empty-capture = Empty captures
    .summary = A last seed in an empty house is captured even when the house opposite is empty.
preset-kalah-manchester = Manchester
    .summary = Seven seeds in each of seven houses. The first move gives no other one, and may be answered by a swap of sides, as University of Manchester students' programs play.

## Options

option-kalah-direction = The direction of sowing. Clockwise, each store is at its owner's left.

option-kalah-empty-capture = Whether a last seed in an empty house of the player's own goes into the store even when the house opposite is empty.
option-kalah-end = The game ends when a row is empty after a move (either-row), or only when the row of the player to move is (own-turn).
option-kalah-first-bonus = Whether the first move of the game gives another one when its last seed falls in the store.
option-kalah-houses = The number of houses in a row.
option-kalah-majority = The game ends once a store holds more than half of all seeds, and nobody gets those left in the houses.
option-kalah-pie = Whether the opponent may swap sides after the first turn, so that beginning is no advantage.
option-kalah-remaining = At the end, the seeds left in a row go to its owner (own-side) or to the player whose row is empty (finisher), or they stay in the houses and count for nobody (leave).
option-kalah-seeds = The seeds in each house at the start.

## Rulings

ruling-KA-1 = A move sows all seeds of a house, and does not skip that house.
    .plain = You take all the seeds of a house and lay one in each house that follows. If they go all the way round, the house they come from gets one too.
ruling-KA-2 = Seeds are sown into the mover's store, and never into the opponent's.
    .plain = You sow a seed into your own store as you pass it, but never into North's.
ruling-KA-3 = A player whose last seed falls in their own store moves again.
    .plain = If your last seed falls in your store, you move again.
ruling-KA-4 = A last seed in an empty house of the mover's captures the seeds opposite, and is captured with them.
    .plain = If your last seed falls in an empty house of yours, you capture it, together with all the seeds in the house opposite.
ruling-KA-5 = A last seed in an empty house of the mover's is captured even when the house opposite is empty.
    .plain = By this rule, a last seed in an empty house of yours goes into your store even if the house opposite is empty.
ruling-KA-6 = When a row is empty after a move, the game ends, and each player takes the seeds in their own houses.
    .plain = When a row is empty, the game ends. Each of you takes the seeds left in your own row.
ruling-KA-9 = At the end, the player whose row is empty may take the seeds in the other row, or nobody does.
ruling-KA-10 = The game may end only when the row of the player to move is empty.
ruling-KA-11 = The opponent may answer the first turn by swapping sides.
ruling-KA-12 = The first move of the game may give no other one.
ruling-KA-13 = The game may end when a store holds more than half of all seeds.
ruling-KA-14 = Seeds may be sown clockwise, with the stores at the players' left ends.

## The swap

illegal-no-swap = { $you ->
    [mover] You can swap only right after the first turn of a game with pie=true; play a house.
   *[other] { $mover } can swap only right after the first turn of a game with pie=true, and must play a house.
}
fault-no-such-phase = no position in play has the phase { $phase } by these options, and none that is over (KA-11, KA-12)
played-swap = { $you ->
    [mover] You swap sides with { $opponent }.
    [opponent] { $mover } swaps sides with you.
   *[other] { $mover } swaps sides with { $opponent }.
}
words-swap = swap, swap sides
event-swap = swaps the rows and the stores ({ $ruling })
prompt-swap = { $you ->
    [mover] You may play, or swap sides.
   *[other] { $mover } may play, or swap sides.
}
better-swap = Swapping sides
page-swap-opening = First turn
page-swap-choice = A swap is possible
page-swap-play = Later
page-move-swap = Swap sides
page-phase-swap = The first turn is over. The player to move may take the other side of the board: the row, the store and what has been played there.
document-swap = { $side } swaps sides

## Lessons of the page

page-lesson-kalah-sow = Play house 2: tap it, or click it.
    .title = Sow
    .rule = You are South: the row below is yours, the one above is North's. To play a house, you sow all its seeds: one in each house that follows, to the right, as far as your store and beyond.
    .hint = Your houses are numbered from left to right.
page-lesson-kalah-store = Sow a seed into your store.
    .title = Your store
    .rule = The store on the right is yours. After your last house you sow one seed into your store, then go on in North's row. At the end, the fuller store wins.
    .hint = Count the steps from each house to your store: which house has enough seeds?
    .solved = One seed went into your store.
page-lesson-kalah-round = Play the house that holds 8 seeds.
    .title = Round the board
    .rule = You sow into your own store only. North's store, on the left, is passed over: after North's last house comes your house 1.
    .hint = Look for your fullest house.
    .why = That house does not hold 8 seeds.
    .solved = North's store got no seed.
page-lesson-kalah-again = Play a house whose last seed falls in your store.
    .title = Move again
    .rule = If your last seed falls in your store, you move again. Count: how many seeds must each house hold for that?
    .hint = From house 6 one seed ends there, from house 5 two. Go on counting.
page-lesson-kalah-order = Houses 5 and 6 both end in your store. Play the one after which the other still ends there.
    .title = In the right order
    .rule = You can move again several times in a row. Mind the order: with one seed too many in a house, the last one goes past your store.
    .hint = Which of the two puts a seed into the other?
    .slip = You move again, but this move put a seed into the other house: its last seed would now go past your store.
    .why = Choose house 5 or house 6.
page-lesson-kalah-twice = It is your turn again. End in your store once more.
    .title = And again
    .rule = There is no limit: as long as your last seed falls in your store, you move again.
    .hint = Count the steps from each house to your store: the house must have exactly as many seeds.
page-lesson-kalah-capture = Capture five seeds: four of North's and your last one.
    .title = Capture
    .rule = If your last seed falls in one of your houses that was empty, you capture it, together with all the seeds in North's house opposite. They go into your store.
    .hint = Find the house with four seeds in North's row. Your last seed must fall in the house opposite.
page-lesson-kalah-nothing = Capture four seeds: three of North's and your last one.
    .title = Nothing opposite
    .rule = If the house opposite is empty, you capture nothing: your last seed stays where it fell. Look across before you play.
    .hint = Find the house with three seeds in North's row. Your last seed must fall in the house opposite.
page-lesson-kalah-empty = Capture your own last seed, and nothing else.
    .title = Even with nothing opposite
    .rule = Some people play with one more rule: a last seed in an empty house of yours goes into your store even if the house opposite is empty. It holds in this lesson.
    .hint = Your last seed must fall in an empty house that has an empty house opposite.
page-lesson-kalah-end = Capture North's last seeds, and win.
    .title = The end
    .rule = As soon as a row is empty, the game ends. The player who still has seeds takes them. The fuller store wins.
    .hint = Find North's last seeds. Your last seed must fall in the house opposite.
    .why = The game goes on: both rows still have seeds.
page-lesson-kalah-start = Play the house whose last seed falls in your store.
    .title = The whole board
    .rule = A game begins with four seeds in each house. One of your houses ends in your store already, so you can move again at once.
    .hint = From house 6 one seed ends there, from house 5 two. Go on counting.
page-lesson-kalah-best = Find the one move that wins.
    .title = A run of extra moves
    .rule = Extra moves can follow each other. Begin with the house that is closest to your store: a move from further back lays a seed in it, and then its last seed no longer falls into the store.
    .hint = Three of your houses can move, one after the other, in this turn. Which of them must come first?
    .why = That breaks the run. With the best play, North wins.
    .solved = Houses 4 and 3 come next. With the best play of both sides, you win by 2 seeds.
# Why a move has not done what the lesson asks for.
page-lesson-kalah-why = { $kind ->
    [stored] None of your seeds reached your store.
    [again] { $row ->
        [south] Your last seed fell in your own row, short of your store.
       *[north] Your last seed went past your store, into North's row.
    }
   *[south] { $found ->
        [0] { $row ->
            [store] You captured nothing: your last seed fell in your store.
            [north] You captured nothing: your last seed fell in North's row.
           *[south] { $seeds ->
                [one] You captured nothing: the house opposite is empty.
               *[other] You captured nothing: your last seed fell in a house that had seeds.
            }
        }
       *[other] The house opposite was not empty, and you captured its seeds as well.
    }
}

## The page that greets

door-kalah = The mancala that most of the world knows. W. J. Champion gave it its rules in the United States about 1940.
    .wins = End in your own store to move again. More seeds in your store wins.
