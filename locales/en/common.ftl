### What Ayla says in English. docs/translating.md says how to add a language.
###
### A side ($mover, $side, $winner and so on) comes as a name, ready to be shown: "South", or the name of a player.
### Clauses of faults have no capital letter and no full stop: they become sentences where they stand alone.

## Names

language = English
side-south = South
side-north = North
decimal-mark = .
thousands = { "," }
list-comma = { ", " }
you = You
quotation = '{ $text }'
named-side = { $name } ({ $side })
label-house = House { $house }
label-pass = Pass
label-take = Take
label-give = Give
label-agree = Agree to stop
label-swap = Swap sides
word-pass = pass
word-take = take
word-give = give
word-agree = agree
word-swap = swap
list-and = { $items } and { $last }
list-or = { $items } or { $last }
house-of = { $you ->
    [side] your house { $house }
   *[other] { $side }'s house { $house }
}
store-of = { $you ->
    [side] your store
   *[other] { $side }'s store
}
houses-of = { $you ->
    [side] your houses { $houses }
   *[other] { $side }'s houses { $houses }
}
seeds = { $seeds ->
    [one] { $seeds } seed
   *[other] { $seeds } seeds
}
or-more = { $seeds } or more
houses = { $houses ->
    [one] { $houses } house
   *[other] { $houses } houses
}

## Rulings

ruling-C-1 = Houses are numbered from each player's own left to right.
ruling-C-2 = Seeds are sown round the ring of both rows, in the direction of the game.
ruling-C-3 = A move is made by the player to move, and is of a kind that the game has.
ruling-C-6 = A sowing of more than 10,000 laps is not a legal move.
ruling-C-7 = The parts of a position must fit each other and the rules.
ruling-C-8 = A game that has ended stays ended.
ruling-N-2 = The text of a position has the options that differ from their defaults.
ruling-N-6 = A move is the number of a house, or a word.

## Why a move is not legal

not-your-turn = { $you ->
    [speaker] It is not your turn.
   *[other] It is not { $speaker }'s turn.
}
illegal-game-over = The game has ended ({ $ending }); no further move can be made.
illegal-not-in-this-game = { $variant } has no move { $move }; its moves are { $moves }.
illegal-no-such-house = There is no house { $house }: a row has the houses 1 to { $houses }.
illegal-no-house-so-large = There is no such house: a row has the houses 1 to { $houses }.
illegal-opponents-house = { $you ->
    [mover] That letter is one of { $opponent }'s houses, and it is your turn.
    [opponent] That letter is one of your houses, and it is { $mover }'s turn.
   *[other] That letter is one of { $opponent }'s houses, and it is { $mover }'s turn.
}
illegal-empty-house = { $you ->
    [mover] Your house { $house } is empty.
   *[other] { $mover }'s house { $house } is empty.
}
illegal-must-move = { $you ->
    [mover] You have a legal move and cannot pass.
   *[other] { $mover } has a legal move and cannot pass.
}
illegal-tuzdik = { $you ->
    [mover] Your house { $house } is { $owner }'s tuzdik: no seed stays in it.
    [owner] { $mover }'s house { $house } is your tuzdik: no seed stays in it.
   *[other] { $mover }'s house { $house } is { $owner }'s tuzdik: no seed stays in it.
}
illegal-endless-sowing = { $you ->
    [mover] The sowing from your house { $house } would not end within { $laps } laps, so nobody could carry it out.
   *[other] The sowing from { $mover }'s house { $house } would not end within { $laps } laps, so nobody could carry it out.
}
houses-from-one = the houses 1 to { $houses }

## Faults of positions and options

malformed-empty = the position is empty
malformed-separators = fields are separated by one space or underscore, with none at either end
malformed-ends = the position ends before its { $field ->
    [variant] game
    [rows] rows
    [stores] stores
   *[turn] turn
}
malformed-no-variant = no game is named before the options
malformed-no-game = the position { $text } does not say its game; write the name of the game before it: { $games }
malformed-option = the option { $text } is not of the form 'name=value'
malformed-repeated-option = the option { $text } is given twice
malformed-leading-zero = the number { $text } has a leading zero
malformed-rows = the rows { $text } are not separated by '/'
malformed-empty-row = a row has no houses
malformed-open-parenthesis = in the row { $row } a '(' is not closed
malformed-parentheses = in the row { $row } the parentheses do not hold a number of 36 or more
malformed-house = in the row { $row } the character { $character } is not a house
malformed-stores = the stores must be two numbers separated by '/', or '-'; { $text } is neither
malformed-turn = the turn must be 's' or 'n', not { $text }
malformed-flag = there is no flag { $text }
malformed-flag-order = the flag { $text } is repeated or out of order
malformed-tuzdik-flag = the flag { $text } is not 'tuz=' and two houses separated by '/', one of which can be '-'
malformed-quiet-flag = the flag { $text } is not 'q' and a number from 1 to { $most }
malformed-ending = no game ends for a reason called { $text }
malformed-no-moves = no move follows 'moves'
malformed-moves = moves are given where only a position is expected
fault-quiet-too-large = the count of quiet moves can be at most { $most } (N-3)
fault-unknown-variant = no game is called { $name }{ $hint }; there are { $known }
fault-family-of-games = { $name } is the name of a family of games, of which there are { $known }
fault-unknown-option = { $variant } has no option called { $name }{ $hint }; it has { $known }
fault-option-out-of-range = the option { $option } must be { $domain }, not { $given }
domain-flag = true or false
domain-number = a number { $spans }
domain-word = one of { $words }
span = from { $min } to { $max }
span-step = from { $min } to { $max } in steps of { $step }
given-word = the word { $word }
fault-row-full = { houses } of { seeds } make { $total } in a row; it must be at most { $most }
fault-row-seeds = { houses } of { seeds } make { $total } in a row; it must be an even number of at most { $most }
fault-row-length = { $side }'s row has { houses }; in { $variant } a row has { $allowed } (C-7)
fault-rows-differ = the rows differ in length: { $side }'s has { houses }, { $opponent }'s { $other } (C-7)
fault-houses-contradict-rows = the option houses={ $option } contradicts the rows, which have { houses } (N-2)
fault-too-many-seeds = the board and the stores hold { seeds }; { $variant } starts with at most { $most } (C-7)
fault-tuzdik-outside = { $owner }'s tuzdik must be one of the houses 1 to { $most } of the other row, not { $house } (TQ-14)
fault-tuzdiks-mirrored = both tuzdiks cannot be house { $house } (TQ-5)
fault-tuzdik-holds-seeds = { $house } holds { $seeds }, but is { $owner }'s tuzdik, where no seed stays (TQ-6)
fault-no-tuzdiks = no tuzdik arises with tuzdik=false (TQ-7)
fault-no-such-part = { $variant } has no { $part ->
    [stores] stores
    [phase] phases
    [quiet] count of quiet moves
    [tuzdiks] tuzdiks
    [burnt] burnt houses
   *[first] record of who began
} (C-7)
fault-no-stores = a position of { $variant } needs its stores (C-7)
fault-no-such-ending = { $variant } has no ending called { $ending } (C-7)

## Faults of requests

