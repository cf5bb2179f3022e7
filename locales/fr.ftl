### Ce que dit Ayla en français, comme on parle du jeu à Abidjan. docs/translating.md dit comment ajouter une langue.
###
### Un camp ($mover, $side, $winner, etc.) arrive comme un nom prêt à afficher : « Sud », ou le nom d'une personne. Aucun
### « de », « que » ou « le » devant un nom : il faudrait parfois une élision.
### Avant « : », « ; », « ? » et « ! » se trouve une espace insécable.

## Noms

language = Français
decimal = { $whole },{ $tenth }
side-south = Sud
side-north = Nord
list-and = { $items } et { $last }
list-or = { $items } ou { $last }
house-of = la case { $house } chez { $side }
store-of = le grenier { $side }
houses-of = les cases { $houses } chez { $side }
seeds = { $seeds ->
    [one] { $seeds } graine
   *[other] { $seeds } graines
}
or-more = { $seeds } ou plus
houses = { $houses ->
    [one] { $houses } case
   *[other] { $houses } cases
}

## Jeux

summary-awale = Deux rangées de six cases, selon les règles Abapa de Côte d'Ivoire. On récolte les cases de deux ou trois graines du camp adverse, en remontant depuis la dernière graine semée ; un camp vide doit être nourri. Qui a le plus de graines gagne.
summary-andada = Deux longues rangées de cases (ita), deux graines (ayla, les vaches) dans chacune ; un jeu des Kunama de l'ouest de l'Érythrée, souvent joué en équipes. Le premier coup dessine le motif 3, 3, 0 ; puis on sème en relais, on prend les graines d'en face, et à la fin on sort des graines du plateau. Qui joue le dernier coup gagne.
summary-anywoli = Deux rangées de douze cases (oto), quatre graines (nyibaré) dans chacune ; un jeu des Anuak de l'ouest de l'Éthiopie et du Soudan du Sud. On sème en relais ; une case qui arrive à quatre graines exactement est récoltée par le camp à qui elle appartient, ou, avec la dernière graine d'un relais, par le camp qui joue. Qui a le plus de graines gagne.

## Préréglages : un titre, et leur usage

preset-awale-default = Abapa
    .summary = Quatre graines par case, récolte des deux et des trois, aucune option d'arrêt.
preset-awale-tournament = Tournoi
    .summary = Arrêt à la majorité, et quand une position se répète.
preset-awale-twos-only = Les deux seulement
    .summary = On ne récolte que les cases de deux graines.
preset-andada-default = Andada
    .summary = Douze cases par rangée, une personne par camp.
preset-andada-houses-24 = Longues rangées
    .summary = Vingt-quatre cases par rangée, comme sur les grands plateaus.
preset-andada-teams-of-four = Équipes de quatre
    .summary = Quatre personnes par camp, trois cases pour chacune.
preset-andada-clockwise = Sens des aiguilles d'une montre
    .summary = On sème dans l'autre sens.
preset-anywoli-default = Anywoli
    .summary = Douze cases par rangée ; le camp qui récolte en dernier prend les quatre dernières graines.
preset-anywoli-finite = Durée limitée
    .summary = Arrêt après cent coups sans récolte.
preset-anywoli-ba-awa = Fin Ba-awa
    .summary = Le camp qui a commencé prend les huit dernières graines.
preset-anywoli-bonus = Coups supplémentaires
    .summary = Après une récolte à la fin d'un semis, on rejoue.

## Options

option-awale-capture = Avec two-or-three, on peut récolter une case de deux ou trois graines ; avec two, seulement une case de deux.
option-awale-direction = Le sens du semis.
option-awale-few = La partie s'arrête quand il reste au plus ce nombre de graines dans les cases ; 0 : jamais.
option-awale-limit = Le nombre maximal de cases que l'on peut récolter en un coup ; 6 : sans limite.
option-awale-majority = Si la partie s'arrête dès qu'un grenier contient plus de la moitié des graines.
option-awale-over-limit = Quand on pourrait récolter plus de cases que la limite, on ne récolte que les dernières cases semées (last), ou rien (none).
option-awale-quiet = La partie s'arrête après ce nombre de coups consécutifs sans récolte, les deux camps confondus ; 0 : jamais.
option-awale-remaining = Lors d'un arrêt par accord, majorité, manque de graines, coups sans récolte ou répétition, les graines restantes vont au camp à qui appartient leur case (own-side), sont partagées par moitié, la graine en trop quittant le jeu (split), ou restent en place et ne comptent pour personne (leave).
option-awale-repetition = La partie s'arrête quand la même disposition des graines dans les cases, avec le même camp à jouer, s'est présentée ce nombre de fois dans la suite de coups envoyée ; 0 : jamais.
option-awale-seeds = Les graines par case au début.
option-andada-bear-off = La sortie des graines, une fois commencée, dure jusqu'à la fin de la partie (permanent), ou n'est permise que pour un coup joué quand aucune case n'a plus d'une graine (momentary).
option-andada-direction = Le sens du semis.
option-andada-houses = Le nombre de cases par rangée. Les plateaus traditionnels en ont de 12 à 24, ou plus ; les plus petits donnent des parties peu profondes, pour l'étude.
option-andada-repetition = La partie s'arrête, et personne ne gagne, quand la même disposition des graines dans les cases, avec la même phase et le même camp à jouer, s'est présentée ce nombre de fois dans la suite de coups envoyée ; 0 : jamais.
option-andada-team = Le nombre de personnes par équipe, qui doit diviser le nombre de cases par rangée. Chacune a le même nombre de cases qui se suivent, la place 1 tout à gauche.
option-anywoli-bonus-move = Si l'on rejoue après une récolte avec la dernière graine d'un relais.
option-anywoli-direction = Le sens du semis.
option-anywoli-houses = Le nombre de cases par rangée ; cases fois graines doit donner un nombre pair, 120 au plus.
option-anywoli-last-four = Avec last-captor, le camp dont la récolte laisse au plus quatre graines en jeu les prend aussi, et la partie est finie. Avec starter-takes-eight, le camp qui a commencé les prend dès qu'une récolte en laisse au plus huit. Avec play-out, on joue jusqu'à la dernière graine.
option-anywoli-quiet = La partie s'arrête après ce nombre de coups consécutifs sans récolte, passes comprises ; 0 : jamais. Sans cela, une partie où il reste peu de graines peut durer sans fin.
option-anywoli-remaining = Lors d'un arrêt par coups sans récolte, répétition, absence de coup permis ou accord, les graines restantes vont au camp à qui appartient leur case (own-side), sont partagées par moitié, la graine en trop quittant le jeu (split), ou restent en place et ne comptent pour personne (leave).
option-anywoli-repetition = La partie s'arrête quand la même disposition des graines dans les cases, avec le même camp à jouer, s'est présentée ce nombre de fois dans la suite de coups envoyée ; 0 : jamais.
option-anywoli-seeds = Les graines par case au début ; cases fois graines doit donner un nombre pair, 120 au plus.

