### What Ayla says in English of Mangala alone.

## The game

summary-mangala = Two rows of six houses with four seeds in each: the mancala of Türkiye, also called göçürme, altı ev or kuyu taşı. The first seed of a sowing goes back into its house. Players sow into their own stores too, and move again when the last seed falls there. A last seed captures an even number in a house of the opponent, or the house opposite. The player with the most seeds wins.

## Presets: a title, and what they are for

preset-mangala-default = Mangala
    .summary = Six houses in a row, four seeds in each; at the end, the player whose row is empty takes the seeds in the other row.
preset-mangala-own-side = Own side
    .summary = At the end, each player takes the seeds in their own houses.
preset-mangala-first-to-25 = First to 25
    .summary = The game also ends when a store holds more than half of the seeds: 25 of 48.

## Options

option-mangala-houses = The number of houses in a row.
option-mangala-majority = Whether the game also ends once a store holds more than half of all seeds. The seeds left in the houses then count for nobody.
option-mangala-remaining = When a row is empty, the seeds left in the other row go to the player whose row is empty (finisher) or to their owner (own-side).
option-mangala-seeds = The seeds in each house at the start.

## Rulings

ruling-MN-1 = A move puts the first seed back into its house and sows the others anticlockwise; a single seed goes into the next place.
    .plain = You take all the seeds of a house. The first one goes back into that house, and you lay one in each house that follows. A single seed does not go back: it moves on into the next house.
ruling-MN-2 = Seeds are sown into the mover's store, and never into the opponent's.
    .plain = You sow a seed into your own store as you pass it, but never into North's.
ruling-MN-3 = A player whose last seed falls in their own store moves again.
    .plain = If your last seed falls in your store, you move again.
ruling-MN-4 = A last seed that makes the number of seeds in a house of the opponent even captures all of them.
    .plain = If your last seed makes one of North's houses 2, 4, 6 or any other even number, you capture all the seeds in that house.
ruling-MN-5 = A last seed in an empty house of the mover's captures the seeds opposite, and is captured with them.
    .plain = If your last seed falls in an empty house of yours, you capture it, together with all the seeds in the house opposite. If that house is empty, your seed stays where it fell.
ruling-MN-6 = When a row is empty after a move, the game ends, and the player whose row is empty takes the seeds in the other row.
    .plain = When a row is empty, the game ends. The player whose row is empty takes all the seeds left in the other row.
ruling-MN-7 = At the end, each player may take the seeds in their own houses instead.
    .plain = By this rule, each of you takes the seeds left in your own row at the end.
ruling-MN-8 = The game may also end when a store holds more than half of the seeds.
    .plain = By this rule, the game also ends when a player has more than half of the seeds: nobody can catch up any more.

## Lessons of the page

page-lesson-mangala-sow = Play house 3: tap it, or click it.
    .title = The first seed goes back
    .rule = You are South: the row below is yours, the one above is North's. To play a house, you take all its seeds. You put the first one back into that house, and sow the others, one in each house that follows, to the right, as far as your store and beyond.
    .hint = Your houses are numbered from left to right.
page-lesson-mangala-single = Empty a house by playing it.
    .title = A single seed
    .rule = A seed that is alone in its house does not go back: it moves on into the next one.
    .hint = Which of your houses holds one seed?
    .why = The house you played got one seed back.
page-lesson-mangala-store = Sow a seed into your store.
    .title = Your store
    .rule = The store on the right is yours. After your last house you sow one seed into your store, then go on in North's row. North's store is passed over. At the end, the fuller store wins.
    .hint = The first seed stays in its house, and each of the others goes one step further: which house has enough to reach your store?
    .solved = One seed went into your store.
page-lesson-mangala-again = Play a house whose last seed falls in your store.
    .title = Move again
    .rule = If your last seed falls in your store, you move again. Begin to count at the house that you play: the first seed goes back into it.
    .hint = From house 6 two seeds end there, from house 5 three. Go on counting.