verbatim = { $text }
variant-missing = the name of the game is missing
variant-mismatch = the position is one of { $found }, but the request is about { $expected }
position-twice = give the position once: as position, setup or token
start-of-position = the fields options, preset, first and after are for a new game; the position has its own
no-such-puzzle = there is no puzzle { $id }
no-puzzle-matches = no puzzle of this game matches the request
no-puzzle-after = no puzzle after { $after } matches the request
no-puzzle-id = { $id } is not the id of a puzzle, such as awale-17
puzzle-of-other-game = the puzzle belongs to another game
no-day = { $day } is not a date such as 2026-12-01
after-and-day = the fields after and day exclude each other
puzzle-and-reply = North's replies are those of the puzzle: leave reply out
not-in-puzzle = the position is not part of the solution of the puzzle { $id }
puzzle-over = the puzzle { $id } is solved; there is no further move
puzzle-without-agreement = a puzzle is solved by moves, not by an agreement to stop
grade-out-of-range = the grade must be { $lowest } to { $highest }
range-backwards = the range ends before it begins: from { $from } to { $to }
range-too-long = the range has { $plies } plies; { $most } are allowed
range-outside = there is no ply { $ply }: { $plies ->
    [one] the game has only ply { $first }
   *[other] the plies of this game are { $first } to { $last }
}
range-of-no-plies = there is no such ply: no move was made
nobody-addressed = sentences that say 'you' need the field { $field }: it says whom they address
old-board = this button belongs to an older board: here is the newest one
newest-needs-token = the field newestToken is compared with token, which is missing
agree-needs-side = agreeing needs the field side: it says who agrees
position-missing = the position is missing: give position, setup or token
not-a-token = this is not a token; send the token of an answer as it is
token-changed = the token cannot be read: it was cut short or copied wrongly
token-version = the token has version { $version }, and only versions up to { $known } can be read
token-never-written = this token belongs to no game
moves-twice = moves are given twice: after the position and in the field moves; give all of them in one place
options-and-preset = give either options or a preset, not both
round-has-options = the next round has the options of the position in after
no-rounds = the game of this position has no rounds (CO-15)
round-unequal = there is no next round after this position: seeds are in the houses, or there are not 1 to 10 for each house (CO-17)
round-not-over = the next round begins when this one has ended (CO-17)
round-lost = the match is over: { $side } cannot fill a single house, and { $winner } has won (CO-17)
row-missing = { $side }'s row is missing
turn-missing = the turn is missing
stores-missing = the stores are missing
store-missing = one of the stores is missing
too-many-moves = the line has { $moves } moves; { $most } are allowed
id-too-long = the id is longer than { $most } bytes
no-move = { $text } is no move (N-6): moves are the numbers of houses, 'pass', 'take', 'give', 'agree' and 'swap'
no-move-of-game = { $text } is no move; the moves are { $moves }
help-with-moves = to play, type a move: the moves are { $moves }
help-with-stop = to propose to stop, type 'agree': the game ends if the other player agrees too; the moves are { $moves }
move-missing = the move is missing
illegal-line = move { $index } of the line, { $move }, is not legal. { $illegal }
seat-without-house = a seat is named only with a house (AN-7)
no-seats = { $variant } has no seats (AN-7)
unknown-preset = { $variant } has no preset called { $name }{ $hint }; it has { $known }
unknown-preset-of-many = { $variant } has no preset called { $name }{ $hint }; it has { $known } and { $more } more
limit-zero = the limit { $limit } must be 1 or more
level-out-of-range = the level must be { $lowest } to { $highest }
width-out-of-range = the width must be { $least } to { $most }
picture-width = a picture is { $widths } pixels wide
format-missing = a picture has a format: SVG, PNG or GIF
plies-without-gif = a part of a game can only be shown as a GIF
no-such-ply = there is no such move: the game has { $plies } moves
plies-backwards = the part of the game begins after move { $from } and ends after move { $to }
too-many-plies = a GIF shows { $most } positions at most
no-pictures = this server makes no pictures
rate-of-pictures = too many pictures for this address: the limit is { $rate } per second, with a burst of { $burst }; try again later
nothing-to-suggest = the game has ended; there is no move to suggest
more-faults = { $more ->
    [one] There is one more fault.
   *[other] There are { $more } more faults.
}

## Games of other programs

text-missing = the text is missing
text-too-much-work = reading these games takes more than { $most } steps of work, the most of one call; send fewer games at a time
record-at = line { $line }, column { $column }: { $fault }
record-no-game = there is no game in the text
record-unknown-format = the text is in none of the known formats, which are { $formats }
record-several-formats = { $formats } would read different games in this text; name its format
record-unexpected-move = { $found } is no move
record-unexpected-tag = { $found } is no tag such as [Event "?"]
record-unexpected-board = { $found } is no board
record-unexpected-turn = { $found } is not the side to move
record-unexpected-number = { $found } is no number
record-unexpected-row = { $found } is no house of a row
record-unexpected-end = { $found } stands after the result, which ends a game
record-unexpected-game = { $found } stands before the name of a game
record-ends-move = a move is missing
record-ends-board = a part of the board is missing
record-ends-turn = the side to move is missing
record-ends-number = a number is missing
record-ends-closing = the closing bracket is missing
record-ends-game = the name of the game is missing
record-unknown-game = the format has no game called { $name }
record-several-games = the moves are possible in { $variants }; name the game in a tag "Variant"
record-seed-count = the board and the stores hold { $seeds ->
    [one] one seed
   *[other] { $seeds } seeds
}; the game has { $expected }
record-illegal = move { $ply } of the game is not legal. { $illegal }
record-end-house = move { $ply } of the game ends in { $is }, not in { $said }
record-end-number = move { $ply } of the game ends in a house { $is }, not { $said }
record-captured = the text gives { $said } for the captures of move { $ply }; the rules give { $is }
record-no-tuzdik = move { $ply } of the game makes no tuzdik
record-result = the text gives the result { $said }; the moves lead to { $is }
record-move-number = the number of the move is { $said }; it should be { $expected }
record-too-many-moves = the game has more than { $most } moves
assumed-game = the game is { $variant }
assumed-option-site = with the option { $option }={ $value }, as in the programs that use this format
assumed-option-went-on = with the option { $option }={ $value }, because play goes on where the game would otherwise have ended
assumed-option-ending = with the option { $option }={ $value }, because the moves stop where it ends the game
assumed-start = the game begins with the usual position
assumed-first = { $side } begins
assumed-south-to-move = the player to move is { $side }, because boards show that player's row first
assumed-agreed = the players agreed to stop, because the result shares the remaining seeds
assumed-stopped = the game was broken off with the result { $result }
assumed-scores-include-houses = the scores include the seeds in the houses
assumed-captures-of-moves = numbers in parentheses are the captures of each move, not totals
assumed-unmarked-tuzdik = move { $ply } of the game makes a tuzdik, which the text does not mark
assumed-without-comments = comments are left out
assumed-without-variations = variations are left out
games-converted = { $games ->
    [one] one game
   *[other] { $games } games
}
unsaid-option = the text leaves out the option { $option }={ $value }; the moves are the same without it
unsayable-variant = the format does not have { $variant }
unsayable-houses = the format does not have rows of { $houses } houses
unsayable-start = the format only has games that begin with the usual position
unsayable-no-moves = the format has no text for a game without moves
unsayable-north-begins = { $north } moves first, and in the format { $south } always does
unsayable-move = the format cannot express move { $ply } of the game
unsayable-option = the programs that use the format do not have the option { $option }={ $value }, and would not play the same game
unsayable-moves-from-position = the format has no moves from a position other than the usual one
unsayable-over = the position is the end of a game, which the format cannot express

## What the service cannot do at the moment

search-too-late = the deadline passed before the search had found a move
search-out-of-time = there was not enough time to find a move; try again in a moment
review-too-late = there was no time left to search further; ask again from the next move
unanswered-busy = The engine is too busy to answer. Try again in a moment.
unanswered-late = The engine ran out of time. Try again in a moment.
queue-full = too many suggestions wait already; try again in a moment
overloaded = the service is overloaded; try again in a moment
failed = the service failed on this request; this is a fault of the service
deadline-passed = the deadline passed before the call could begin
rate-of-calls = too many calls with this API key: the limit is { $rate } per second, with a burst of { $burst }; try again later
rate-of-suggestions = too many suggestions with this API key: the limit is { $rate } per second, with a burst of { $burst }; try again later
rate-of-search-time = the processor time for searches of this API key is used up: { $rate } ms are added each second, up to { $burst } ms
rate-of-picture-time = the processor time for pictures of this API key is used up: { $rate } ms are added each second, up to { $burst } ms
rate-of-rule-time = the processor time for batches and long games of this API key is used up: { $rate } ms are added each second, up to { $burst } ms
end-user-too-long = the value of the header end-user has more than { $most } bytes
key-missing = an API key is required: send it as `authorization: Bearer KEY`
key-unknown = the API key is not known; it may have been replaced