## Règles

ruling-C-1 = Chaque camp numérote ses cases de sa gauche vers sa droite.
ruling-C-2 = On sème en faisant le tour des deux rangées, dans un sens ou dans l'autre.
ruling-C-3 = Un coup est joué par le camp qui a la main, et il est d'une sorte que le jeu connaît.
ruling-C-6 = Un semis de plus de 10 000 relais n'est pas un coup permis.
ruling-C-7 = Les éléments d'une position doivent s'accorder entre eux et avec les règles.
ruling-C-8 = Une partie finie reste finie.
ruling-AW-1 = Un coup sème toutes les graines d'une case, et saute toujours cette case.
ruling-AW-2 = La dernière graine récolte les deux et les trois du camp adverse, en remontant de case en case.
ruling-AW-3 = Un coup qui récolterait toutes les graines du camp adverse n'en récolte aucune.
ruling-AW-4 = Un camp adverse sans graines doit être nourri, si c'est possible.
ruling-AW-5 = Si le camp adverse est sans graines et ne peut être nourri, la partie est finie et le camp qui joue prend le reste.
ruling-AW-6 = Si le camp qui doit jouer est vide, la partie est finie et l'autre camp prend le reste.
ruling-AW-7 = Les deux camps peuvent s'accorder pour arrêter.
ruling-AW-8 = Un coup ne peut récolter qu'un nombre limité de cases.
ruling-AW-9 = Au-delà de la limite, on récolte les dernières cases semées, ou aucune.
ruling-AW-10 = On ne récolte que les cases de deux graines.
ruling-AW-13 = La partie s'arrête quand un camp a plus de la moitié des graines.
ruling-AW-14 = La partie s'arrête quand il reste peu de graines.
ruling-AW-15 = La partie s'arrête après un nombre de coups sans récolte.
ruling-AW-16 = La partie s'arrête quand une position se répète.
ruling-AW-17 = Lors d'un arrêt, les graines restantes sont partagées comme convenu.
ruling-AN-1 = Le premier coup pose 3, 3, 0 tout autour du plateau.
ruling-AN-2 = L'adversaire dit ensuite qui joue le premier coup ordinaire.
ruling-AN-3 = On sème en relais, jusqu'à ce que la dernière graine tombe dans une case vide.
ruling-AN-4 = Une dernière graine dans une case vide de son camp prend les graines d'en face.
ruling-AN-5 = Quand aucune case n'a plus d'une graine, on sort des graines au bout de la rangée.
ruling-AN-6 = Qui a joué le dernier coup gagne.
ruling-AN-7 = Une rangée peut être partagée par une équipe, chaque personne ayant ses cases.
ruling-AN-9 = La sortie des graines dure jusqu'à la fin, ou pour le coup seulement.
ruling-AN-10 = La partie s'arrête quand une position se répète, et personne ne gagne.
ruling-AY-1 = On sème en relais, jusqu'à ce que la dernière graine tombe dans une case vide ou fasse quatre.
ruling-AY-2 = Une case qui arrive à quatre pendant le semis est récoltée par le camp à qui elle appartient.
ruling-AY-3 = Une case portée à quatre par la dernière graine d'un relais est récoltée par le camp qui joue.
ruling-AY-6 = Le camp dont la récolte laisse au plus quatre graines les prend aussi.
ruling-AY-7 = Sans coup permis, on passe.
ruling-AY-8 = La partie s'arrête après un nombre de coups sans récolte.
ruling-AY-9 = Qui récolte avec la dernière graine d'un relais rejoue.
ruling-AY-10 = Les deux camps peuvent s'accorder pour arrêter.
ruling-AY-12 = Le camp qui a commencé prend les huit dernières graines.
ruling-N-2 = Le texte d'une position contient les options qui ne sont pas à leur valeur par défaut.
ruling-N-6 = Un coup est le numéro d'une case, ou un mot.

## Pourquoi un coup n'est pas permis

not-your-turn = Ce n'est pas à { $speaker } de jouer, mais à { $mover }.
illegal-game-over = La partie est finie ({ $ending }) ; aucun coup n'est plus possible.
illegal-not-in-this-game = { $variant } n'a pas de coup '{ $move }' ; ses coups sont { $moves }.
illegal-first-choose = { $mover } doit d'abord dire qui joue le premier coup ordinaire : 'take' ou 'give'.
illegal-no-choice = '{ $move }' répond au coup d'ouverture et n'est pas possible maintenant ; { $mover } doit jouer une case.
illegal-no-such-house = Il n'y a pas de case { $house } : une rangée a les cases 1 à { $houses }.
illegal-no-house-so-large = Il n'y a pas de telle case : une rangée a les cases 1 à { $houses }.
illegal-opponents-house = La lettre désigne une case du camp { $opponent }, or c'est à { $mover } de jouer.
illegal-other-seat = La case { $house } ne revient pas à la place { $seat }, mais à la place { $controller }.
illegal-empty-house = La case { $house } du camp { $mover } est vide.
illegal-must-feed = Le camp { $opponent } est vide, et la case { $house } n'y apporte aucune graine ; il faut jouer une case qui le nourrit.
illegal-endless-sowing = Le semis de la case { $house } (camp { $mover }) ne finirait pas en { $laps } relais : personne ne pourrait le mener à bout.
illegal-must-move = { $mover } a un coup permis et ne peut donc pas passer.
houses-from-one = les cases 1 à { $houses }

