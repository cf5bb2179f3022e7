### What Ayla says in English of Congklak alone.

## The game

summary-congklak = Two rows of seven houses (lubang) with seven seeds (biji) in each: the mancala of Southeast Asia, called congklak or dakon in Indonesia, congkak in Malaysia, Singapore and Brunei, and sungka in the Philippines. Players sow in relays, into their own stores too, and move again when the last seed falls there. A last seed in an empty house of the player's own captures the house opposite. The player with the most seeds wins.

## Presets: a title, and what they are for

preset-congklak-default = Congklak
    .summary = Seven houses in a row, seven seeds in each; players go on until no seed is left in the houses.
preset-congklak-congkak = Congkak
    .summary = Clockwise, as in Malaysia: a last seed in an empty house is captured even when the house opposite is empty, and the game ends when the player to move has no seeds.
preset-congklak-bga = One round
    .summary = Clockwise; the round ends when a row is empty, as on Board Game Arena.
preset-congklak-five = Five houses
    .summary = Five houses in a row with five seeds in each: a short game.

## Options

option-congklak-capture = Whether a last seed captures in any move (any), or only when the move has put a seed into the player's own store before (after-store).
option-congklak-direction = The direction of sowing. Clockwise, the stores are at the left ends of the rows.
option-congklak-empty-capture = Whether a last seed in an empty house of the player's own goes into the store even when the house opposite is empty.
option-congklak-end = With play-out, a player without seeds passes, and the game ends when no seed is left in any house. With no-move, it ends when the row of the player to move is empty; with empty-row, when a row is empty after a move. The seeds left then go to the owner of their houses.
option-congklak-houses = The number of houses in a row.
option-congklak-seeds = The seeds in each house at the start.

## Rulings

ruling-CO-1 = A move sows all seeds of a house, and does not skip that house.
    .plain = You take all the seeds of one of your houses and lay one in each house that follows. If they go all the way round, the house they come from gets one too.
ruling-CO-2 = Seeds are sown into the mover's store, and never into the opponent's.
    .plain = You sow a seed into your own store as you pass it, but never into North's.
ruling-CO-3 = A last seed in a house that holds seeds is sown on with them: another lap.
    .plain = If your last seed falls in a house that has seeds, in your row or North's, you pick them all up and sow on. Your move ends in an empty house or in your store.
ruling-CO-4 = A player whose last seed falls in their own store moves again.
    .plain = If your last seed falls in your store, you move again.
ruling-CO-5 = A last seed in an empty house of the mover's captures the seeds opposite, and is captured with them.
    .plain = If your last seed falls in an empty house of yours, you capture it, together with all the seeds in the house opposite. If the house opposite is empty, your seed stays there.
ruling-CO-6 = A last seed may capture only in a move that has put a seed into the mover's store before.
    .plain = By this rule, you capture only if your move has put a seed into your store before.
ruling-CO-7 = A last seed in an empty house of the opponent's stays there.
    .plain = If your last seed falls in an empty house of North's, it stays there. You capture nothing, and it is North's turn.
ruling-CO-8 = A player whose row is empty passes, and the game ends when no seed is left in any house.
    .plain = If your row is empty, you pass, and North goes on. The game ends when all the houses are empty. With more seeds in your store, you win.
ruling-CO-9 = The game may end when the row of the player to move is empty.
    .plain = By this rule, the game ends when the player to move has no seeds. The other player takes the seeds that are left.
ruling-CO-10 = The game may end when a row is empty after a move.
    .plain = By this rule, the game ends when a row is empty. Each of you takes the seeds left in your own row.
ruling-CO-12 = Sowing may go clockwise, with the stores at the left ends of the rows.
    .plain = By this rule, you sow to the left, and your store is at the left end of your row.
ruling-CO-14 = A burnt house holds nothing in this round, and sowing passes over it.
    .plain = A burnt house is out of play in this round. You pass over it when you sow.
ruling-CO-15 = For the next round, each player fills their houses from their own store; those that cannot be filled are burnt.
    .plain = After a round, each of you fills your houses from your store. Those that you cannot fill are burnt.
ruling-CO-16 = The player with fewer seeds begins the next round, unless the players choose otherwise.
ruling-CO-17 = There is no next round when a player cannot fill a single house.

## Rounds and burnt houses