## Transports

not-found = there is nothing at { $path }
method-not-allowed = { $path } does not take the method { $method }
no-such-rpc = there is no such method or service
not-post = a gRPC call is a POST
not-json = the body must be JSON, with the content type application/json
not-utf8 = the body must be in UTF-8; the content type names the character set { $charset }
not-ndjson = the body must be JSON, one object a line, with the content type application/x-ndjson
not-protobuf = the content type is application/grpc or application/grpc-web: messages are protobuf
not-connect = over Connect the content type of this method is one of { $known }
connect-version = the version of the Connect protocol is 1, in the header connect-protocol-version
connect-query = over Connect a GET has the parameters message and encoding, which is proto or json; with base64=1, the message is in base64
proto-json = the message is no ProtoJSON of this request: { $cause }
grpc-needs-http2 = over HTTP/1.1 the content type is application/grpc-web or application/grpc-web-text; gRPC itself needs HTTP/2
body-too-large = the body is larger than { $most } bytes
message-too-large = the message is larger than { $most } bytes
item-too-large = the line is longer than { $most } bytes
batch-too-long = a batch has at most { $most } positions
query-too-long = the query is longer than { $most } bytes
body-unreadable = the body could not be read
message-unreadable = the message cannot be read
message-compressed = the message is compressed; only messages that are not compressed are read
unreadable = the request cannot be read
path-not-utf8 = the path is not UTF-8
json-malformed = the body cannot be read as JSON from line { $line }, column { $column } on
json-ends = the JSON ends too early, at line { $line }, column { $column }
body-no-object = the body must be a JSON object
unknown-field = unknown field { $field }{ $hint }; the fields are { $known }
unknown-field-of-none = unknown field { $field }{ $hint }; no field is taken here
field-twice = the field { $field } is given twice
reads-proto-json = { $fault }. ProtoJSON is read at { $path }
wrong-value = the field { $field } takes { $expected }, not { $found }{ $hint }
type-text = a string
type-list = a list
type-object = an object
type-whole = a whole number from 0
type-whole-of-64-bits = a whole number from 0 to 18446744073709551615
type-option = true, false, a number or a word
call-cancelled = the call was cancelled
not-in-query = unknown field { $field }, which only the body of a POST can have
unknown-number = the field { $field } has no value with the number { $number }
connect-timeout-unreadable = the header connect-timeout-ms is a number of milliseconds with up to ten digits
timeout-unreadable = the metadata grpc-timeout is up to eight digits and one of H, M, S, m, u, n
content-encoding = the content encoding { $encoding } is not read; the only one that is read is { $known }
transfer-coding = the only transfer coding that is read is chunked
tools-host = the tools are not called by the host name { $name }; to allow it, add the name to { $setting }
cors-origin = pages of { $name } may not call this server; to allow them, add the origin to { $setting }
tools-origin = pages of { $name } may not call the tools; to allow them, add the origin to { $setting }
tools-headers = a header of the protocol for tools is wrong
host-header = a request over HTTP/1.1 has one valid host header

## Titles of errors

title-MALFORMED_REQUEST = The request is malformed
    .means = The request cannot be read: its JSON, the type of a field, or a value is not as the operation takes it.
    .advice = Look at the field that violations names, and compare it with the reference of the operation.
title-MALFORMED_POSITION = The position is malformed
    .means = A text is no position in the notation: game, rows, stores, and s or n for the side to move.
    .advice = Send a position that an answer had, or write one as docs/notation.md says.
title-MALFORMED_MOVE = The move is malformed
    .means = A text is no move: neither the number or letter of a house, nor a word such as pass.
    .advice = Send a move as the list of legal moves has it, such as 3.
title-MALFORMED_TOKEN = The token is malformed
    .means = A token is not one that the service wrote, or it was changed on the way.
    .advice = Send the token exactly as the last answer has it.
title-UNKNOWN_FIELD = A field is not known
    .means = The request has a field or a parameter that the operation does not take.
    .advice = Remove it, or write it as the error says. Names are in lowerCamelCase over JSON.
title-UNKNOWN_OPTION = An option is not known
    .means = The game has no option of this name.
    .advice = Ask for the description of the game: it lists the options.
title-OPTION_OUT_OF_RANGE = An option is out of range
    .means = An option of the game cannot have this value.
    .advice = Choose a value that the description of the game allows.
title-CONFLICTING_FIELDS = Fields exclude each other
    .means = Two fields of the request exclude each other.
    .advice = Leave out one of the fields that violations names.
title-MISSING_FIELD = A field is missing
    .means = The operation needs a field that the request does not have.
    .advice = Add the field that violations names.
title-SEAT_OUT_OF_RANGE = The seat is out of range
    .means = The game has no such seat, or a seat is named where none may be.
    .advice = Leave out seat, or name one from 1 to the size of the team.
title-INCONSISTENT_POSITION = The position is inconsistent
    .means = The parts of the position do not fit each other or the rules, such as rows of different lengths.
    .advice = Correct the part that the error names. Positions from answers are always consistent.
title-VARIANT_MISMATCH = The position is one of another game
    .means = The path or the request names one game, and the position is of another.
    .advice = Call the operation of the game of the position.
title-OLD_BOARD = The move is for an older board
    .means = The move is for a board that is no longer the newest. Only play-turn says so, in an answer.
    .advice = Show the newest board, and have the player choose again.
title-NOT_YOUR_TURN = It is not the player's turn
    .means = It is not the turn of the player who speaks. Only play-turn says so, in an answer.
    .advice = Wait for the other player. The answer has the position as it is.
title-ROUND_NOT_OVER = The round is not over
    .means = The next round was asked for, and the position given as its last is not the end of a round.
    .advice = Play the round to its end, and send its last position.
title-NO_FURTHER_ROUND = The match is over
    .means = The match has ended with this round, because a player has too few seeds for another.
    .advice = Start a new match, without after.
title-ILLEGAL_LINE = The line has an illegal move
    .means = One of the moves that lead to the position is not legal where it is played.
    .advice = Correct the move whose index is in metadata: reason there says why it is not legal.
title-UNKNOWN_VARIANT = The game is not known
    .means = No game has this name.
    .advice = Take a name from the list of the games, or one of their other names.
title-UNKNOWN_PRESET = The preset is not known
    .means = The game has no preset of this name.
    .advice = Ask for the description of the game: it lists the presets.
title-NO_SUCH_PUZZLE = The puzzle does not exist
    .means = There is no puzzle of this id, or none that matches.
    .advice = Ask for fewer properties, or begin again with the first puzzle.
title-NOT_FOUND = Not found
    .means = There is nothing at this path.
    .advice = Look up the path in the reference.
title-METHOD_NOT_ALLOWED = The method is not allowed
    .means = The path exists, and does not take this HTTP method.
    .advice = Use a method of the header Allow.
title-TOO_LARGE = The request is too large
    .means = The body, the query or the game is larger than the server reads.
    .advice = Send less at once. The limits are in the answer of get-server-info.
title-UNSUPPORTED_MEDIA_TYPE = The content type is not supported
    .means = The body has a content type, a character set or an encoding that is not read.
    .advice = Send JSON in UTF-8, with the content type application/json or none.
title-FORBIDDEN = The caller is not allowed
    .means = The page or the host that calls may not call this server.
    .advice = Ask the operator to allow it by the setting that metadata names.