## Erreurs des positions et des options

malformed-empty = la position est vide
malformed-separators = les champs sont séparés par un seul espace ou tiret bas, et il n'y en a pas aux deux bouts
malformed-ends = la position s'arrête avant { $field ->
    [variant] le jeu
    [rows] les rangées
    [stores] les greniers
   *[turn] le camp qui joue
}
malformed-no-variant = aucun jeu ne précède les options
malformed-option = l'option { $text } n'est pas de la forme 'nom=valeur'
malformed-repeated-option = l'option { $text } est donnée deux fois
malformed-leading-zero = le nombre { $text } commence par un zéro de trop
malformed-rows = les rangées { $text } ne sont pas séparées par '/'
malformed-empty-row = une rangée n'a pas de cases
malformed-open-parenthesis = dans la rangée { $row }, une '(' n'est pas fermée
malformed-parentheses = dans la rangée { $row }, les parenthèses ne contiennent pas un nombre d'au moins 36
malformed-house = dans la rangée { $row }, le caractère { $character } n'est pas une case
malformed-stores = les greniers sont soit deux nombres séparés par '/', soit '-', et non { $text }
malformed-turn = le camp qui joue est 's' ou 'n', et non { $text }
malformed-flag = il n'y a pas d'indication { $text }
malformed-flag-order = l'indication { $text } est répétée ou mal placée
malformed-quiet-flag = l'indication { $text } n'est pas 'q' suivi d'un nombre entre 1 et { $most }
malformed-ending = aucune fin de partie ne s'appelle { $text }
malformed-no-moves = aucun coup ne suit 'moves'
malformed-moves = une suite de coups est donnée là où seule une position est attendue
fault-quiet-too-large = le compte des coups sans récolte s'arrête à { $most } (N-3)
fault-unknown-variant = aucun jeu ne s'appelle { $name } ; il y a { $known }
fault-unknown-option = { $variant } n'a pas d'option appelée { $name } ; ses options sont { $known }
fault-option-out-of-range = l'option { $option } accepte { $domain }, et non { $given }
domain-flag = true ou false
domain-number = un nombre : { $spans }
domain-word = un de ces mots : { $words }
span = de { $min } à { $max }
span-step = de { $min } à { $max } par pas de { $step }
given-word = le mot { $word }
fault-unequal-team = une équipe de { $team } ne peut se partager { houses } à parts égales (AN-7)
fault-row-seeds = { houses } de { seeds } font { $total } par rangée ; il faut un nombre pair, { $most } au plus
fault-row-length = la rangée { $side } a { houses } ; dans ce jeu ({ $variant }) une rangée en a { $allowed } (C-7)
fault-rows-differ = les rangées n'ont pas la même longueur : { $side } a { houses }, { $opponent } en a { $other } (C-7)
fault-houses-contradict-rows = l'option houses={ $option } contredit les rangées, qui ont { houses } (N-2)
fault-too-many-seeds = le plateau et les greniers contiennent { seeds } ; { $variant } commence avec { $most } au plus (C-7)
fault-not-an-opening = avant l'ouverture, chaque case contient { seeds } (AN-1)
fault-not-opened = après l'ouverture, les cases contiennent 3, 3, 0 tout autour du plateau (AN-1)
fault-momentary-bear-off = la sortie des graines n'est une phase qu'avec bear-off=permanent (AN-9)
fault-no-such-part = { $variant } n'a pas { $part ->
    [stores] de greniers
    [phase] de phases
    [quiet] de compte des coups sans récolte
   *[first] de mention du camp qui a commencé
} (C-7)
fault-no-stores = { $variant } a des greniers, et aucun n'est donné (C-7)
fault-no-such-ending = { $variant } n'a pas de fin appelée '{ $ending }' (C-7)

## Erreurs des requêtes

verbatim = { $text }
variant-missing = il manque le jeu
variant-mismatch = la position est celle d'un autre jeu ({ $found }) ; la requête porte sur { $expected }
position-twice = donnez la position une seule fois : par position, setup ou token
start-of-position = options, preset et first sont pour une nouvelle partie ; la position a les siens
range-backwards = l'intervalle finit avant de commencer : de { $from } à { $to }
range-too-long = l'intervalle a { $plies } coups ; { $most } sont permis
range-outside = ce coup n'existe pas : les coups vont de { $first } à { $last }
range-of-no-plies = ce coup n'existe pas : aucun coup n'a été joué
bad-name = un nom compte de 1 à { $characters } caractères et au plus { $bytes } octets, sans caractère de contrôle ni de mise en forme, et quelque chose à voir
position-missing = il manque la position : donnez position, setup ou token
token-characters = le texte n'est pas un jeton : un jeton se compose de lettres, de chiffres, de '-' et de '_', { $most } au plus
token-changed = le jeton a été modifié depuis qu'il a été écrit : sa somme de contrôle est fausse
token-version = le jeton est de la version { $version }, et seules les versions jusqu'à { $known } peuvent être lues
token-never-written = le jeton ne correspond à aucune partie : aucun jeton ne s'écrit ainsi
moves-twice = les coups sont donnés deux fois : après la position et dans le champ moves ; donnez-les tous au même endroit
options-and-preset = donnez options ou preset, pas les deux
row-missing = il manque la rangée { $side }
turn-missing = il manque le camp qui joue
stores-missing = il manque les greniers
store-missing = il manque un des greniers
too-many-moves = la suite a { $moves } coups ; { $most } au plus sont permis
no-move = { $text } n'est pas un coup (N-6) : les coups sont les numéros des cases, 'pass', 'take', 'give' et 'agree'
no-move-or-letter = { $text } n'est pas un coup (N-6) : les coups sont les numéros des cases, les lettres A à F et a à f, 'pass', 'take', 'give' et 'agree'
no-move-of-game = { $text } n'est pas un coup ; les coups sont { $moves }
move-missing = il manque le coup
illegal-line = le coup { $index } de la suite, { $move }, n'est pas permis. { $illegal }
only-seat-one = il n'y a pas de place { $seat } : une équipe d'une personne n'a que la place 1 (AN-7)
no-such-seat = il n'y a pas de place { $seat } : une équipe a les places 1 à { $seats } (AN-7)
seat-without-house = une place ne se nomme qu'avec une case (AN-7)
no-seats = { $variant } n'a pas de places (AN-7)
unknown-preset = { $variant } n'a pas de préréglage appelé { $name } ; il y a { $known }
unknown-preset-of-many = { $variant } n'a pas de préréglage appelé { $name } ; il y a { $known } et { $more } de plus
limit-zero = la limite { $limit } doit être d'au moins 1
level-out-of-range = le niveau doit être compris entre { $lowest } et { $highest }
width-out-of-range = la largeur doit être comprise entre { $least } et { $most }
picture-width = une image a une largeur de { $widths } pixels
format-missing = une image a un format : SVG, PNG ou GIF
plies-without-gif = seul un GIF montre une partie du jeu
no-such-ply = la partie compte { $plies } coups
plies-backwards = l'extrait commence après le coup { $from } et finit après le coup { $to }
too-many-plies = un GIF montre { $most } positions au plus
no-pictures = ce serveur ne fait pas d'images
rate-of-pictures = trop d'images pour cette adresse : la limite est de { $rate } par seconde, avec des pointes de { $burst } ; réessayez plus tard
nothing-to-suggest = la partie est finie ; il n'y a aucun coup à conseiller
more-faults = { $more ->
    [one] Il y a encore une erreur.
   *[other] Il y a encore { $more } erreurs.
}

