### What Ayla says in English of Togyzqumalaq alone.

## The game

summary-togyzqumalaq = Two rows of nine houses with nine seeds (qumalaq) in each: the mancala of Kazakhstan (тоғызқұмалақ) and, as toguz korgool (тогуз коргоол), of Kyrgyzstan; also spelt toguzkumalak or togyz kumalak. The first seed of a sowing goes back into its house. A last seed captures an even number in a house of the opponent. One that makes three, once a game, wins the house as a tuzdik, which takes every seed that falls into it. The player with the most seeds wins.

## Presets: a title, and what they are for

preset-togyzqumalaq-default = Togyzqumalaq
    .summary = Nine houses in a row, nine seeds in each; the game ends when a store holds more than half of the seeds: 82 of 162.
preset-togyzqumalaq-bestemshe = Bestemshe
    .summary = The small game: five houses in a row, five seeds in each, and no tuzdiks; 26 of 50 seeds win.
preset-togyzqumalaq-repetition = Stop on repetition
    .summary = Stops when a position occurs for the third time, so that every game ends.

## Options

option-togyzqumalaq-houses = The number of houses in a row.
option-togyzqumalaq-majority = Whether the game ends once a store holds more than half of all seeds. The seeds left in the houses then count for nobody.
option-togyzqumalaq-quiet = The game stops after this many consecutive moves, of both players together, that put no seed into a store; 0 turns this off. The seeds left in the houses then count for nobody.
option-togyzqumalaq-repetition = The game stops when the same houses and tuzdiks, with the same player to move, have occurred this many times in the line submitted; 0 turns this off. The seeds left in the houses then count for nobody.
option-togyzqumalaq-seeds = The seeds in each house at the start.
option-togyzqumalaq-tuzdik = Whether a last seed that makes three in a house of the opponent wins that house as a tuzdik.

## Rulings

ruling-TQ-1 = A move puts the first seed back into its house and sows the others anticlockwise; a single seed goes into the next house.
    .plain = You take all the seeds of a house. The first one goes back into that house, and you lay one in each house that follows. A single seed does not go back: it moves on into the next house.
ruling-TQ-2 = No seed is sown into a store.
    .plain = You never sow into a store: after your last house comes North's first one.
ruling-TQ-3 = A last seed that makes the number of seeds in a house of the opponent even captures all of them.
    .plain = If your last seed makes one of North's houses 2, 4, 6 or any other even number, you capture all the seeds in that house. In your own row you capture nothing.
ruling-TQ-4 = A last seed that makes three in a house of the opponent captures them, and the house becomes the mover's tuzdik.
    .plain = If your last seed makes one of North's houses exactly 3, you capture the three, and that house is your tuzdik until the end of the game.
ruling-TQ-5 = No tuzdik arises for a player who has one, in the last house of a row, or in the house with the number of the opponent's tuzdik.
    .plain = You can have only one tuzdik. North's last house cannot be one, and neither can the house with the same number as North's tuzdik. If your last seed makes 3 there, you capture nothing.
ruling-TQ-6 = A seed that is sown into a tuzdik goes to the store of the tuzdik's owner, and nobody can play that house.
    .plain = Every seed that falls into your tuzdik goes into your store, whoever sows it. In the same way, North's tuzdik takes seeds for North. Nobody can play a tuzdik.
ruling-TQ-7 = The game may be played without tuzdiks.
    .plain = By this rule, there are no tuzdiks: a last seed that makes 3 captures nothing.
ruling-TQ-8 = A player to move whose row is empty ends the game; the opponent takes what is left.
    .plain = If the player to move has no seeds, the game ends. The other player takes all the seeds that are left.
ruling-TQ-9 = The game ends when a store holds more than half of the seeds.
    .plain = The game ends when a player has more than half of the seeds: nobody can catch up any more.
ruling-TQ-10 = The game may stop after a number of moves without a capture, or when a position recurs.

## What happened in a move

moved-into-tuzdik = { $you ->
    [owner] Your tuzdik takes { $seeds }.
   *[other] { $owner }'s tuzdik takes { $seeds }.
}

## The page for playing

option-title-tuzdik = Tuzdiks

## Lessons of the page

page-lesson-togyzqumalaq-sow = Play house 1: tap it, or click it.
    .title = The first seed goes back
    .rule = You are South: the row below is yours, the one above is North's. To play a house, you take all its seeds. You put the first one back into that house, and sow the others, one in each house that follows, to the right, then back along North's row.
    .hint = Your houses are numbered from left to right.
    .solved = One seed is back in house 1.