title-UNSUPPORTED_TRANSFER_CODING = The transfer coding is not supported
    .means = The body has a transfer coding other than chunked.
    .advice = Send the body with its length, or in chunks.
title-UNAUTHENTICATED = The API key is missing or not known
    .means = The server wants an API key, and the call has none, or one that is not known.
    .advice = Send the key as Authorization: Bearer KEY.
title-RATE_LIMITED = Too many calls
    .means = The caller has used up the rate of its API key.
    .advice = Wait as long as Retry-After says, and call less often.
title-SEARCH_QUEUE_FULL = The queue of suggestions is full
    .means = Too many searches wait for a processor.
    .advice = Wait as long as Retry-After says, or ask for a shorter search.
title-OVERLOADED = The service is overloaded
    .means = The server has more to do than it can.
    .advice = Wait as long as Retry-After says.
title-DEADLINE_EXCEEDED = The deadline has passed
    .means = The deadline of the call passed before its answer was ready.
    .advice = Allow more time, or ask for a shorter search.
title-CANCELLED = The call was cancelled
    .means = The caller was gone before the answer was ready. Only logs and metrics say so.
    .advice = Nothing is to be done.
title-INTERNAL = The service failed
    .means = The service failed. This is a fault of Ayla, and its log says more.
    .advice = Tell the operator. The same request may fail again.
title-GAME_OVER = The game has ended
    .means = The game has ended, so no move can be played or suggested.
title-NOT_IN_THIS_GAME = The move is not legal
    .means = The game does not have this kind of move, such as take in Awalé.
title-WRONG_PHASE = The move is not legal
    .means = The game has this kind of move, but not at this point.
title-NO_SUCH_HOUSE = The move is not legal
    .means = The row has no house of this number.
title-NOT_YOUR_HOUSE = The move is not legal
    .means = The house belongs to the other player, to another seat, or is a tuzdik.
title-EMPTY_HOUSE = The move is not legal
    .means = The house holds too few seeds to be played.
title-MUST_FEED = The move is not legal
    .means = The other player has no seeds, and a move that gives them some is legal.
title-GRAND_SLAM = The move would capture everything
    .means = By the option grand-slam of this game, the move may not capture all seeds of the other player.
title-ENDLESS_SOWING = The move is not legal
    .means = The sowing would not end.
title-MUST_MOVE = The move is not legal
    .means = The player can play a house, and so may not pass.

## The command line

did-you-mean = {" "}(did you mean { $meant }?)
in-move = Move { $index } ({ $move }):
preset-of-no-game = no game has a preset called { $name }; `ayla variants GAME` lists them
preset-of-games = the games { $games } have a preset called { $name }; name one of them
heading-board = Board: 2 rows of { houses } ({ $houses-domain }), { seeds } in each house ({ $seeds-domain }).
heading-options = Options:
heading-presets = Presets:
heading-sources = Sources:
heading-legal = Legal moves: { $moves }
heading-illegal = Not legal:
heading-position = Position: { $text }
heading-line = Line: { $text }
heading-token = Token: { $text }
heading-puzzle = Puzzle { $id }, grade { $grade } of 6.
heading-next-puzzle = The next puzzle: { $id }
heading-candidates = Moves, best first:
best-move = Best move: { $move }
value = Value: { $value } ({ $verdict })
bounds = Proven: the value is between { $least } and { $most }
principal-line = Principal line: { $moves }
searched = Searched: depth { $depth }, { $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
}, stopped by { $stopper }
stopped-by-proven = a proof
stopped-by-depth = the depth limit
stopped-by-nodes = the node limit
stopped-by-time = the time limit
stopped-by-deadline = the deadline
stopped-by-nothing = nothing

## Moves

played-house = { $you ->
    [mover] You play house { $house }.
   *[other] { $mover } plays house { $house }.
}
played-pass = { $you ->
    [mover] You pass.
   *[other] { $mover } passes.
}
played-agree = The players agree to stop.

## Words for moves that people may write, separated by commas, in small letters. Every language is read in every game

# Beside any move, also in a question: 'house 3?'
words-house = house, hole, pit, number, move, play, i, the
# Where a move is made, and not in a question
words-statement = plays, sow, sow from, my, move is, best move is, choice is, my answer is, choose, pick, will play, i'll play, want to play, would like to play, i'd like to play, am playing, i'm playing, let's play, let me play, let's go, go, go with, i'll go with, going with, it is, yes, then, me, now, answer, answer is, final answer, final answer is, boxed, please, pls, plz, thanks, thank you, ok, okay, ayla, aylabot
words-numbers = one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve
# The forms of an ordinal with a space between them
words-ordinals = first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth, eleventh, twelfth
words-ordinal-endings = st, nd, rd, th
# After an ordinal that is a house, and before one
words-nouns = house, hole, pit, one
words-articles = the
# Of people who want something else than a move
words-help = help, commands, usage, rules, moves, start, how
words-stop = stop, draw, end, quit, exit, resign, surrender, leave
words-pass = pass
words-agree = agree, agreed

## What happens in a move, for the list below it

event-pick-up = picks up { $seeds } from { $house }
event-lap = lap { $lap }: picks up { $seeds } from { $house }
event-sow = sows { $houses }
houses-in-order = { $side } { $houses }
event-capture-store = captures { $seeds } from { $house }, to { $store }'s store ({ $ruling })
event-capture-off = captures { $seeds } from { $house }, off the board ({ $ruling })
event-tuzdik = { $house } becomes { $owner }'s tuzdik ({ $ruling })
event-share = the seeds left are shared: { $to-south } to { $south }, { $to-north } to { $north }, { $off } to nobody ({ $ruling })
events-truncated = and more: only the first { $houses } sown houses are shown

## What happened in a move, in a sentence or two

moved-lap = The last of { $seeds } falls in { $house }.
moved-lap-of-many = The last seed falls in { $house }.
moved-lap-of-one = Its only seed falls in { $house }.
moved-laps = After { $laps } laps the last seed falls in { $house }.
moved-capture = { $you ->
    [captor] You capture { $seeds } from { $houses }.
   *[other] { $captor } captures { $seeds } from { $houses }.
}
moved-tuzdik = { $you ->
    [owner] You make { $house } a tuzdik.
   *[other] { $owner } makes { $house } a tuzdik.
}
moved-share = { $you ->
    [south] { $to-north ->
        [0] { $to-south ->
            [0] The last seed leaves the game.
            [one] You take the remaining seed.
           *[other] You take the remaining { $to-south } seeds.
        }
       *[other] { $to-south ->
            [0] { $to-north ->
                [one] { $north } takes the remaining seed.
               *[other] { $north } takes the remaining { $to-north } seeds.
            }
           *[other] You take { $to-south } of the remaining seeds, and { $north } { $to-north }.
        }
    }
    [north] { $to-north ->
        [0] { $to-south ->
            [0] The last seed leaves the game.
            [one] { $south } takes the remaining seed.
           *[other] { $south } takes the remaining { $to-south } seeds.
        }
       *[other] { $to-south ->
            [0] { $to-north ->
                [one] You take the remaining seed.
               *[other] You take the remaining { $to-north } seeds.
            }
           *[other] { $south } takes { $to-south } of the remaining seeds, and you { $to-north }.
        }
    }
   *[other] { $to-north ->
        [0] { $to-south ->
            [0] The last seed leaves the game.
            [one] { $south } takes the remaining seed.
           *[other] { $south } takes the remaining { $to-south } seeds.
        }
       *[other] { $to-south ->
            [0] { $to-north ->
                [one] { $north } takes the remaining seed.
               *[other] { $north } takes the remaining { $to-north } seeds.
            }
           *[other] { $south } takes { $to-south } of the remaining seeds, and { $north } { $to-north }.
        }
    }
}

## How a game stands