## Ce que le service ne peut faire pour le moment

search-too-late = le délai a expiré avant que la recherche puisse commencer
review-too-late = le temps a manqué pour chercher plus loin ; reprenez à partir de là
queue-full = trop de demandes de conseil attendent déjà ; réessayez dans un instant
overloaded = le service a trop à faire ; réessayez dans un instant
failed = le service a échoué sur cette requête ; l'erreur vient du service
deadline-passed = le délai a expiré avant que la requête puisse commencer
rate-of-calls = trop de requêtes avec cette clé d'API : la limite est de { $rate } par seconde, avec des pointes de { $burst } ; réessayez plus tard
rate-of-suggestions = trop de demandes de conseil avec cette clé d'API : la limite est de { $rate } par seconde, avec des pointes de { $burst } ; réessayez plus tard
rate-of-search-time = le temps de calcul des recherches de cette clé d'API est épuisé : { $rate } ms se libèrent chaque seconde, { $burst } au plus
rate-of-picture-time = le temps de calcul des images de cette clé d'API est épuisé : { $rate } ms se libèrent chaque seconde, { $burst } au plus
end-user-too-long = la valeur de l'en-tête end-user dépasse { $most } octets
key-missing = il faut une clé d'API : envoyez-la ainsi : `authorization: Bearer KEY`
key-unknown = la clé d'API n'est pas connue ; elle a peut-être été remplacée

## Transports

not-found = il n'y a rien à l'adresse { $path }
method-not-allowed = { $path } n'accepte pas la méthode { $method }
no-such-rpc = cette méthode ou ce service n'existe pas
not-post = un appel gRPC est un POST
not-json = le corps doit être du JSON, avec le type de contenu application/json
not-protobuf = le type de contenu est application/grpc ou application/grpc-web : les messages sont en protobuf
grpc-needs-http2 = en HTTP/1.1, le type de contenu est application/grpc-web ou application/grpc-web-text ; gRPC lui-même demande HTTP/2
body-too-large = le corps dépasse { $most } octets
message-too-large = le message dépasse { $most } octets
query-too-long = la partie de l'adresse après '?' dépasse { $most } octets
body-empty = le corps est vide
body-unreadable = le corps n'a pu être lu ({ $error })
message-unreadable = le message ne peut être lu ({ $error })
unreadable = la requête ne peut être lue ({ $error })
path-not-utf8 = l'adresse n'est pas en UTF-8
json-malformed = le corps ne peut être lu comme du JSON à partir de la ligne { $line }, colonne { $column }
json-ends = le JSON s'arrête trop tôt, à la ligne { $line }, colonne { $column }
body-no-object = le corps doit être un objet JSON
unknown-field = le champ { $field } n'est pas connu ; les champs sont { $known }
unknown-field-of-none = le champ { $field } n'est pas connu ; il n'y a pas de champs ici
field-twice = le champ { $field } est donné deux fois
wrong-value = le champ { $field } accepte { $expected } ; il contient { $found }
type-text = un texte
type-list = une liste
type-object = un objet
type-whole = un nombre entier positif ou nul
type-whole-of-64-bits = un nombre entier de 0 à 18446744073709551615
type-option = true, false, un nombre ou un mot
library-error = l'appel a échoué ({ $error })
not-in-query = le champ `{ $field }` n'est pas connu ici ; seul le corps d'un POST peut le contenir
unknown-number = { $field } n'a pas de valeur avec le numéro { $number }
timeout-unreadable = la métadonnée grpc-timeout contient au plus huit chiffres, puis H, M, S, m, u ou n
content-encoding = le codage de contenu { $encoding } n'est pas lu ; le seul qui soit lu est { $known }
transfer-coding = le seul codage de transfert qui soit lu est chunked
host-header = une requête HTTP/1.1 a un seul en-tête host, qui doit être valide

## Titres des erreurs