page-lesson-mangala-order = Houses 5 and 6 both end in your store. Play the one after which the other still ends there.
    .title = In the right order
    .rule = You can move again several times in a row. Mind the order: with one seed too many in a house, the last one goes past your store.
    .hint = Which of the two puts a seed into the other?
    .slip = You move again, but this move put a seed into the other house: its last seed would now go past your store.
    .why = Choose house 5 or house 6.
page-lesson-mangala-even = Capture four of North's seeds.
    .title = Capture an even number
    .rule = If your last seed falls in one of North's houses and makes it an even number (2, 4, 6 and so on), you capture all its seeds. They go into your store.
    .hint = Your last seed must make four: find the house with three in North's row.
page-lesson-mangala-odd = Capture two of North's seeds.
    .title = Odd and even
    .rule = With an odd number, you capture nothing. Only the house of your last seed counts.
    .hint = Your last seed must make two: find a house with one in North's row.
page-lesson-mangala-opposite = Capture five seeds: four of North's and your last one.
    .title = Capture the house opposite
    .rule = If your last seed falls in one of your houses that was empty, you capture it, together with all the seeds in North's house opposite, even or odd.
    .hint = Find the house with four seeds in North's row. Your last seed must fall in the house opposite.
page-lesson-mangala-nothing = Capture four seeds: three of North's and your last one.
    .title = Nothing opposite
    .rule = If the house opposite is empty, you capture nothing: your last seed stays where it fell. Look across before you play.
    .hint = Your last seed must fall in an empty house that has three seeds opposite.
page-lesson-mangala-finish = Play your last seed, and win.
    .title = The end
    .rule = As soon as a row is empty, the game ends. The player whose row is empty takes all the seeds in the other row. So it is good to get rid of your seeds first.
    .hint = Only one of your houses has a seed.
page-lesson-mangala-gift = Make a move that does not empty North's row.
    .title = A capture that helps North
    .rule = If you capture North's last seeds, North's row is empty, and North takes all the seeds left in yours. Count first.
    .hint = Look for a move whose last seed does not fall in North's row.
    .slip = Your own capture emptied North's row.
    .solved = North still has seeds: the game goes on.
page-lesson-mangala-best = Find the one move that wins.
    .title = First the extra move
    .rule = A capture ends your turn, an extra move does not. If you can have both, take the extra move first.
    .hint = One house puts its last seed into your store. The capture is still there after it.
    .slip = The capture ends the game at once, with 24 seeds each. Something could have come before it.
    .why = Your turn is over. With the best play, North wins.
    .solved = Now house 2 captures North's last seed, and you win by 2 seeds.
# Why a move has not done what the lesson asks for.
page-lesson-mangala-why = { $kind ->
    [stored] None of your seeds reached your store.
    [again] { $row ->
        [south] Your last seed fell in your own row, short of your store.
       *[north] Your last seed went past your store, into North's row.
    }
   *[south] { $found ->
        [0] { $row ->
            [store] You captured nothing: your last seed fell in your store.
            [north] { $seeds ->
                [one] You captured nothing: your last seed is alone in its house, and 1 is odd.
               *[other] You captured nothing: that house now holds { $seeds } seeds, an odd number.
            }
           *[south] { $ruling ->
                [MN-4] You captured nothing: your last seed fell in your own row.
               *[MN-5] { $seeds ->
                    [one] You captured nothing: the house opposite is empty.
                   *[other] You captured nothing: your last seed fell in a house of yours that had seeds.
                }
            }
        }
       *[other] That is another capture than the task asks for: your last seed fell in North's row.
    }
}

## The page that greets

door-mangala = The mancala of Türkiye, also called göçürme. UNESCO lists it as living heritage, with its relatives of Central Asia.
    .wins = Make a house of North's even to capture it. More seeds in your store wins.