prompt-again = { $you ->
    [mover] You move again.
   *[other] { $mover } moves again.
}
prompt-play = { $you ->
    [mover] Your turn.
   *[other] { $mover } to move.
}
prompt-pass = { $you ->
    [mover] You have no move and must pass.
   *[other] { $mover } has no move and must pass.
}
advice-agree = No seed has been captured for { $moves } moves: the players may agree to stop.
proposes-to-stop = { $you ->
    [by] You propose to stop.
    *[other] { $by } proposes to stop.
}
do-you-agree = Do you agree?
agrees-to-stop = { $you ->
    [other] You agree to stop.
   *[other] { $other } agrees to stop.
}
plays-on = { $you ->
    [other] You play on.
   *[other] { $other } does not agree to stop.
}
would-win = { $you ->
    [winner] You would win, { $won } to { $lost }.
   *[other] { $winner } would win, { $won } to { $lost }.
}
would-draw = It would be a draw, { $won } to { $lost }.
can-agree = Both may agree to stop.
quiet-moves = Moves without a capture: { $moves }.
ending-quiet = quiet moves
ending-repetition = repetition
ending-agreement = agreement
ending-no-move = no move
ending-empty-row = an empty row
ending-no-seeds = no seeds
ending-majority = majority
ended-quiet = No capture for too many moves.
ended-repetition = The same position occurred too often.
ended-agreement = The players agreed to stop.
ended-no-move = There is no legal move.
ended-empty-row = A row is empty.
ended-no-seeds = No seed is left.
ended-majority = A store holds more than half of the seeds.
result-win = { $you ->
    [winner] You win.
   *[other] { $winner } wins.
}
result-nobody = Nobody wins.
result-win-score = { $you ->
    [winner] You win, { $won } to { $lost }.
   *[other] { $winner } wins, { $won } to { $lost }.
}
result-draw-score = It is a draw, { $won } to { $lost }.
over = The game is over. { $ending } { $result }

## What a position is worth

verdict-win-by-proven = { $you ->
    [winner] it is proven that you win by { $margin }
   *[other] it is proven that { $winner } wins by { $margin }
}
verdict-win-by-about = { $you ->
    [winner] it is proven that you win, by about { $margin }
   *[other] it is proven that { $winner } wins, by about { $margin }
}
verdict-draw-proven = it is a proven draw
verdict-win-proven = { $you ->
    [winner] it is proven that you win
   *[other] it is proven that { $winner } wins
}
verdict-nobody-proven = it is proven that nobody wins
verdict-ahead-by-estimated = { $you ->
    [winner] you are ahead by about { $margin }
   *[other] { $winner } is ahead by about { $margin }
}
verdict-ahead-estimated = { $you ->
    [winner] you are probably ahead
   *[other] { $winner } is probably ahead
}
verdict-even-estimated = about even
certainty-proven = proven
certainty-estimated = estimated

## Why a suggested move is good

why = This move { $facts }.
why-only = is the only legal one
why-captures = captures { $seeds }
why-gives = gives the opponent { $seeds }
why-bears-off = bears off { $seeds }
why-makes-tuzdik = makes { $house } a tuzdik
why-ends = ends the game
why-feeds = gives seeds to the opponent, who has none
why-again = lets the same player move again
why-saves = saves { $seeds } that the opponent could capture
why-prepares = prepares a capture of { $seeds } with house { $house }
why-leaves-house = leaves { $seeds } in house { $house } for the opponent to capture
why-leaves = lets the opponent capture { $seeds }
why-best = captures nothing at once, but leads to the best position that was found
why-nothing = captures nothing at once

## Puzzles

puzzle-win = You play South, and it is your turn: find how to win.
puzzle-win-most = You play South, and it is your turn: find how to win by the most seeds.
puzzle-draw = You play South, and it is your turn: find how not to lose.
puzzle-seeds = You play South, and it is your turn: find how to get the most seeds.
puzzle-right = { $moves ->
    [one] Right. There is { $moves } more move to find.
   *[other] Right. There are { $moves } more moves to find.
}
puzzle-solved = Solved.
puzzle-why-most = House { $house } { $count ->
    [1] collects { seeds } { $houses ->
        [1] at once
       *[other] from { houses } at once
    }
   *[other] lets you move again: { $moves } together collect { seeds }
}; { $others ->
    [0] no other move collects any.
   *[other] any other move collects { $others } at most.
}
puzzle-why-gives = House { $house } collects { $seeds }, but then North collects { $norths } with house { $answer }.
puzzle-why-safe = In its next turn North can collect nothing.
puzzle-why-ends = It ends the game{ $norths ->
    [0] .
   *[other] , and North collects the other { $norths }.
}
puzzle-why-no-move = House { $house } leaves North without a move.
puzzle-why-reply = House { $house } collects { $seeds ->
    [0] nothing
   *[other] { seeds }
} at once, and then North { $norths ->
    [0] can collect nothing.
   *[other] collects { $norths }.
}
puzzle-why-rival = House { $house } collects { $compared ->
    [more] more at once ({ $seeds })
   *[as-much] { $seeds ->
        [0] nothing either
       *[other] as much at once
    }
}, but then North collects { $norths } with house { $answer }.
puzzle-why-denies = After house { $house }, North can collect { $norths ->
    [0] nothing;
   *[other] { $norths } at most;
} after any other move, it can collect at least { $others }, as with house { $reply } after your house { $other }.
puzzle-why-later = House { $house } collects { $seeds ->
    [0] nothing yet, but
   *[other] { seeds }, and
} { $turns ->
    [1] in your next turn
   *[other] { $turns } turns later
} house { $then } collects { $later }.
puzzle-why-total = With house { $house }, { $compared ->
    [more] you collect { $difference } more than North
    [less] North collects only { $difference } more than you
   *[as-much] you collect as much as North
} from here on, if both play their best.
puzzle-why-last = With house { $house }, North is the first who has no move left, if both play their best.
puzzle-why-tempts = House { $house } collects more at once ({ $seeds }), but { $norths ->
    [0] is worse in the end.
   *[other] then North collects { $norths } with house { $answer }, and in the end it is worse.
}
puzzle-why-saves = North was about to collect { $feared }; after house { $house }, it can collect { $norths ->
    [0] nothing.
   *[other] { $norths } at most.
}
puzzle-why-tuzdik = It makes a tuzdik, too.
puzzle-why-no-tuzdik = It keeps North from making a tuzdik.
puzzle-worth = { $best ->
    [win] At the end of the game you win by { $seeds }
    [wins] You win
   *[draw] Nobody wins
}: any other first move would have { $other ->
    [win] won by { $others } at most.
    [draw] drawn at best.
    [lose] lost by at least { $others }.
   *[loses] lost.
}
puzzle-no-win = Your move does not win.
puzzle-loses = Your move loses.
puzzle-wins-less = There is a move that wins by more.
puzzle-fewer-seeds = There is a move that brings more seeds.

## What a review says of a move

review-best = No better move was found.
review-better = { $better } was better.
review-better-perhaps = { $better } looked better.
review-better-by = { $better } was better by { $margin }.
review-better-by-about = { $better } was better by about { $margin }.
review-why = { $better } { $facts }. { $played } { $others }.
review-gave-away-win = The move gave away a proven win.
review-gave-away-draw = The move gave away a proven draw.
better-house = House { $house }
better-pass = Passing
better-agree = Agreeing to stop

## Levels

level-1 = Level 1: a newcomer, who knows the moves and overlooks most of what they do
level-2 = Level 2: a beginner, who looks one move ahead and overlooks much
level-3 = Level 3: a beginner, who looks one move ahead and overlooks long sowings
level-4 = Level 4: a casual player, who sees large captures nearby
level-5 = Level 5: a casual player, who begins to see replies
level-6 = Level 6: a regular player, who passes up no capture of half the board
level-7 = Level 7: a regular player, who looks a few moves ahead
level-8 = Level 8: a strong player, who looks several moves ahead and overlooks a few seeds
level-far = Level { $level }: a strong player, who looks far ahead and overlooks little
level-full = Level { $level }: full strength, which overlooks nothing that it finds