title-MALFORMED_REQUEST = La requête est mal formée
title-MALFORMED_POSITION = La position est mal formée
title-MALFORMED_MOVE = Le coup est mal formé
title-MALFORMED_TOKEN = Le jeton est mal formé
title-UNKNOWN_FIELD = Un champ n'est pas connu
title-UNKNOWN_OPTION = Une option n'est pas connue
title-OPTION_OUT_OF_RANGE = Une option est hors limites
title-CONFLICTING_FIELDS = Des champs s'excluent
title-MISSING_FIELD = Il manque un champ
title-SEAT_OUT_OF_RANGE = La place est hors limites
title-INCONSISTENT_POSITION = La position est incohérente
title-VARIANT_MISMATCH = La position est d'un autre jeu
title-NOT_YOUR_TURN = Ce n'est pas le tour de ce camp
title-ILLEGAL_LINE = La suite contient un coup non permis
title-UNKNOWN_VARIANT = Le jeu n'est pas connu
title-UNKNOWN_PRESET = Le préréglage n'est pas connu
title-NOT_FOUND = Introuvable
title-METHOD_NOT_ALLOWED = La méthode n'est pas permise
title-TOO_LARGE = La requête est trop grande
title-UNSUPPORTED_MEDIA_TYPE = Le type de contenu n'est pas accepté
title-UNSUPPORTED_TRANSFER_CODING = Le codage de transfert n'est pas accepté
title-UNAUTHENTICATED = La clé d'API manque ou n'est pas connue
title-RATE_LIMITED = Trop de requêtes
title-SEARCH_QUEUE_FULL = Trop de demandes de conseil attendent
title-OVERLOADED = Le service est surchargé
title-DEADLINE_EXCEEDED = Le délai a expiré
title-CANCELLED = L'appel a été annulé
title-INTERNAL = Le service a échoué
title-GAME_OVER = La partie est finie
title-NOT_IN_THIS_GAME = Le coup n'est pas permis
title-WRONG_PHASE = Le coup n'est pas permis
title-NO_SUCH_HOUSE = Le coup n'est pas permis
title-NOT_YOUR_HOUSE = Le coup n'est pas permis
title-EMPTY_HOUSE = Le coup n'est pas permis
title-MUST_FEED = Le coup n'est pas permis
title-ENDLESS_SOWING = Le coup n'est pas permis
title-MUST_MOVE = Le coup n'est pas permis

## La ligne de commande

did-you-mean = Vouliez-vous dire { $meant } ?
in-move = Coup { $index } ({ $move }) :
preset-of-no-game = aucun jeu n'a de préréglage appelé { $name } ; `ayla variants JEU` en donne la liste
preset-of-games = plusieurs jeux ({ $games }) ont un préréglage appelé { $name } ; nommez l'un d'eux
heading-board = Plateau : 2 rangées de { houses } ({ $houses-domain }), { seeds } par case ({ $seeds-domain }).
heading-options = Options :
heading-presets = Préréglages :
heading-sources = Sources :
heading-legal = Coups permis : { $moves }
heading-illegal = Coups non permis :
heading-position = Position : { $text }
heading-line = Suite : { $text }
heading-token = Jeton : { $text }
heading-candidates = Tous les coups, le meilleur d'abord :
best-move = Meilleur coup : { $move }
value = Valeur : { $value } ({ $verdict })
principal-line = Suite prévue : { $moves }
searched = Recherche : profondeur { $depth }, { $nodes ->
    [one] { $nodes } nœud
   *[other] { $nodes } nœuds
}, arrêtée par { $stopper }
stopped-by-proven = une preuve
stopped-by-depth = la limite de profondeur
stopped-by-nodes = la limite de nœuds
stopped-by-time = la limite de temps
stopped-by-deadline = le délai
stopped-by-nothing = rien
with-seat = { $move } (place { $seat })

## Coups

played-house = { $mover } joue la case { $house }.
played-pass = { $mover } passe.
played-take = { $mover } joue le premier coup ordinaire.
played-give = { $mover } laisse à { $opponent } le premier coup ordinaire.
played-agree = Les deux camps s'accordent pour arrêter.

## Mots pour les coups, tels qu'on les écrit, séparés par des virgules, en minuscules

words-pass = passer, passe, je passe
words-take = prendre, prends, je prends
words-give = donner, donne, je donne, laisser, laisse, je laisse
words-agree = accord, d'accord, d’accord, accepter, accepte, j'accepte, j’accepte

## Ce qui se passe dans un coup, pour la liste qui suit

event-pick-up = prend { $seeds } ({ $house })
event-lap = relais { $lap } : prend { $seeds } ({ $house })
event-sow = sème : { $houses }
houses-in-order = { $side } { $houses }
event-capture-store = récolte { $seeds } ({ $house }) pour le grenier { $store } ({ $ruling })
event-capture-off = prend { $seeds } ({ $house }), hors du plateau ({ $ruling })
event-bear-off = sort { $seeds } ({ $ruling })
event-share = les graines restantes sont partagées : { $to-south } pour { $south }, { $to-north } pour { $north }, { $off } pour personne ({ $ruling })
events-truncated = et plus encore : seules les { $houses } premières cases semées sont montrées

## Ce qui s'est passé dans un coup, en une phrase ou deux

moved-lap = Semis de { $seeds } ; la dernière tombe dans { $house }.
moved-lap-of-many = La dernière graine tombe dans { $house }.
moved-lap-of-one = La seule graine tombe dans { $house }.
moved-laps = Après { $laps } relais, la dernière graine tombe dans { $house }.
moved-capture = { $captor } récolte { $seeds } dans { $houses }.
moved-bear-off = { $mover } sort { $seeds }.
moved-share = Le reste est partagé : { $to-south } pour { $south }, { $to-north } pour { $north }.

## Où en est la partie

