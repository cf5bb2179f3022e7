### What Ayla says in English of Togyzqumalaq alone.

## The game

summary-togyzqumalaq = Two rows of nine houses (otau) with nine seeds (qumalaq) in each, and a store (qazan) for each player: the mancala of Kazakhstan (тоғызқұмалақ) and, as toguz korgool (тогуз коргоол), of Kyrgyzstan; also spelt toguzkumalak or togyz kumalak. The first seed of a sowing goes back into its house. A last seed captures an even number in a house of the opponent. One that makes three, once a game, wins the house as a tuzdik, which takes every seed that falls into it. The player with the most seeds wins.

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
    .rule = You are South: the houses whose numbers are on tags are yours, those opposite are North's. Players call a house an otau. To play one, you take all its seeds. You put the first one back into that house, and sow the others, one in each house that follows, then back along North's row.
    .hint = Your houses are numbered in the direction in which you sow.
    .why = Captures come later: the task asks for house 1.
    .solved = One seed is back in house 1.
page-lesson-togyzqumalaq-single = Empty a house by playing it.
    .title = A single seed
    .rule = A seed that is alone in its house does not go back: it moves on into the next one.
    .hint = Which of your houses holds one seed?
    .why = The house you played got one seed back.
page-lesson-togyzqumalaq-even = Capture six seeds.
    .title = Capture an even number
    .rule = If your last seed falls in one of North's houses and makes an even number there, such as 2, 4 or 6, you capture them all. They go into your store, the qazan. You never sow into a store.
    .hint = Your last seed must make six: find the house with five in North's row.
page-lesson-togyzqumalaq-odd = Capture two seeds.
    .title = Odd and even
    .rule = You capture nothing with an odd number, like 1 or 5, and nothing in your own row. Only the house of your last seed counts, not those before.
    .hint = Your last seed must make two: find the house with one in North's row.
page-lesson-togyzqumalaq-tuzdik = With your last seed, make 3 in one of North's houses.
    .title = The tuzdik
    .rule = Three is special: if your last seed makes 3 in one of North's houses, you capture them, and the house becomes your tuzdik. Until the end of the game, every seed that falls into it is yours.
    .hint = Find the house with two seeds in North's row.
    .why = Your last seed did not make 3 in any of North's houses.
page-lesson-togyzqumalaq-last = Win a tuzdik.
    .title = Not the last house
    .rule = North's last house, the ninth, can never be your tuzdik. If your last seed makes 3 there, you capture nothing.
    .hint = Apart from house 9, North has two houses with two seeds. Which of them can your last seed reach?
    .slip = You made 3 in North's house 9, but the last house can never be a tuzdik: you captured nothing.
    .why = Your last seed did not make 3 in any of North's houses.
page-lesson-togyzqumalaq-mirror = Win a tuzdik.
    .title = Same house number
    .rule = North's tuzdik is your house 5. So North's house 5, with the same number, cannot be your tuzdik: if your last seed makes 3 there, you capture nothing.
    .hint = Apart from house 5, North has one house with two seeds. Your last seed must fall there.
    .slip = You made 3 in North's house 5, but your house 5 is North's tuzdik: you captured nothing.
    .why = Your last seed did not make 3 in any of North's houses.
page-lesson-togyzqumalaq-once = Capture four seeds.
    .title = Only one
    .rule = You have a tuzdik already: North's house 7. A player can have only one in a game, so a last seed that makes 3 captures nothing now. You still capture even numbers.
    .hint = Two of North's houses hold three seeds. Which of them can your last seed reach?
    .slip = You made 3 in North's house 2, but you have a tuzdik already: you captured nothing.
page-lesson-togyzqumalaq-falls = Play a house whose last seed falls into your tuzdik.
    .title = Seeds for a tuzdik
    .rule = A tuzdik takes seeds for its owner, whoever sows them. Nobody can play it. North's house 3 is your tuzdik, and your house 6 is North's.
    .hint = North's house 1 is opposite your house 9: count on from there to North's house 3.
    .slip = Your house 6 is North's tuzdik. Yours is North's house 3.
    .why = Your last seed did not fall into your tuzdik, North's house 3.
page-lesson-togyzqumalaq-empty = Capture North's last seeds, and win.
    .title = No seeds, no move
    .rule = A player whose row is empty cannot move: the game ends, and the other player takes all the seeds that are left.
    .hint = North's seeds are all in one house: your last seed must fall there.
    .why = The game goes on: North still has seeds.
page-lesson-togyzqumalaq-majority = Win the game with one move.
    .title = More than half
    .rule = The game also ends when a player has over half of the 162 seeds: 82 or more. You have 78.
    .hint = How many seeds do you still need? Look for a capture of that many.
    .why = The game goes on: you do not have 82 seeds yet.
    .solved = North can no longer catch up.
page-lesson-togyzqumalaq-best = Find the one move that wins.
    .title = First the tuzdik
    .rule = A tuzdik is worth more than the three seeds that you capture with it: it takes seeds until the end of the game. If you can have one, a small capture can wait.
    .hint = House 9 captures two seeds now. Which house makes 3?
    .slip = You captured two seeds, but you have no tuzdik. With the best play, North wins.
    .why = You could have made a tuzdik. With the best play, North wins.
    .solved = You have a tuzdik. With the best play of both sides, you win by 10 seeds.
# Why a move has not captured what the lesson asks for.
page-lesson-togyzqumalaq-why = { $found ->
    [0] { $row ->
        [south] You captured nothing: your last seed fell in your own row.
       *[north] { $seeds ->
            [one] You captured nothing: your last seed is alone in its house, and 1 is odd.
           *[other] You captured nothing: that house now holds { $seeds } seeds, an odd number.
        }
    }
   *[other] You captured { $found } seeds.
}

## The page that greets

door-togyzqumalaq = The mancala of Kazakhstan and, as toguz korgool, of Kyrgyzstan. UNESCO lists it as living heritage, with Mangala.
    .wins = Make a house of North's even to capture it, or three to win it as a tuzdik. More seeds than the other side wins.