## A board in words

row = { $side }, houses 1 to { $houses }: { $seeds }.
tuzdik-of = { $you ->
    [owner] your tuzdik
   *[other] { $owner }'s tuzdik
}
store = { $you ->
    [side] You have captured { $seeds }.
   *[other] { $side } has captured { $seeds }.
}
store-holds = { $you ->
    [side] You have { $seeds } in the store.
   *[other] { $side } has { $seeds } in the store.
}

## The page for playing

page-settings = Settings
page-language = Language
page-words-failed = The words of this page could not be loaded.
page-theme = Colours
page-theme-auto = Auto
page-theme-light = Light
page-theme-dark = Dark
page-rules = Rules
# Shown with the pages beside the rules that are in English only, to readers of any other language.
page-rules-untranslated = This page is in English; the page to play is in your language too.
page-rules-watch = { $moves ->
    [one] Watch the move
   *[other] Watch the moves
}
page-rules-slow = The service is slow to answer.
page-rules-gone = The service cannot be reached. The page asks again in a moment.
page-rules-key = The service asks for an API key. Give it on the page to play.
page-loading = The game is being set up …
page-needs-server = Moves, lessons and puzzles come from the server, so this page needs a connection. It goes on when there is one.
page-condition-slow = The service is slow to answer. The game goes on when it does.
page-condition-busy = The service is busy. The page asks again in a moment.
page-condition-gone = The service cannot be reached. The game is kept, and goes on when it is back.
page-condition-here = No connection. The game goes on in this browser.
page-condition-key = This service asks for an API key:
page-news-kept = You can now play here without a connection too.
page-news-newer = A new version is ready.
page-news-load = Load the new version
page-ok = OK
page-play = The game
page-board = The board of { $game }
page-board-refused = This is not a position of a game that the board knows: { $position }
page-house = { $house }: { $seeds }.
page-house-legal = Can be played.
page-house-value = Value { $value }.
page-first-turn = Your turn: tap one of your { $houses ->
    [6] six
    [12] twelve
   *[other] { $houses }
} houses.
page-not-your-house = { $side }'s houses are not played in this turn.
page-person = person
page-you = You
page-friend = a friend
page-by-link = a friend, by links
page-name = Name
page-name-of = { $side ->
    [mine] Your name
   *[other] Name of { $side }
}
page-engine = { $name } (level { $level })
page-engine-level = Engine, level { $level }
page-level = { $level ->
    [0] Full strength
    [1] Newcomer
    [2] Beginner
    [3] Learner
    [4] Casual player
    [5] Regular
    [6] Skilled player
    [7] Strong player
    [8] Expert
   *[other] Master
}
page-recurs = { $times ->
    [one] This position has occurred before.
   *[other] This position has occurred { $times } times before.
}
page-recurs-stop = Stop here?
page-preview = If played: { $sentence }
page-speed = Speed
page-speed-auto = Automatic
page-speed-slow = Slow
page-speed-normal = Normal
page-speed-fast = Fast
page-speed-off = Off
page-sounds = Sounds
page-won-half = { $you ->
    [winner] You took { $won } of { $all } seeds: more than half.
   *[other] { $winner } took { $won } of { $all } seeds: more than half.
}
page-won-more = { $you ->
    [winner] You took { $won } of { $all } seeds, more than the { $lost } of the other side.
   *[other] { $winner } took { $won } of { $all } seeds, more than the { $lost } of the other side.
}
page-won-last = { $you ->
    [winner] You made the last move, which wins.
   *[other] { $winner } made the last move, which wins.
}
page-try-level = Try level { $level }
page-results = Your games here: { $won } won, { $drawn } drawn, { $lost } lost.
page-streak = { $streak } wins in a row.
page-best-level = Highest level beaten: { $best }.
page-rematch = Rematch
page-swap = Change sides
page-more = More
page-fewer = Less
page-kept = Your games ({ $games })
page-kept-moves = { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
}
page-kept-over = { $moves ->
    [one] over after { $moves } move
   *[other] over after { $moves } moves
}
page-kept-forget = Delete { $game }
page-kept-continue = Continue your game
page-kept-goes-on = Your last game goes on here.
page-kept-follows = The game has gone on in another tab.
page-kept-apart = The game has gone on in another tab too. From here on, this is a game of its own.
page-save = Save the game
page-sheet-copy = Copy the score sheet
page-sheet-player = { $side }: { $name }
page-sheet-copied = The score sheet is copied.
page-sheet-save = Score sheet as a file
page-gif-save = Animation (GIF)
page-no-picture = The service has no picture of this game now.
page-thinking = { $side } is thinking …
page-waiting = Waiting for the server …
page-no-connection = No connection.
page-skip = Skip
page-pause = Pause
page-go-on = Go on
page-step = One seed
page-new = New game
page-undo = Undo
page-redo = Redo
page-hint = Hint
page-analysis = Analysis
page-agree = Agree to stop
page-resign = Resign
page-cancel = Cancel
page-resigned = { $you ->
    [side] You resign. { $winner } wins.
    [winner] { $side } resigns. You win.
   *[other] { $side } resigns. { $winner } wins.
}
page-agree-both = Both agree
page-agree-title = Do both agree to stop?
page-propose = Propose it
page-propose-title = Propose to stop?
page-agree-text = The score would be { $south } { $southScore }, { $north } { $northScore }.
page-hint-more = More of the hint
page-hint-side = Look at your houses { $from } to { $to }.
page-hint-house = { $move ->
    [pass] It is best to pass.
    [take] It is best to move first.
    [swap] It is best to swap sides.
    [give] It is best to let the opponent move first.
   *[other] House { $move } is a good move.
}
page-hint-captures = This move captures seeds.
page-hint-text = Best: { $move ->
    [pass] pass
    [take] move first (take)
    [swap] swap sides
    [give] let the opponent move first (give)
   *[other] house { $move }
} ({ $verdict }). Line: { $line }.
page-value = { $you ->
    [side] How you stand
   *[other] How { $side } stands
}
# $value is how a game stands; it is proven that the value is between $least and $most.
page-value-bounds = { $value }, proven to be between { $least } and { $most }
page-depth = Depth { $depth }.
page-no-move = No move has been made.
page-no-score = This game is not scored: who moves last wins.
page-move-pass = Pass
page-move-agree = Both agree to stop
page-phase-pass = No house can be played, so the turn goes to the opponent.
page-score = score
page-history = Moves
page-beginning = Beginning
page-type-move = Type a move
page-share = Share …
page-share-title = { $game }, { $number ->
    [0] the beginning
   *[other] move { $number }
}
page-share-for = The link is for
page-share-friend = { $side }, who plays next
    .text = Opens the game on the other side of the board. Each moves only their own seeds.
page-share-watch = watching
    .text = Shows the game as it is now. Nobody can move there.
page-share-play = playing from here
    .text = Whoever opens it goes on with a game of their own. Yours stays as it is.