prompt-play = C'est à { $mover } de jouer.
prompt-pass = { $mover } n'a pas de coup permis et doit passer.
prompt-opening = { $mover } joue le coup d'ouverture.
prompt-choice = { $mover } choisit qui joue le premier coup ordinaire : take pour le prendre, give pour le laisser.
prompt-bear-off = C'est à { $mover } de jouer, en sortant ses graines.
can-agree = Les deux camps peuvent s'accorder pour arrêter.
quiet-moves = Coups sans récolte : { $moves }.
ending-famine = famine
ending-majority = majorité
ending-few = peu de graines
ending-quiet = coups sans récolte
ending-repetition = répétition
ending-agreement = accord
ending-no-move = aucun coup permis
ending-last-four = les quatre dernières
ending-last-eight = les huit dernières
ending-no-seeds = plus aucune graine
ended-famine = Un camp est affamé et ne peut être nourri.
ended-majority = Un grenier contient plus de la moitié des graines.
ended-few = Il reste peu de graines.
ended-quiet = Trop de coups se sont suivis sans récolte.
ended-repetition = Une position s'est répétée trop souvent.
ended-agreement = Les deux camps se sont accordés pour arrêter.
ended-no-move = Il n'y a plus de coup permis.
ended-last-four = La dernière récolte a emporté aussi les graines qui restaient.
ended-last-eight = Le camp qui a commencé a pris les graines qui restaient.
ended-no-seeds = Il ne reste plus de graines.
result-win = { $winner } gagne.
result-nobody = Personne ne gagne.
result-win-score = { $winner } gagne, { $won } à { $lost }.
result-draw-score = Match nul, { $won } à { $lost }.
over = La partie est finie. { $ending } { $result }

## Ce que vaut une position

verdict-win-by-proven = { $winner } gagne avec { $margin ->
    [one] { $margin } graine
   *[other] { $margin } graines
} d'avance, c'est prouvé
verdict-draw-proven = match nul, c'est prouvé
verdict-win-proven = { $winner } gagne, c'est prouvé
verdict-nobody-proven = personne ne gagne, c'est prouvé
verdict-ahead-by-estimated = avantage { $winner }, { $margin } environ
verdict-ahead-estimated = avantage { $winner }, selon l'estimation
verdict-even-estimated = à égalité, selon l'estimation
certainty-proven = prouvé
certainty-estimated = estimé

## Ce qu'une relecture dit d'un coup

review-best = Aucun meilleur coup n'a été trouvé.
review-better = Mieux valait { $better }.
review-better-by = Mieux valait { $better }, de { $margin }.
better-house = la case { $house }
better-pass = passer
better-take = jouer le premier coup ordinaire
better-give = laisser le premier coup ordinaire à l'autre camp
better-agree = s'arrêter d'un commun accord

## Niveaux

level-1 = Niveau 1 : débute, voit un coup d'avance et se trompe souvent
level-2 = Niveau 2 : débute, voit un coup d'avance
level-3 = Niveau 3 : débute, avec un peu de pratique
level-4 = Niveau 4 : joue de temps en temps
level-5 = Niveau 5 : joue de temps en temps, avec de la pratique
level-6 = Niveau 6 : joue bien
level-7 = Niveau 7 : joue fort
level-8 = Niveau 8 : joue très fort
level-9 = Niveau 9 : joue très fort et se trompe rarement
level-10 = Niveau 10 : pleine force

## Un plateau en mots

row = { $side }, cases 1 à { $houses } : { $seeds }.
store = { $side } a récolté { $seeds }.
store-holds = { $side } a { $seeds } au grenier.

## La page sur laquelle on joue

page-settings = Réglages
page-language = Langue
page-words-failed = Les textes de cette page n'ont pas pu être chargés.
page-theme = Couleurs
page-theme-auto = Auto
page-theme-light = Clair
page-theme-dark = Sombre
page-rules = Règles
page-rules-in-english = Les règles sont en anglais ; la page pour jouer parle aussi français.
page-loading = La partie se prépare…
page-condition-slow = Le service tarde à répondre. La partie reprendra avec sa réponse.
page-condition-busy = Le service est occupé. La page redemande dans un instant.
page-condition-gone = Le service est injoignable. La partie est gardée et reprendra à son retour.
page-condition-key = Ce service demande une clé d'API :
page-ok = OK
page-play = La partie
page-board = Le plateau de { $game }
page-house = { $house } : { $seeds }.
page-house-legal = Jouable.
page-house-value = Valeur { $value }.
page-not-your-house = Les cases du camp { $side } ne se jouent pas à ce tour.
page-person = une personne
page-engine = moteur, niveau { $level }
page-thinking = réfléchit…
page-skip = Passer à la fin
page-pause = Pause
page-go-on = Continuer
page-step = Une graine
page-new = Nouvelle partie
page-undo = Annuler
page-redo = Rétablir
page-hint = Conseil
page-analysis = Analyse
page-agree = S'accorder pour arrêter
page-resign = Abandonner
page-cancel = Annuler
page-resigned = { $side } abandonne. { $winner } gagne.
page-agree-both = Les deux sont d'accord
page-agree-title = Les deux camps sont-ils d'accord pour arrêter ?
page-agree-text = Le score serait { $south } { $southScore }, { $north } { $northScore }.
page-hint-text = Meilleur coup : { $move ->
    [pass] passer
    [take] commencer (take)
    [give] laisser commencer l'adversaire (give)
   *[other] la case { $move }
} ({ $verdict }). Suite : { $line }.
page-value = Les chances du camp { $side }
page-depth = Profondeur { $depth }.
page-no-move = Aucun coup n'a été joué.
page-no-score = Ce jeu ne se joue pas aux points : qui joue le dernier gagne.
page-move-pass = Passer
page-move-take = Commencer (take)
page-move-give = Laisser commencer l'adversaire (give)
page-move-agree = Accord pour arrêter
page-score = points
page-history = Coups
page-beginning = Début
page-type-move = Écrire un coup
page-share = Copier le lien
page-share-watch = Copier le lien pour spectateurs
page-copied = Le lien est copié.
page-watching = C'est la partie telle qu'elle était quand le lien a été copié. Elle ne se joue pas ici.
page-cut = La partie va jusqu'au coup précédent.
page-looks = Le plateau montre le coup { $at } sur { $all }.
page-go-on-here = Continuer d'ici
page-to-end = Aller à la fin
page-resigns = { $side } abandonne
page-no-hint = Pas de conseil à ce moment.
page-no-undo = Aucun coup à annuler.
page-play-on = Jouer à partir d'ici
page-keys = Touches
page-keys-text = Sur le plateau : les flèches, Début et Fin déplacent, Entrée joue. L dit le dernier coup, S le score, B le plateau ; H donne un conseil, U annule un coup.
page-game = Jeu
page-preset = Règles
page-own-options = Options au choix
page-options = Options
page-option-bear-off = Sortie des graines
    .permanent = Définitive (permanent)
    .momentary = Momentanée (momentary)