page-lesson-togyzqumalaq-single = Make a move that empties its house.
    .title = A single seed
    .rule = A single seed does not go back: it moves on into the next house. So a move empties its house only if the house held one seed.
    .hint = Which of your houses holds one seed?
    .why = One seed went back into that house.
page-lesson-togyzqumalaq-even = Capture six seeds in North's row.
    .title = Capture an even number
    .rule = You never sow into a store: after your last house comes North's first one. If your last seed falls in one of North's houses and makes the number of its seeds even, such as 2, 4 or 6, you capture all of them. They go into your store.
    .hint = Your last seed must make six: find the house of North's that holds five.
page-lesson-togyzqumalaq-odd = Capture two seeds in North's row.
    .title = Odd and even
    .rule = With an odd number, you capture nothing, and in your own row you never do. Only the house of your last seed counts, not the houses before it.
    .hint = Your last seed must make two: find the house of North's that holds one.
page-lesson-togyzqumalaq-tuzdik = Make one of North's houses exactly 3 with your last seed.
    .title = The tuzdik
    .rule = Only one odd number captures: if your last seed makes one of North's houses exactly 3, you capture the three. That house is your tuzdik now: until the end of the game, every seed that falls into it is yours.
    .hint = Find the house of North's that holds two seeds.
    .why = Your last seed did not make 3 in one of North's houses.
page-lesson-togyzqumalaq-last = Win a tuzdik.
    .title = Not the last house
    .rule = North's last house, the ninth, can never be your tuzdik. If your last seed makes 3 there, you capture nothing.
    .hint = Besides house 9, two of North's houses hold two seeds. Which of them can your last seed reach?
    .slip = You made 3 in North's house 9, but the last house can never be a tuzdik: you captured nothing.
    .why = Your last seed did not make 3 in one of North's houses.
page-lesson-togyzqumalaq-mirror = Win a tuzdik.
    .title = Not the same number
    .rule = North has a tuzdik already: your house 3. The house of the same number in North's row cannot be yours. If your last seed makes 3 there, you capture nothing.
    .hint = Besides house 3, one of North's houses holds two seeds. Your last seed must fall there.
    .slip = You made 3 in North's house 3, but that is the number of North's tuzdik: you captured nothing.
    .why = Your last seed did not make 3 in one of North's houses.
page-lesson-togyzqumalaq-once = Capture four seeds in North's row.
    .title = Only one
    .rule = You have a tuzdik already: North's house 7. A player can have only one in a game, so a last seed that makes 3 captures nothing now. Even numbers are yours as before.
    .hint = Two of North's houses hold three seeds. Which of them can your last seed reach?
    .slip = You made 3 in North's house 2, but you have a tuzdik already: you captured nothing.
page-lesson-togyzqumalaq-falls = Play a house whose last seed falls into your tuzdik.
    .title = Seeds for a tuzdik
    .rule = A seed that is sown into a tuzdik goes into its owner's store at once, whoever sows it. Nobody can play that house. North's house 3 is your tuzdik, and your house 6 is North's.
    .hint = North's house 1 is above your house 9: count on from there to North's house 3.
    .slip = Your seed fell into North's tuzdik, your house 6: it is North's now.
    .why = Your last seed did not fall into your tuzdik, North's house 3.
page-lesson-togyzqumalaq-empty = Capture North's last seeds, and win.
    .title = No seeds, no move
    .rule = If the player to move has no seeds, the game ends, and the other player takes all the seeds that are left. Nobody has to feed the other row.
    .hint = North's seeds are all in one house: your last seed must fall there.
    .why = The game goes on: North still has seeds.
page-lesson-togyzqumalaq-majority = Win the game with one move.
    .title = More than half
    .rule = The game also ends when a player has more than half of the seeds: 82 of 162. You have 78.
    .hint = How many seeds do you still need? Look for a capture of that many.
    .why = The game goes on: you do not have 82 seeds yet.
    .solved = North can no longer catch up.
# Why a move has not captured what the lesson asks for.
page-lesson-togyzqumalaq-why = { $found ->
    [0] { $row ->
        [south] You captured nothing: your last seed fell in your own row.
       *[north] { $seeds ->
            [one] You captured nothing: your last seed is alone in North's house, and 1 is odd.
           *[other] You captured nothing: North's house now holds { $seeds } seeds, an odd number.
        }
    }
   *[other] You captured { $found } seeds.
}

## The page that greets

door-togyzqumalaq = The mancala of Kazakhstan and, as toguz korgool, of Kyrgyzstan. UNESCO lists it as living heritage, with Mangala.
    .wins = Make a house of North's even to capture it, or three to win it as a tuzdik. More seeds than the other side wins.