page-share-link = Link
page-share-game = Share
page-share-copy = Copy link
page-share-scan = QR code
page-share-code = The link as a QR code
page-share-done = The link is shared.
page-share-long = The link is too long for a QR code.
page-link-first = Each of you moves, and sends the other the link.
page-link-move = The game after move { $number }.
page-link-old = This is an old link, of move { $number }. On this device the game has gone on to move { $newest }.
page-link-apart = The moves of this link are not those of the game on this device, which is at move { $newest }.
page-link-newest = Go to the game here, at move { $number }
page-link-take = Take the moves of the link
page-link-send = Send the link to { $side }.
page-link-send-back = { $answers ->
    [true] Send it back
   *[other] Send the link
}
page-link-waits = It is the other side's turn, by the link that you send.
page-link-propose = Propose to stop
page-link-proposed = { $side } proposes to stop.
page-link-agree = You propose to stop with the link that you send.
page-flat = The board lies between us
page-copied = The link is copied.
page-watching = This is the game as it was when the link was copied. It cannot be played here.
page-link-damaged = This link is damaged or incomplete. Ask for it again, or begin a new game.
page-link-unknown = This link is to a game that is not known here: { $name }.
page-cut = The game goes up to the move before.
page-looks = The board shows move { $at } of { $all }.
page-go-on-here = Go on from here
page-to-end = To the end
page-resigns = { $you ->
    [side] You resign
   *[other] { $side } resigns
}
page-no-hint = There is no hint now.
page-no-undo = No move to take back.
page-play-on = Play on from here
page-keys = Keys
page-keys-text = On the board: arrows, Home and End choose a house, Enter plays it. L says the last move, S the score, B the board; H gives a hint, U takes a move back.
page-game = Game
page-preset = Rules
page-eye = Count by eye
page-eye-text = Houses show their seeds without a number, and of the other side no more than six. No move shows beforehand where it ends.
page-own-options = Own options
page-options = Options
option-title-capture = Captures
    .two-or-three = Two or three seeds
    .two = Two seeds
    .any = In any move
    .after-store = Once a seed is in your store
option-title-direction = Direction of sowing
    .anticlockwise = Anticlockwise
    .clockwise = Clockwise
option-title-empty-capture = Empty captures
option-title-end = The game ends
    .play-out = When no seed is left
    .no-move = When there is no move
    .empty-row = Also with an empty row
    .either-row = When a row is empty
    .own-turn = When the mover's row is empty
option-title-first-bonus = Another move after the first one
option-title-houses = Houses in a row
option-title-majority = Stop on a majority
option-title-pie = Swap after the first turn
option-title-quiet = Stop after moves without a capture
option-title-remaining = Seeds left at a stop
    .own-side = Own side
    .split = Split
    .finisher = To the player who finished
    .leave = Leave
option-title-repetition = Stop on repetition
option-title-seeds = Seeds in a house
page-players = Players
page-first = Begins
page-head = Head start
page-head-none = none
page-head-of = { $side }: { seeds } more in the store
page-head-houses = { $side }: the seeds of { $houses ->
    [one] a house
   *[other] { $houses } houses
} of { $other }
page-start = Start
page-close = Close
page-review = Review
page-review-runs = The moves are being reviewed …
page-review-done = { $done } of { $all } moves reviewed. Mistakes: { $near } { $nearCount }, { $far } { $farCount }.
page-review-accuracy = Accuracy: { $near } { $nearShare }, { $far } { $farShare }. This is the share of the moves that were not mistakes.
page-moments = Play your costliest move again
page-moment = { $move ->
    [pass] Passing
    [take] Moving first
    [give] Giving up the first move
    [swap] Swapping sides
   *[other] House { $move }
} { $seeds ->
    [0] was a mistake here.
   *[other] cost about { seeds } here.
} Find a better move.
page-moment-right = Well found: this is no mistake.
page-moment-wrong = { $seeds ->
    [0] This is a mistake too.
   *[other] This costs about { seeds }.
} Try another move.
page-moment-next = Next mistake ({ $moments } more)
page-moment-none = No mistake was found in your moves.
page-review-cut = The review was interrupted.
page-review-more = Go on
page-review-ply = The move
page-review-table = All moves as a table
page-review-value = { $you ->
    [side] Value for you
   *[other] Value for { $side }
}
page-review-cost = Cost
page-review-better = Better
page-ahead = { $you ->
    [side] You are ahead
   *[other] { $side } ahead
}
page-mistakes = { $you ->
    [side] Your largest mistakes
   *[other] The largest mistakes of { $side }
}
page-mistake-of = { $you ->
    [side] your mistake
   *[other] mistake of { $side }
}
page-review-part = Moves { $from } to { $to }
page-better-show = Show what was better
page-better-try = Try it from here: { $move }
page-variation = The board shows other moves than those of the game.
page-variation-back = Back to the game
page-set-up = Set up a position
page-paste = Position, token or link of a game
page-paste-unknown = This is neither a position, a token nor a link of a game.
page-bring = Open a game of another program
page-bring-text = The text of a game, or of many
page-bring-file = or a file
page-bring-read = Read
page-bring-found = { $games ->
    [one] One game, in the format { $format }. Choose it to open it:
   *[other] { $games } games, in the format { $format }. Choose the one to open:
}
page-bring-game = { $moves ->
    [one] { $game }, { $moves } move
   *[other] { $game }, { $moves } moves
}
page-bring-more = And { $count } more.
page-record = Save for another program
page-format = { $format ->
    [ayla] Ayla's own text
    [playstrategy] PlayStrategy
    [ogn] Oware Game Notation
    [auale] Aualé
    [wikimanqala] Wikimanqala
    [score-sheet] Score sheet of players
    [openspiel] OpenSpiel
    [kgp] Kalah Game Protocol
   *[letters] Letters A to F
}
page-record-none = The game cannot be written in the format { $format }.
page-store = Store of { $side }
page-sum = { $seeds ->
    [one] { $seeds } seed in all
   *[other] { $seeds } seeds in all
}
page-sum-other = { $seeds ->
    [one] (a game begins with { $seeds } seed)
   *[other] (a game begins with { $seeds })
}
page-no-number = This is not a whole number of 0 or more.
page-set-start = Beginning of a game
page-set-empty = Empty
page-set-current = From the game
page-faults = { $faults ->
    [one] One fault:
   *[other] { $faults } faults:
}
page-fault-go = Go there
page-state = State of the game
page-turn = To move
page-phase = Phase
page-is-play = Play
page-tuzdik = Tuzdik of { $side }
page-quiet = Moves without a capture
page-houses = Houses in a row
page-play-here = Play from here
page-api = See the API
page-api-text = The calls that this page has made, the last one first. Any program can make them.
page-api-form = As
page-api-copy = Copy
page-api-copied = Copied
page-api-answer = Answer
page-views = Views
page-view-play = Play
page-view-learn = Learn
page-view-puzzles = Puzzles
page-view-teach = For teachers
page-view-developers = Developers
page-teach-rules = Rules on one sheet
page-teach-rules-of = { $game }: the rules
page-teach-list = List to tick
page-teach-list-of = { $game }: the lessons
page-teach-print = Print
page-teach-open = Learn it on a screen:
page-teach-name = Name:
page-teach-picture = Picture: { $title }
page-developers-title = Every move is one call
page-developers-text = The service keeps no game: a call has the position and the move, and its answer is the next turn. Make a move, and see the call and its JSON.
page-developers-more = More
page-developers-docs = Try every call
page-developers-openapi = The OpenAPI document
page-developers-notation = How positions and moves are written
page-developers-board = The board for your own page:
page-lessons = Lessons
page-lesson-is-solved = solved
page-lesson-solved = Solved!
page-lesson-wrong = Not yet.
page-lesson-refused = That is not allowed.
page-lesson-again = Try again
page-lesson-set-up = The board is set up again.
page-lesson-not-yours = That house is North's. Play one of yours.
page-lesson-no-house = There is no house { $house } here.
page-lesson-next = Next lesson
page-lesson-show = Show the answer
page-lesson-answer = { $move ->
    [pass] Press 'Pass'.
    [take] You can move first, for example.
    [give] You can let North move first, for example.
   *[other] Play house { $move }.
}
# Why a move does not solve a lesson, by what it has missed: $found is what it did instead, and $seeds are now where its last seed fell.
page-lesson-why = { $kind ->
    [laps] { $found ->
        [one] { $seeds ->
            [0] Your move ended after one lap: the last seed made four.
           *[other] Your move ended after one lap: the last seed fell in an empty house.
        }
       *[other] Every lap but the last ended in a house with seeds, so you sowed on.
    }
    [north] North captured nothing in your move.
    [borneOff] { $found ->
        [0] No seed went past the end of your row.
        [one] Only one seed went past the end of your row.
       *[other] { $found } seeds went past the end of your row.
    }
    [winner] The game goes on.
    [refused] This move is allowed. Look for one that is not.
    [reason] This is refused too, but for another reason.
   *[move] The task asks for another house.
}
page-lesson-next-game = Next game: { $game }
page-lesson-play = Play a game now
page-lesson-rule = Read the rule
page-puzzle-title = { $game } puzzle { $number }
page-puzzle-day = Puzzle of the day
page-puzzle-run = More puzzles
page-puzzle-how-hard = Grade
page-puzzle-about = About
page-puzzle-any = anything
page-puzzle-skip = Another puzzle
page-puzzle-how = A streak is of days on which you solved a puzzle of the day. One missed day a week is forgiven.
page-puzzle-new = Are you new here?
page-puzzle-easy = Begin with an easy puzzle.
page-puzzle-then = Of the moves that follow: { $moves }
page-puzzle-ends = If both play their best to the end, you have { $south } seeds and North has { $north }.
page-puzzle-grade = Grade { $grade } of { $grades }.
page-puzzle-is-solved = You have solved it.
page-puzzle-done = solved today
page-puzzle-show = Show the solution
page-puzzle-solution = The solution:
page-puzzle-short = That is { $sure ->
    [proven] { seeds }
   *[other] about { seeds }
} less than the best move brings.
page-puzzle-step = Next move
page-puzzle-next = Next puzzle
page-puzzle-harder = The next one is harder: grade { $grade } of { $grades }.
page-puzzle-easier = The next one is easier: grade { $grade } of { $grades }.
page-puzzle-shown = This puzzle does not count, because its solution was shown.
page-puzzle-streak = { $days ->
    [one] Streak: { $days } day.
   *[other] Streak: { $days } days.
}
page-puzzle-solved = Solved: { $puzzles }.
page-puzzle-theme-capture = Capture
page-puzzle-theme-chain = Several houses captured
page-puzzle-theme-quiet = Quiet move
page-puzzle-theme-prepares = Capture prepared
page-puzzle-theme-denies = Capture denied
page-puzzle-theme-sacrifice = Sacrifice
page-puzzle-theme-extra-move = Extra move
page-puzzle-theme-feeds = Feeding
page-puzzle-theme-starves = Famine made
page-puzzle-theme-tuzdik = Tuzdik
page-puzzle-theme-round = Once round the board
page-puzzle-theme-relay = Many laps
page-puzzle-theme-bears-off = Bearing off
page-puzzle-theme-endgame = Last move
page-puzzle-theme-trap = Trap
page-puzzle-theme-run = Run of extra moves
page-puzzle-theme-grand-slam = Grand slam
page-puzzle-link = Link to this puzzle
page-puzzle-keys = On the board: arrows, Home and End choose a house, Enter plays it. L says the last move, S the score, B the board; U sets the board up again.