page-option-bonus-move = Coup supplémentaire
page-option-capture = Cases à récolter
    .two-or-three = Deux ou trois graines (two-or-three)
    .two = Deux graines (two)
page-option-direction = Sens du semis
    .anticlockwise = Sens inverse des aiguilles d'une montre
    .clockwise = Sens des aiguilles d'une montre
page-option-few = Arrêt s'il reste peu de graines
page-option-houses = Cases par rangée
page-option-last-four = Les dernières graines
    .last-captor = À la dernière récolte (last-captor)
    .starter-takes-eight = Huit au camp qui a commencé (starter-takes-eight)
    .play-out = Jouées jusqu'au bout (play-out)
page-option-limit = Cases récoltées en un coup, au plus
page-option-majority = Arrêt à la majorité
page-option-over-limit = Au-delà de la limite
    .last = Les dernières cases (last)
    .none = Rien (none)
page-option-quiet = Arrêt après des coups sans récolte
page-option-remaining = Graines restantes à l'arrêt
    .own-side = Au camp de chaque case (own-side)
    .split = Partagées par moitié (split)
    .leave = Laissées en place (leave)
page-option-repetition = Arrêt à la répétition
page-option-seeds = Graines par case
page-option-team = Personnes par équipe
page-players = Joueurs
page-first = Commence
page-start = Commencer
page-team = équipe de { $team }
page-seats = la place { $seats } peut jouer
page-seats-prompt = La place { $seats } peut jouer.
page-seat-moved = C'est la place { $seat } du camp { $side } qui a joué.
page-seat = Place { $seat }.
page-phase-opening = Le coup d'ouverture dessine un motif tout autour du plateau. Toute case peut le commencer.
page-phase-choice = Le motif est dessiné. Qui a la main choisit maintenant qui joue le premier coup ordinaire.
page-phase-bear-off = Sortie des graines : celles que l'on sème au-delà du bout de sa rangée quittent le plateau.
page-phase-pass = Aucune case n'est jouable : la main passe à l'adversaire.
page-close = Fermer
page-review = Bilan
page-review-runs = Le bilan des coups est en cours…
page-review-done = { $done } coups sur { $all } examinés. Erreurs : { $near } { $nearCount }, { $far } { $farCount }.
page-review-cut = Le bilan a été interrompu.
page-review-more = Continuer
page-review-ply = Le coup
page-review-table = Tous les coups en tableau
page-review-value = Valeur pour { $side }
page-review-cost = Coût
page-review-better = Mieux
page-ahead = { $side } mène
page-mistakes = Les plus grosses erreurs
page-mistake-of = erreur du camp { $side }
page-better-show = Montrer le meilleur coup
page-better-try = L'essayer d'ici : { $move }
page-variation = Le plateau montre d'autres coups que ceux de la partie.
page-variation-back = Revenir à la partie
page-set-up = Composer une position
page-paste = Position, jeton ou lien d'une partie
page-paste-unknown = Ce n'est ni une position, ni un jeton, ni le lien d'une partie.
page-store = Grenier du camp { $side }
page-sum = { $seeds ->
    [one] { $seeds } graine en tout
   *[other] { $seeds } graines en tout
}
page-set-start = Début de partie
page-set-empty = Vider
page-set-current = Celle de la partie
page-faults = { $faults ->
    [one] Une erreur :
   *[other] { $faults } erreurs :
}
page-fault-go = Y aller
page-state = État de la partie
page-turn = À qui de jouer
page-phase = Phase
page-is-opening = Avant le coup d'ouverture
page-is-choice = Choix de qui joue d'abord
page-is-play = Jeu
page-is-bear-off = Sortie des graines
page-first-was = A commencé
page-quiet = Coups sans récolte
page-houses = Cases par rangée
page-play-here = Jouer d'ici
page-api = Voir l'API
page-api-text = Les appels que cette page a faits, le dernier d'abord. Tout programme peut les faire.
page-api-form = Sous forme de
page-api-copy = Copier
page-api-copied = Copié
page-api-answer = Réponse
page-views = Vues
page-view-play = Jouer
page-view-learn = Apprendre
page-lessons = Leçons
page-lesson-is-solved = réussie
page-lesson-solved = Bravo !
page-lesson-wrong = Pas encore.
page-lesson-refused = Ce coup n'est pas permis.
page-lesson-again = Réessayer
page-lesson-next = Leçon suivante
page-lesson-hint = { $move ->
    [pass] Appuie sur Passer.
   *[other] Essaie la case { $move }.
}
page-lesson-play = Jouer une partie
page-lesson-rule = Lire la règle { $ruling }

## Leçons de la page. Elles tutoient : ce sont des enfants aussi qui apprennent.

page-lesson-awale-sow = Joue la case 3 : touche-la ou clique dessus.
    .title = Semer
    .rule = Tu joues Sud : la rangée du bas est la tienne. Pour jouer une case, tu ramasses toutes ses graines et tu les sèmes une par une dans les cases qui suivent : vers la droite, puis chez Nord.
page-lesson-awale-two = Récolte deux graines.
    .title = Récolter deux graines
    .rule = Si ta dernière graine tombe dans une case de Nord et qu'il y en a alors 2, tu récoltes ces deux graines. Elles vont dans ton grenier.
page-lesson-awale-three = Récolte trois graines.
    .title = Récolter trois graines
    .rule = Si ta dernière graine fait 3 dans une case de Nord, tu la récoltes aussi. Avec un autre nombre, tu ne récoltes rien.
page-lesson-awale-chain = Récolte deux cases en un seul coup.
    .title = De case en case
    .rule = Après une récolte, regarde la case d'avant, où est tombée ton avant-dernière graine. Si elle est chez Nord et contient aussi 2 ou 3 graines, tu la récoltes aussi, et ainsi de suite en remontant.
page-lesson-awale-round = Joue la case de 12 graines.
    .title = Le tour du plateau
    .rule = Douze graines font tout le tour. La case d'où elles viennent est sautée : elle reste vide.