illegal-burnt-house = { $you ->
    [mover] Your house { $house } is burnt in this round.
   *[other] { $mover }'s house { $house } is burnt in this round.
}
malformed-burnt-flag = the flag { $text } is not 'burnt=' and two lists of rising numbers separated by '/', one of which can be '-'
fault-burnt-outside = a burnt house must be one of the houses 1 to { $houses } of { $side }'s row, not { $house } (CO-14)
fault-burnt-holds-seeds = { $house } holds { seeds }, but is burnt (CO-14)
fault-row-burnt = not all houses of { $side }'s row can be burnt (CO-14)
burnt = burnt
advice-next-round = { $you ->
    [first] You can play the next round, which you begin.
   *[other] The next round can be played, which { $first } begins.
}
page-burnt = Burnt houses of { $side }
page-next-round = { $you ->
    [first] Next round: you begin
   *[other] Next round: { $first } begins
}
page-match = Round { $round } of the match. Rounds won: { $near } { $nearRounds }, { $far } { $farRounds }.

## Lessons of the page

page-lesson-congklak-store = Sow a seed into your store.
    .title = Your store
    .rule = The store on the right is yours. After your house 7, one seed goes into it, the next into North's house 1, and so on. You skip North's store. At the end, the fuller store wins.
    .hint = Count the steps from each house to your store: which house has enough seeds?
    .solved = One seed went into your store.
page-lesson-congklak-again = Play a house whose last seed falls in your store.
    .title = Move again
    .rule = If your last seed falls in your store, you move again.
    .hint = Count the steps from each house to your store: which has exactly as many seeds?
    .solved = You move again.
page-lesson-congklak-capture = Capture five seeds: four of North's and your last one.
    .title = Capture
    .rule = If your last seed falls in an empty house of yours, you capture that seed and all those in the house opposite. They go into your store, and it is North's turn.
    .hint = Two of North's houses hold four seeds. Your last seed must fall opposite one of them.
    .why = You captured nothing: your last seed did not fall in your own row.
page-lesson-congklak-nothing = Capture four seeds: three of North's and your last one.
    .title = Nothing opposite
    .rule = If the house opposite is empty, you capture nothing: your last seed stays where it fell. Look across before you play.
    .hint = Find the house with three seeds in North's row. Your last seed must fall in the house opposite.
page-lesson-congklak-far = Capture four seeds: three of North's and your last one.
    .title = In North's row
    .rule = You capture only in your own row. In an empty house in North's row, your last seed just stays.
    .hint = Every move here has two laps. The second one must end opposite the house with three seeds in North's row.
page-lesson-congklak-long = Sow two seeds into your store in one move.
    .title = A long way round
    .rule = A move can go round many times, with a seed for your store each time: after North's house 7 comes your house 1. Follow it lap by lap.
    .hint = Two of your houses reach your store in their first lap. Which of them lets you sow on?
    .solved = Two seeds went into your store.
page-lesson-congklak-pass = Pass.
    .title = Nothing to play
    .rule = If all your houses are empty, you pass, and North plays. You play again as soon as you have a seed.
    .hint = Use the button below the board.
page-lesson-congklak-end = Capture the last seeds, and win.
    .title = The end
    .rule = The game ends when no seed is left in any house. Then the fuller store wins.
    .hint = Only one of your houses has a seed.
page-lesson-congklak-start = Play the house whose last seed falls in your store.
    .title = The whole board
    .rule = A game begins with seven seeds in each house. With the right first move, you move again at once.
    .hint = House 7 needs one seed to reach your store, house 6 two. Go on counting.
page-lesson-congklak-best = Find the one move that wins.
    .title = Follow the laps
    .rule = Two moves that begin alike can end far apart. Before you choose, follow each of them lap by lap, down to the house where its last seed falls.
    .hint = One move lays a seed in your store, runs for five laps, and ends in your row with a capture.
    .why = Another move goes further. With the best play, North wins.
    .solved = Five laps, and a capture at the end. With the best play of both sides, you win by 2 seeds.
# Why a move has not done what the lesson asks for.
page-lesson-congklak-why = { $kind ->
    [stored] { $found ->
        [0] None of your seeds reached your store.
        [one] Only one seed reached your store.
       *[other] { $found } seeds reached your store.
    }
    [again] { $row ->
        [south] Your last seed fell in your own row, not in your store.
       *[north] Your last seed fell in North's row, not in your store.
    }
   *[south] { $found ->
        [0] { $row ->
            [store] You captured nothing: your last seed fell in your store.
            [north] You captured nothing: your last seed fell in North's row.
           *[south] You captured nothing: the house opposite is empty.
        }
       *[other] You captured { $found } seeds, your last one among them.
    }
}

## The page that greets

door-congklak = The mancala of Indonesia and Malaysia, also called dakon or congkak, and sungka in the Philippines. It is named after the cowrie shell.
    .wins = Sow on from house to house, and capture in your own row. More seeds in your store wins.