## Lessons of the page

page-lesson-lap = Move in a single lap: tap a house.
    .title = One lap
    .rule = You are South: the row below is yours, the one above is North's. You sow all the seeds of a house, one in each house that follows, to the right, then back along North's row. That is a lap, long or short. If it ends in an empty house, you stop.
    .hint = Count to where your last seed falls: that house must be empty.
    .solved = That house was empty.
page-lesson-relay = Move in just two laps.
    .title = Sow on
    .rule = If a lap ends in a house with seeds, yours or North's, you pick them all up, the last one too, and sow on: another lap.
    .hint = The first lap must end in a house with seeds, the second in an empty one.

## Tools of language models

tool-moves = Legal moves: { $moves }.
tool-move = { $move } ({ $label })
tool-ignored = Passed over, as this tool has no such arguments: { $names }.
tool-agree = 'agree' proposes to stop.
tool-next-round = start_game with this handle as 'after' plays the next round, which { $first } begins.
tool-engine-to-move = The engine has not moved yet: call play_move without a move.
side-of-engine = The engine plays { $side } by itself.
tool-players = The person plays { $person }, the engine { $engine } at level { $level }.
tool-two-people = Two people play, without the engine.
tool-handle-short = Handle: { $handle }
tool-handle = After move { $ply }. Handle: { $handle }
tool-game = { $name }: { $title }. { $summary } Presets: { $presets }.
tool-option = { $name } ({ $default }): { $meaning } Values: { $domain }.
tool-one-game = the text has { $games } games; send one of them
tool-nothing-to-review = There is no move to review.
handle-missing = the handle is missing: pass the one of the last result
handle-form = this is not a handle: pass the one of a result, exactly as it is
handle-changed = the handle was cut short or copied wrongly: pass the one of a result, exactly as it is
hints-off = this game was started without hints
seed-out-of-range = the seed must be 0 to { $most }
level-of-nobody = a level is for a game against the engine; between two people there is none
rule-missing = the rule is missing: give the number of a ruling, or the game and the name of an option
rule-of-which-game = { $rule } is an option of { $games }: say of which game, with `game`
no-such-rule = there is no rule called { $rule }{ $hint }

## The page that greets

door-title = Sow, capture, win
door-lead = Mancala, the board games of Africa and beyond, for two: against the computer, or with a friend.
door-aim = The lower row is yours. Sow the seeds of a house one by one around the board, and capture more than North to win.
door-learn = Learn in five minutes
door-here = Two at one device
door-link = With a friend, by link
door-far = North, the other side
door-near = South: this row is yours
door-told = A house holds seeds, and a seed that is sown lands in the next house. Tap the board to play.
door-games = The games, and where they come from
door-name = Ayla means cow. It is what the Kunama of Eritrea call a seed.
door-developers = For developers: every move is one call
door-about = Play and learn mancala games:
door-app = Ayla, mancala games
door-script = This page needs JavaScript. The rules and the API do without it.
docs-title = Reference of the API
docs-about = Every operation, field and error of the service, with a form to try each call.
docs-swagger = Swagger UI
docs-site = All documents, with search
docs-try = Try it
docs-game = Game
docs-address = Address
docs-body = Body
docs-send = Send
docs-key = API key
door-missing = This house is empty
door-missing-text = There is no page at this address. It may be mistyped, or gone.

## The pages of the rules, beside the documents

document-description = { $title }: the rules of mancala games ({ $games }).
document-skip = Skip to the text
document-pages = Pages
document-contents = On this page
# What the list of rulings is called. The paragraph that names the rulings of a document begins so too.
document-rulings = Rulings
document-text = Text: { $section }
document-table = Table: { $section }
document-board = Board
document-before = Before
document-after = After
document-submitted = Submitted
document-settled = Settled
document-moves = The moves { $moves }
document-over = The game is over as submitted
document-house = { $side } plays house { $house }
document-pass = { $side } passes
document-take = { $side } takes the first move
document-give = { $side } gives the first move away
document-agree = Both players agree to stop

## Regions, for the other names of the games

region-ivory-coast = Côte d'Ivoire
region-ghana = Ghana
region-nigeria = Nigeria
region-west-africa = West Africa
region-caribbean = the Caribbean
region-suriname = Suriname
region-cape-verde = Cape Verde
region-europe = Europe
region-turkey = Türkiye
region-malaysia = Malaysia, Singapore and Brunei
region-java = Java
region-philippines = the Philippines
region-kazakhstan = Kazakhstan
region-kyrgyzstan = Kyrgyzstan

## Pages about the reasons

problem-what = What it means
problem-operations = Which operations say so
problem-every-operation = Any operation can.
problem-tools = The tools for language models, and pages of other sites.
problem-example = An example
problem-advice = What to do
problem-play-legal = Play one of the legal moves: legal-moves lists them, and says for every other house why it is not one.