page-lesson-awale-slam = Joue la case 5, qui récolterait toutes les graines de Nord.
    .title = Ne pas affamer
    .rule = On n'affame pas l'autre camp. Un coup qui récolterait toutes ses graines peut se jouer, mais il ne récolte rien.
page-lesson-awale-spare = Récolte deux graines et laisse-en une à Nord.
    .title = En laisser un peu
    .rule = La case 5 récolterait encore tout, et donc rien. Cherche un coup qui récolte moins.
page-lesson-awale-hungry = Essaie de jouer une case qui n'apporte aucune graine à Nord.
    .title = Un camp vide
    .rule = Nord n'a plus de graines. Tu dois maintenant jouer une case dont les graines arrivent chez Nord. Toute autre case est refusée.
page-lesson-awale-feed = Joue la case qui nourrit Nord.
    .title = Nourrir
    .rule = Compte les graines : laquelle de tes cases en a assez pour arriver chez Nord ?
page-lesson-awale-famine = Joue ta dernière graine et gagne.
    .title = La fin
    .rule = Ta dernière graine nourrit Nord. Ton camp est alors vide, et Nord ne peut pas te nourrir : la partie est finie, et Nord prend ce qui reste. Qui a le plus de graines gagne.
page-lesson-awale-majority = Gagne la partie en un coup.
    .title = Plus de la moitié
    .rule = En tournoi, la partie s'arrête quand un camp a plus de la moitié des graines : 25 sur 48. Tu en as 23.
page-lesson-andada-opening = Choisis une de tes cases et regarde.
    .title = Le premier coup
    .rule = Tu joues Sud : la rangée du bas est la tienne. Le premier coup de la partie fait le tour du plateau. Il laisse 3, 3, 0 et encore 3, 3, 0, jusqu'au bout.
page-lesson-andada-wait = Essaie de jouer une case.
    .title = Pas encore
    .rule = Nord a joué le premier coup. C'est à toi de dire qui commence la suite. Avant cela, aucune case ne se joue.
page-lesson-andada-choice = Dis qui commence la suite. Les deux réponses sont bonnes.
    .title = Qui commence la suite ?
    .rule = Tu peux commencer la suite toi-même (take), ou laisser Nord commencer (give).
page-lesson-lap = Joue un coup d'un seul relais.
    .title = Un relais
    .rule = La rangée du bas est la tienne. Tu ramasses toutes les graines d'une de tes cases et tu les sèmes une par une dans les cases qui suivent : c'est un relais. Si la dernière graine tombe dans une case vide, ton coup est fini.
page-lesson-relay = Joue un coup de deux relais.
    .title = Continuer à semer
    .rule = Si la dernière graine tombe dans une case qui a des graines, tu les ramasses toutes, avec la dernière, et tu continues à semer : c'est un autre relais.
page-lesson-andada-across = Récolte deux graines.
    .title = Récolter en face
    .rule = Si ton coup finit dans une case vide de ton camp, tu récoltes les graines de la case d'en face. Elles quittent le plateau.
page-lesson-andada-most = Récolte trois graines.
    .title = Bien choisir
    .rule = Ici, deux coups récoltent : l'un une seule graine, l'autre trois.
page-lesson-andada-late = Récolte deux graines avec un coup de deux relais.
    .title = Continuer, puis récolter
    .rule = Ce qui compte, c'est où ton coup finit. Tu peux d'abord continuer à semer, puis récolter.
page-lesson-andada-out = Sors une graine.
    .title = Sortir des graines
    .rule = Aucune case n'a maintenant plus d'une graine. Désormais, les graines ne passent plus dans l'autre camp : celle que tu sèmes après le bout de ta rangée sort du plateau.
page-lesson-andada-both = Sors deux graines en un seul coup.
    .title = En sortir deux
    .rule = Quand un relais dépasse le bout de ta rangée, toutes les graines que tu as encore en main sortent du plateau.
page-lesson-andada-last = Laisse Nord sans coup à jouer.
    .title = Le dernier coup gagne
    .rule = Les graines récoltées ne comptent pas. Tu gagnes quand Nord ne peut plus jouer.
page-lesson-anywoli-four = Récolte quatre graines chez Nord.
    .title = Quatre !
    .rule = Si ta dernière graine fait exactement 4 dans une case, chez toi ou chez Nord, tu récoltes les quatre et ton coup est fini.
page-lesson-anywoli-own = Récolte les quatre graines d'une de tes cases.
    .title = Quatre en chemin
    .rule = La dernière graine n'est pas la seule à récolter. Quand une de tes cases arrive à 4 en chemin, ces quatre graines sont à toi, et le semis continue.
page-lesson-anywoli-gift = Trouve le coup qui donne quatre graines à Nord, pour t'en méfier plus tard.
    .title = Un cadeau
    .rule = C'est pareil pour Nord : une de ses cases qui arrive à 4 en chemin est récoltée par Nord, même pendant ton coup.
page-lesson-anywoli-double = Récolte huit graines en un seul coup.
    .title = Huit d'un coup
    .rule = Un coup peut récolter plusieurs fois : en chemin, puis avec sa dernière graine.
page-lesson-anywoli-start = Choisis une de tes cases et regarde.
    .title = Tout le plateau
    .rule = La partie commence avec quatre graines par case. Personne ne récolte celles-là : une case ne compte que si une graine qui vient d'y tomber fait 4.
page-lesson-anywoli-move = Essaie de passer.
    .title = On ne passe pas
    .rule = Tant que tu as un coup à jouer, tu dois jouer.
page-lesson-anywoli-pass = Passe.
    .title = Rien à jouer
    .rule = Tes cases sont vides. Quand tu n'as aucun coup à jouer, tu passes, et Nord continue.
page-lesson-anywoli-end = Prends les dernières graines et gagne.
    .title = Les quatre dernières
    .rule = Quand une récolte laisse quatre graines ou moins, le camp qui récolte les prend aussi, et la partie est finie. Nord et toi avez huit graines chacun. Attention : un des coups fait gagner Nord !
