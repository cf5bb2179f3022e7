### Ce que dit Ayla en français, comme on parle du jeu à Abidjan. docs/translating.md dit comment ajouter une langue.
###
### Un camp ($mover, $side, $winner, etc.) arrive comme un nom prêt à afficher : « Sud », ou le nom d'une personne. Aucun
### « de », « que » ou « le » devant un nom : il faudrait parfois une élision.
### Avant « : », « ; », « ? » et « ! » se trouve une espace insécable.

## Noms

language = Français
side-south = Sud
side-north = Nord
decimal-mark = ,
thousands = { " " }
list-comma = { ", " }
you = Vous
quotation = « { $text } »
named-side = { $name } ({ $side })
label-house = Case { $house }
label-pass = Passer
label-take = Prendre
label-give = Laisser
label-agree = Convenir d'arrêter
label-swap = Changer de camp
word-pass = passer
word-take = prendre
word-give = laisser
word-agree = d'accord
word-swap = échanger
list-and = { $items } et { $last }
list-or = { $items } ou { $last }
house-of = { $you ->
    [side] votre case { $house }
   *[other] la case { $house } chez { $side }
}
store-of = { $you ->
    [side] votre grenier
   *[other] le grenier chez { $side }
}
houses-of = { $you ->
    [side] vos cases { $houses }
   *[other] les cases { $houses } chez { $side }
}
seeds = { $seeds ->
    [one] { $seeds } graine
   *[other] { $seeds } graines
}
or-more = { $seeds } ou plus
houses = { $houses ->
    [one] { $houses } case
   *[other] { $houses } cases
}

## Règles

ruling-C-1 = Chaque camp numérote ses cases de sa gauche vers sa droite.
ruling-C-2 = On sème en faisant le tour des deux rangées, dans le sens du jeu.
ruling-C-3 = Un coup est joué par le camp qui a la main, et il est d'une sorte que le jeu connaît.
ruling-C-6 = Un semis de plus de 10 000 relais n'est pas un coup permis.
ruling-C-7 = Les éléments d'une position doivent s'accorder entre eux et avec les règles.
ruling-C-8 = Une partie finie reste finie.
ruling-N-2 = Le texte d'une position contient les options qui ne sont pas à leur valeur par défaut.
ruling-N-6 = Un coup est le numéro d'une case, ou un mot.

## Pourquoi un coup n'est pas permis

not-your-turn = { $you ->
    [speaker] Ce n'est pas à vous de jouer.
   *[other] Ce n'est pas à { $speaker } de jouer.
}
illegal-game-over = La partie est finie ({ $ending }) ; aucun coup n'est plus possible.
illegal-not-in-this-game = { $variant } n'a pas de coup { $move } ; ses coups sont { $moves }.
illegal-no-such-house = Il n'y a pas de case { $house } : une rangée a les cases 1 à { $houses }.
illegal-no-house-so-large = Il n'y a pas de telle case : une rangée a les cases 1 à { $houses }.
illegal-opponents-house = { $you ->
    [mover] La lettre désigne une case de l'adversaire ({ $opponent }), or c'est à vous de jouer.
    [opponent] La lettre désigne une de vos cases, or c'est à { $mover } de jouer.
   *[other] La lettre désigne une case de l'adversaire ({ $opponent }), or c'est à { $mover } de jouer.
}
illegal-empty-house = { $you ->
    [mover] Votre case { $house } est vide.
   *[other] La case { $house } est vide chez { $mover }.
}
illegal-must-move = { $you ->
    [mover] Vous avez un coup permis et ne pouvez donc pas passer.
   *[other] { $mover } a un coup permis et ne peut donc pas passer.
}
illegal-tuzdik = { $you ->
    [mover] Votre case { $house } est un tuzdik pour { $owner } : aucune graine n'y reste.
    [owner] La case { $house } chez { $mover } est votre tuzdik : aucune graine n'y reste.
   *[other] La case { $house } chez { $mover } est un tuzdik pour { $owner } : aucune graine n'y reste.
}
illegal-endless-sowing = { $you ->
    [mover] Le semis de votre case { $house } ne finirait pas en { $laps } relais : personne ne pourrait le mener à bout.
   *[other] Le semis de la case { $house } chez { $mover } ne finirait pas en { $laps } relais : personne ne pourrait le mener à bout.
}
houses-from-one = les cases 1 à { $houses }

## Erreurs des positions et des options

malformed-empty = la position est vide
malformed-separators = les champs sont séparés par un seul espace ou tiret bas, et il n'y en a ni au début ni à la fin
malformed-ends = la position s'arrête avant { $field ->
    [variant] le jeu
    [rows] les rangées
    [stores] les greniers
   *[turn] l'indication du camp qui joue
}
malformed-no-variant = aucun jeu ne précède les options
malformed-no-game = la position { $text } ne dit pas son jeu ; écrivez avant elle le nom du jeu : { $games }
malformed-option = l'option { $text } n'est pas de la forme « nom=valeur »
malformed-repeated-option = l'option { $text } est donnée deux fois
malformed-leading-zero = le nombre { $text } commence par un zéro de trop
malformed-rows = les rangées { $text } ne sont pas séparées par « / »
malformed-empty-row = une rangée n'a pas de cases
malformed-open-parenthesis = dans la rangée { $row }, une parenthèse n'est pas fermée
malformed-parentheses = dans la rangée { $row }, les parenthèses ne contiennent pas un nombre d'au moins 36
malformed-house = dans la rangée { $row }, le caractère { $character } n'est pas une case
malformed-stores = les greniers sont soit deux nombres séparés par « / », soit « - », et non { $text }
malformed-turn = le camp qui joue est « s » ou « n », et non { $text }
malformed-flag = il n'y a pas d'indication { $text }
malformed-flag-order = l'indication { $text } est répétée ou mal placée
malformed-tuzdik-flag = l'indication { $text } n'est pas « tuz= » suivi de deux cases séparées par « / », dont une peut être « - »
malformed-quiet-flag = l'indication { $text } n'est pas « q » suivi d'un nombre entre 1 et { $most }
malformed-ending = aucune fin de partie ne s'appelle { $text }
malformed-no-moves = aucun coup ne suit « moves »
malformed-moves = une suite de coups est donnée là où seule une position est attendue
fault-quiet-too-large = le compte des coups sans récolte s'arrête à { $most } (N-3)
fault-unknown-variant = aucun jeu ne s'appelle { $name }{ $hint } ; il y a { $known }
fault-family-of-games = { $name } est le nom d'une famille de jeux, dont il y a { $known }
fault-unknown-option = { $variant } n'a pas d'option appelée { $name }{ $hint } ; ses options sont { $known }
fault-option-out-of-range = l'option { $option } accepte { $domain }, et non { $given }
domain-flag = true ou false
domain-number = un nombre { $spans }
domain-word = un de ces mots : { $words }
span = de { $min } à { $max }
span-step = de { $min } à { $max } par pas de { $step }
given-word = le mot { $word }
fault-row-full = { houses } de { seeds } font { $total } par rangée ; il en faut { $most } au plus
fault-row-seeds = { houses } de { seeds } font { $total } par rangée ; il faut un nombre pair, { $most } au plus
fault-row-length = { $side } a une rangée de { houses } ; dans ce jeu ({ $variant }) une rangée en a { $allowed } (C-7)
fault-rows-differ = les rangées n'ont pas la même longueur : { $side } a { houses }, { $opponent } en a { $other } (C-7)
fault-houses-contradict-rows = l'option houses={ $option } contredit les rangées, qui ont { houses } (N-2)
fault-too-many-seeds = le plateau et les greniers contiennent { seeds } ; { $variant } commence avec { $most } au plus (C-7)
fault-tuzdik-outside = le tuzdik pour { $owner } doit être une des cases 1 à { $most } de l'autre rangée, et non { $house } (TQ-14)
fault-tuzdiks-mirrored = les deux tuzdiks ne peuvent pas être la case { $house } (TQ-5)
fault-tuzdik-holds-seeds = { $house } contient { $seeds }, or c'est un tuzdik pour { $owner }, où aucune graine ne reste (TQ-6)
fault-no-tuzdiks = avec tuzdik=false, il n'y a pas de tuzdik (TQ-7)
fault-no-such-part = { $variant } n'a pas { $part ->
    [stores] de greniers
    [phase] de phases
    [quiet] de compte des coups sans récolte
    [tuzdiks] de tuzdiks
    [burnt] de cases brûlées
   *[first] de mention du camp qui a commencé
} (C-7)
fault-no-stores = { $variant } a des greniers, et aucun n'est donné (C-7)
fault-no-such-ending = { $variant } n'a pas de fin appelée { $ending } (C-7)

## Erreurs des requêtes

verbatim = { $text }
variant-missing = il manque le jeu
variant-mismatch = la position est celle d'un autre jeu ({ $found }) ; la requête porte sur { $expected }
position-twice = donnez la position une seule fois : par position, setup ou token
start-of-position = les champs options, preset, first et after sont pour une nouvelle partie ; la position contient déjà les siens
no-such-puzzle = il n'y a pas de problème { $id }
no-puzzle-matches = aucun problème de ce jeu ne correspond à la demande
no-puzzle-after = après { $after }, aucun problème ne correspond à la demande
no-puzzle-id = { $id } n'est pas l'identifiant d'un problème, par exemple awale-17
puzzle-of-other-game = ce problème appartient à un autre jeu
no-day = { $day } n'est pas une date telle que 2026-12-01
after-and-day = les champs after et day s'excluent
puzzle-and-reply = les réponses de Nord sont celles du problème : n'envoyez pas reply
not-in-puzzle = la position ne fait pas partie de la solution du problème { $id }
puzzle-over = le problème { $id } est résolu ; il n'y a plus de coup à jouer
puzzle-without-agreement = un problème se résout par des coups, pas en convenant d'arrêter
grade-out-of-range = la difficulté doit être comprise entre { $lowest } et { $highest }
range-backwards = l'intervalle finit avant de commencer : de { $from } à { $to }
range-too-long = l'intervalle a { $plies } coups ; { $most } sont permis
range-outside = il n'y a pas de coup { $ply } : { $plies ->
    [one] la partie ne compte que le coup { $first }
   *[other] la partie compte les coups { $first } à { $last }
}
range-of-no-plies = ce coup n'existe pas : aucun coup n'a été joué
nobody-addressed = pour dire « vous », il faut le champ { $field }, qui dit à qui l'on parle
old-board = ce bouton appartient à un plateau plus ancien : voici le plus récent
newest-needs-token = le champ newestToken est comparé à token, qui manque
agree-needs-side = pour convenir d'arrêter, il faut le champ side, qui dit qui est d'accord
position-missing = il manque la position : donnez position, setup ou token
not-a-token = ce n'est pas un jeton ; renvoyez tel quel le jeton (token) d'une réponse
token-changed = jeton illisible : il a été tronqué ou mal recopié
token-version = le jeton est de la version { $version }, et seules les versions jusqu'à { $known } peuvent être lues
token-never-written = ce jeton ne correspond à aucune partie
moves-twice = les coups sont donnés deux fois : après la position et dans le champ moves ; donnez-les tous au même endroit
options-and-preset = donnez options ou preset, pas les deux
round-has-options = la manche suivante a les options de la position dans after
no-rounds = le jeu de cette position n'a pas de manches (CO-15)
round-unequal = il n'y a pas de manche après cette position : il reste des graines dans les cases, ou il n'y en a pas de 1 à 10 par case (CO-17)
round-not-over = la manche suivante commence quand celle-ci est finie (CO-17)
round-lost = le match est fini : { $side } ne peut pas remplir une seule case, et { $winner } a gagné (CO-17)
row-missing = il manque la rangée chez { $side }
turn-missing = il manque le camp qui a la main
stores-missing = il manque les greniers
store-missing = il manque un des greniers
too-many-moves = la suite a { $moves } coups ; { $most } au plus sont permis
id-too-long = l'id dépasse { $most } octets
no-move = { $text } n'est pas un coup (N-6) : les coups sont les numéros des cases, « pass », « take », « give », « agree » et « swap »
no-move-of-game = { $text } n'est pas un coup ; les coups sont { $moves }
help-with-moves = pour jouer, tapez un coup ; les coups sont { $moves }
help-with-stop = pour proposer d'arrêter, tapez « d'accord » : la partie finit si l'autre joueur est d'accord aussi ; les coups sont { $moves }
move-missing = il manque le coup
illegal-line = le coup { $index } de la suite, { $move }, n'est pas permis. { $illegal }
seat-without-house = une place ne se nomme qu'avec une case (AN-7)
no-seats = { $variant } n'a pas de places (AN-7)
unknown-preset = { $variant } n'a pas de préréglage appelé { $name }{ $hint } ; il y a { $known }
unknown-preset-of-many = { $variant } n'a pas de préréglage appelé { $name }{ $hint } ; il y a { $known } et { $more } de plus
limit-zero = la limite { $limit } doit être d'au moins 1
level-out-of-range = le niveau doit être compris entre { $lowest } et { $highest }
width-out-of-range = la largeur doit être comprise entre { $least } et { $most }
picture-width = une image a une largeur de { $widths } pixels
format-missing = une image a un format : SVG, PNG ou GIF
plies-without-gif = seul un GIF peut montrer une partie du jeu
no-such-ply = ce coup n'existe pas : la partie compte { $plies } coups
plies-backwards = l'extrait commence après le coup { $from } et finit après le coup { $to }
too-many-plies = un GIF montre { $most } positions au plus
no-pictures = ce serveur ne fait pas d'images
rate-of-pictures = trop d'images pour cette adresse : la limite est de { $rate } par seconde, avec des pointes de { $burst } ; réessayez plus tard
nothing-to-suggest = la partie est finie ; il n'y a aucun coup à conseiller
more-faults = { $more ->
    [one] Il y a encore une erreur.
   *[other] Il y a encore { $more } erreurs.
}

## Parties d'autres programmes

text-missing = il manque le texte
text-too-much-work = lire ces parties demande plus de { $most } étapes de calcul, le maximum d'un appel ; envoyez moins de parties à la fois
record-at = ligne { $line }, colonne { $column } : { $fault }
record-no-game = le texte ne contient aucune partie
record-unknown-format = le texte n'est dans aucun des formats connus : { $formats }
record-several-formats = selon le format ({ $formats }), ce texte contient des parties différentes ; indiquez lequel est le bon
record-unexpected-move = { $found } n'est pas un coup
record-unexpected-tag = { $found } n'est pas une étiquette comme [Event "?"]
record-unexpected-board = { $found } n'est pas un plateau
record-unexpected-turn = { $found } n'indique pas qui doit jouer
record-unexpected-number = { $found } n'est pas un nombre
record-unexpected-row = { $found } n'est pas une case d'une rangée
record-unexpected-end = { $found } suit le résultat, qui termine la partie
record-unexpected-game = { $found } précède le nom du jeu
record-ends-move = il manque un coup
record-ends-board = il manque une partie du plateau
record-ends-turn = il manque le camp qui doit jouer
record-ends-number = il manque un nombre
record-ends-closing = il manque le signe de fermeture
record-ends-game = il manque le nom du jeu
record-unknown-game = le format n'a pas de jeu appelé { $name }
record-several-games = ces coups sont possibles dans plusieurs jeux ({ $variants }) ; nommez le jeu par une étiquette « Variant »
record-seed-count = le plateau et les greniers contiennent { $seeds ->
    [one] une graine
   *[other] { $seeds } graines
} ; le jeu en compte { $expected }
record-illegal = le coup { $ply } de la partie n'est pas permis. { $illegal }
record-end-house = le coup { $ply } de la partie finit dans { $is }, et non dans { $said }
record-end-number = le coup { $ply } de la partie finit dans une case { $is }, et non { $said }
record-captured = pour la récolte du coup { $ply }, le texte donne { $said } ; d'après les règles, c'est { $is }
record-no-tuzdik = le coup { $ply } de la partie ne crée pas de tuzdik
record-result = le texte donne le résultat { $said } ; les coups mènent à { $is }
record-move-number = le coup porte le numéro { $said } ; ce devrait être { $expected }
record-too-many-moves = la partie a plus de { $most } coups
assumed-game = le jeu est { $variant }
assumed-option-site = avec l'option { $option }={ $value }, comme dans les programmes qui utilisent ce format
assumed-option-went-on = avec l'option { $option }={ $value }, car le jeu continue là où la partie aurait dû finir
assumed-option-ending = avec l'option { $option }={ $value }, car les coups s'arrêtent là où elle termine la partie
assumed-start = la partie commence par la position habituelle
assumed-first = { $side } commence
assumed-south-to-move = c'est à { $side } de jouer, car les plateaux montrent d'abord la rangée du camp qui joue
assumed-agreed = les joueurs ont convenu d'arrêter, car le résultat partage les graines restantes
assumed-stopped = la partie a été interrompue avec le résultat { $result }
assumed-scores-include-houses = les scores comprennent les graines des cases
assumed-captures-of-moves = les nombres entre parenthèses sont les récoltes de chaque coup, et non des totaux
assumed-unmarked-tuzdik = le coup { $ply } de la partie crée un tuzdik, que le texte n'indique pas
assumed-without-comments = les commentaires sont omis
assumed-without-variations = les variantes sont omises
games-converted = { $games ->
    [one] une partie
   *[other] { $games } parties
}
unsaid-option = le texte omet l'option { $option }={ $value } ; les coups sont les mêmes sans elle
unsayable-variant = le format n'a pas ce jeu : { $variant }
unsayable-houses = le format n'a pas de rangées de { $houses } cases
unsayable-start = le format n'a que des parties qui commencent par la position habituelle
unsayable-no-moves = le format n'a pas de texte pour une partie sans coups
unsayable-north-begins = { $north } joue en premier, et dans ce format c'est toujours { $south }
unsayable-move = le format ne sait pas écrire le coup { $ply } de la partie
unsayable-option = les programmes qui utilisent ce format n'ont pas l'option { $option }={ $value } et ne joueraient pas la même partie
unsayable-moves-from-position = le format n'a pas de coups à partir d'une autre position que l'habituelle
unsayable-over = la position est une fin de partie, que le format ne sait pas écrire

## Ce que le service ne peut faire pour le moment

search-too-late = le délai a expiré avant que la recherche ait trouvé un coup
search-out-of-time = le temps a manqué pour trouver un coup ; réessayez dans un instant
review-too-late = le temps a manqué pour chercher plus loin ; reprenez à partir de là
unanswered-busy = Le moteur est trop occupé pour répondre. Réessayez dans un instant.
unanswered-late = Le moteur a manqué de temps. Réessayez dans un instant.
queue-full = trop de demandes de conseil attendent déjà ; réessayez dans un instant
overloaded = le service a trop à faire ; réessayez dans un instant
failed = le service a échoué sur cette requête ; l'erreur vient du service
deadline-passed = le délai a expiré avant que la requête puisse commencer
rate-of-calls = trop de requêtes avec cette clé d'API : la limite est de { $rate } par seconde, avec des pointes de { $burst } ; réessayez plus tard
rate-of-suggestions = trop de demandes de conseil avec cette clé d'API : la limite est de { $rate } par seconde, avec des pointes de { $burst } ; réessayez plus tard
rate-of-search-time = le temps de calcul des recherches de cette clé d'API est épuisé : { $rate } ms se libèrent chaque seconde, { $burst } au plus
rate-of-picture-time = le temps de calcul des images de cette clé d'API est épuisé : { $rate } ms se libèrent chaque seconde, { $burst } au plus
rate-of-rule-time = le temps de calcul des lots et des longues parties de cette clé d'API est épuisé : { $rate } ms se libèrent chaque seconde, { $burst } au plus
end-user-too-long = la valeur de l'en-tête end-user dépasse { $most } octets
key-missing = il faut une clé d'API : envoyez-la dans l'en-tête « authorization: Bearer CLÉ »
key-unknown = la clé d'API n'est pas connue ; elle a peut-être été remplacée

## Transports

not-found = il n'y a rien à l'adresse { $path }
method-not-allowed = { $path } n'accepte pas la méthode { $method }
no-such-rpc = cette méthode ou ce service n'existe pas
not-post = un appel gRPC est un POST
not-json = le corps doit être du JSON, avec le type de contenu application/json
not-utf8 = le corps doit être en UTF-8 ; le type de contenu indique le jeu de caractères { $charset }
not-ndjson = le corps doit être du JSON, un objet par ligne, avec le type de contenu application/x-ndjson
not-protobuf = le type de contenu est application/grpc ou application/grpc-web : les messages sont en protobuf
not-connect = par Connect, le type de contenu de cette méthode est l'un de { $known }
connect-version = la version du protocole Connect est 1, dans l'en-tête connect-protocol-version
connect-query = par Connect, un GET a les paramètres message et encoding, qui vaut proto ou json ; avec base64=1, le message est en base64
proto-json = le message n'est pas le ProtoJSON de cette requête : { $cause }
grpc-needs-http2 = en HTTP/1.1, le type de contenu est application/grpc-web ou application/grpc-web-text ; gRPC lui-même demande HTTP/2
body-too-large = le corps dépasse { $most } octets
message-too-large = le message dépasse { $most } octets
item-too-large = la ligne dépasse { $most } octets
batch-too-long = un lot compte au plus { $most } positions
query-too-long = la partie de l'adresse après le point d'interrogation dépasse { $most } octets
body-unreadable = le corps n'a pas pu être lu
message-unreadable = le message ne peut pas être lu
message-compressed = le message est compressé ; seuls les messages non compressés sont lus
unreadable = la requête ne peut pas être lue
path-not-utf8 = l'adresse n'est pas en UTF-8
json-malformed = le corps ne peut être lu comme du JSON à partir de la ligne { $line }, colonne { $column }
json-ends = le JSON s'arrête trop tôt, à la ligne { $line }, colonne { $column }
body-no-object = le corps doit être un objet JSON
unknown-field = le champ { $field }{ $hint } n'est pas connu ; les champs sont { $known }
unknown-field-of-none = le champ { $field }{ $hint } n'est pas connu ; il n'y a pas de champs ici
field-twice = le champ { $field } est donné deux fois
reads-proto-json = { $fault }. Le ProtoJSON se lit à { $path }
wrong-value = le champ { $field } accepte { $expected } ; il contient { $found }{ $hint }
type-text = un texte
type-list = une liste
type-object = un objet
type-whole = un nombre entier positif ou nul
type-whole-of-64-bits = un nombre entier de 0 à 18 446 744 073 709 551 615
type-option = true, false, un nombre ou un mot
call-cancelled = l'appel a été annulé
not-in-query = le champ { $field } n'est pas connu ici ; seul le corps d'un POST peut le contenir
unknown-number = le champ { $field } n'a pas de valeur avec le numéro { $number }
connect-timeout-unreadable = l'en-tête connect-timeout-ms est un nombre de millisecondes de dix chiffres au plus
timeout-unreadable = la métadonnée grpc-timeout contient au plus huit chiffres, puis H, M, S, m, u ou n
content-encoding = le codage de contenu { $encoding } n'est pas lu ; le seul qui soit lu est { $known }
transfer-coding = le seul codage de transfert qui soit lu est chunked
tools-host = les outils ne sont pas accessibles sous le nom d'hôte { $name } ; pour l'autoriser, ajoutez le nom à { $setting }
cors-origin = les pages de { $name } ne peuvent pas appeler ce serveur ; pour les autoriser, ajoutez l'origine à { $setting }
tools-origin = les pages de { $name } ne peuvent pas appeler les outils ; pour les autoriser, ajoutez l'origine à { $setting }
tools-headers = un en-tête du protocole des outils n'est pas correct
host-header = une requête HTTP/1.1 a un seul en-tête host, qui doit être valide

## Titres des erreurs

title-MALFORMED_REQUEST = La requête est mal formée
    .means = La requête ne peut pas être lue : son JSON, le type d'un champ ou une valeur n'est pas de ceux que l'opération accepte.
    .advice = Regardez le champ que nomme violations, et comparez-le avec la référence de l'opération.
title-MALFORMED_POSITION = La position est mal formée
    .means = Un texte n'est pas une position dans la notation : le jeu, les rangées, les greniers, puis s ou n pour le camp au trait.
    .advice = Envoyez une position reçue dans une réponse, ou écrivez-en une comme le dit docs/notation.md.
title-MALFORMED_MOVE = Le coup est mal formé
    .means = Un texte n'est pas un coup : ni le numéro ou la lettre d'une case, ni un mot comme pass.
    .advice = Envoyez un coup tel que le donne la liste des coups permis, comme 3.
title-MALFORMED_TOKEN = Le jeton est mal formé
    .means = Un jeton n'est pas de ceux que le service écrit, ou il a été changé en route.
    .advice = Envoyez le jeton tel que la dernière réponse le donne.
title-UNKNOWN_FIELD = Un champ n'est pas connu
    .means = La requête a un champ ou un paramètre que l'opération n'accepte pas.
    .advice = Retirez-le, ou écrivez-le comme le dit l'erreur. En JSON, les noms sont en lowerCamelCase.
title-UNKNOWN_OPTION = Une option n'est pas connue
    .means = Le jeu n'a pas d'option de ce nom.
    .advice = Demandez la description du jeu : elle donne la liste des options.
title-OPTION_OUT_OF_RANGE = Une option est hors limites
    .means = Une option du jeu ne peut pas avoir cette valeur.
    .advice = Choisissez une valeur que permet la description du jeu.
title-CONFLICTING_FIELDS = Des champs s'excluent
    .means = Deux champs de la requête s'excluent.
    .advice = Retirez l'un des champs que nomme violations.
title-MISSING_FIELD = Il manque un champ
    .means = L'opération a besoin d'un champ que la requête n'a pas.
    .advice = Ajoutez le champ que nomme violations.
title-SEAT_OUT_OF_RANGE = La place est hors limites
    .means = Le jeu n'a pas cette place, ou une place est nommée là où il n'en faut pas.
    .advice = Retirez seat, ou nommez une place de 1 à la taille de l'équipe.
title-INCONSISTENT_POSITION = La position est incohérente
    .means = Les parties de la position ne vont pas ensemble ou avec les règles, par exemple des rangées de longueurs différentes.
    .advice = Corrigez la partie que nomme l'erreur. Les positions des réponses sont toujours cohérentes.
title-VARIANT_MISMATCH = La position est d'un autre jeu
    .means = Le chemin ou la requête nomme un jeu, et la position est d'un autre.
    .advice = Appelez l'opération du jeu de la position.
title-OLD_BOARD = Le coup vaut pour un plateau plus ancien
    .means = Le coup est pour un plateau qui n'est plus le dernier. Seul play-turn le dit, dans une réponse.
    .advice = Montrez le dernier plateau, et faites choisir de nouveau.
title-NOT_YOUR_TURN = Ce n'est pas le tour de ce camp
    .means = Ce n'est pas au joueur qui parle de jouer. Seul play-turn le dit, dans une réponse.
    .advice = Attendez l'autre joueur. La réponse a la position telle qu'elle est.
title-ROUND_NOT_OVER = La manche n'est pas finie
    .means = La manche suivante est demandée, et la position donnée comme sa dernière n'est pas la fin d'une manche.
    .advice = Jouez la manche jusqu'à sa fin, et envoyez sa dernière position.
title-NO_FURTHER_ROUND = Le match est fini
    .means = Le match s'est terminé avec cette manche, car un joueur a trop peu de graines pour une autre.
    .advice = Commencez un nouveau match, sans after.
title-ILLEGAL_LINE = La suite contient un coup non permis
    .means = L'un des coups qui mènent à la position n'est pas permis là où il est joué.
    .advice = Corrigez le coup dont metadata donne l'index : reason y dit pourquoi il n'est pas permis.
title-UNKNOWN_VARIANT = Le jeu n'est pas connu
    .means = Aucun jeu n'a ce nom.
    .advice = Prenez un nom dans la liste des jeux, ou l'un de leurs autres noms.
title-UNKNOWN_PRESET = Le préréglage n'est pas connu
    .means = Le jeu n'a pas de préréglage de ce nom.
    .advice = Demandez la description du jeu : elle donne la liste des préréglages.
title-NO_SUCH_PUZZLE = Le problème n'existe pas
    .means = Il n'y a pas de problème de cet identifiant, ou aucun qui convienne.
    .advice = Demandez moins de propriétés, ou recommencez au premier problème.
title-NOT_FOUND = Introuvable
    .means = Il n'y a rien à ce chemin.
    .advice = Cherchez le chemin dans la référence.
title-METHOD_NOT_ALLOWED = La méthode n'est pas permise
    .means = Le chemin existe, mais n'accepte pas cette méthode HTTP.
    .advice = Utilisez une méthode de l'en-tête Allow.
title-TOO_LARGE = La requête est trop grande
    .means = Le corps, les paramètres ou la partie dépassent ce que lit le serveur.
    .advice = Envoyez moins à la fois. Les limites sont dans la réponse de get-server-info.
title-UNSUPPORTED_MEDIA_TYPE = Le type de contenu n'est pas accepté
    .means = Le corps a un type de contenu, un jeu de caractères ou un codage qui n'est pas lu.
    .advice = Envoyez du JSON en UTF-8, avec le type de contenu application/json ou sans type.
title-FORBIDDEN = L'appelant n'est pas autorisé
    .means = La page ou l'hôte qui appelle n'a pas le droit d'appeler ce serveur.
    .advice = Demandez à l'exploitant de le permettre par le réglage que nomme metadata.
title-UNSUPPORTED_TRANSFER_CODING = Le codage de transfert n'est pas accepté
    .means = Le corps a un codage de transfert autre que chunked.
    .advice = Envoyez le corps avec sa longueur, ou en morceaux.
title-UNAUTHENTICATED = La clé d'API manque ou n'est pas connue
    .means = Le serveur demande une clé d'API, et l'appel n'en a pas, ou en a une qui n'est pas connue.
    .advice = Envoyez la clé par Authorization: Bearer CLÉ.
title-RATE_LIMITED = Trop de requêtes
    .means = L'appelant a épuisé le débit de sa clé d'API.
    .advice = Attendez le temps que dit Retry-After, et appelez moins souvent.
title-SEARCH_QUEUE_FULL = Trop de demandes de conseil attendent
    .means = Trop de recherches attendent un processeur.
    .advice = Attendez le temps que dit Retry-After, ou demandez une recherche plus courte.
title-OVERLOADED = Le service est surchargé
    .means = Le serveur a plus à faire qu'il ne peut.
    .advice = Attendez le temps que dit Retry-After.
title-DEADLINE_EXCEEDED = Le délai a expiré
    .means = Le délai de l'appel a passé avant que sa réponse soit prête.
    .advice = Laissez plus de temps, ou demandez une recherche plus courte.
title-CANCELLED = L'appel a été annulé
    .means = L'appelant était parti avant que la réponse soit prête. Seuls le journal et les mesures le disent.
    .advice = Il n'y a rien à faire.
title-INTERNAL = Le service a échoué
    .means = Le service a échoué. C'est une erreur d'Ayla, dont le journal dit plus.
    .advice = Prévenez l'exploitant. La même requête peut échouer encore.
title-GAME_OVER = La partie est finie
    .means = La partie est finie : aucun coup ne peut être joué ou proposé.
title-NOT_IN_THIS_GAME = Le coup n'est pas permis
    .means = Le jeu n'a pas ce genre de coup, comme take à l'Awalé.
title-WRONG_PHASE = Le coup n'est pas permis
    .means = Le jeu a ce genre de coup, mais pas à ce moment.
title-NO_SUCH_HOUSE = Le coup n'est pas permis
    .means = La rangée n'a pas de case de ce numéro.
title-NOT_YOUR_HOUSE = Le coup n'est pas permis
    .means = La case est à l'autre joueur, à une autre place, ou c'est un tuzdik.
title-EMPTY_HOUSE = Le coup n'est pas permis
    .means = La case a trop peu de graines pour être jouée.
title-MUST_FEED = Le coup n'est pas permis
    .means = L'autre joueur n'a pas de graines, et un coup qui lui en donne est permis.
title-GRAND_SLAM = Le coup récolterait tout
    .means = Selon l'option grand-slam de cette partie, le coup ne peut pas récolter toutes les graines de l'autre joueur.
title-ENDLESS_SOWING = Le coup n'est pas permis
    .means = Le semis ne finirait pas.
title-MUST_MOVE = Le coup n'est pas permis
    .means = Le joueur peut jouer une case, et ne peut donc pas passer.

## La ligne de commande

did-you-mean = {" "}(vouliez-vous dire { $meant } ?)
in-move = Coup { $index } ({ $move }) :
preset-of-no-game = aucun jeu n'a de préréglage appelé { $name } ; « ayla variants JEU » en donne la liste
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
heading-puzzle = Problème { $id }, difficulté { $grade } sur 6.
heading-next-puzzle = Problème suivant : { $id }
heading-candidates = Coups, le meilleur d'abord :
best-move = Meilleur coup : { $move }
value = Valeur : { $value } ({ $verdict })
bounds = Prouvé : la valeur est entre { $least } et { $most }
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

## Coups

played-house = { $you ->
    [mover] Vous jouez la case { $house }.
   *[other] { $mover } joue la case { $house }.
}
played-pass = { $you ->
    [mover] Vous passez.
   *[other] { $mover } passe.
}
played-agree = Les deux camps se mettent d'accord pour arrêter.

## Mots pour les coups, tels qu'on les écrit, séparés par des virgules, en minuscules. Toute langue est lue dans toute partie

# À côté de tout coup, même dans une question : « case 3 ? »
words-house = case, trou, numéro, n, coup, joue, je, la, le
# Pour un coup que l'on joue, et pas dans une question
words-statement = jouer, jouons, sème, semer, mon, ma, coup est, meilleur coup est, choix est, ma réponse est, choisis, vais jouer, veux jouer, voudrais jouer, aimerais jouer, j'aimerais jouer, je vais en, je pars de, va pour, ce sera, on, oui, alors, donc, bon, allez, moi, réponse, réponse est, réponse finale, s'il te plaît, s'il vous plaît, svp, stp, merci
words-numbers = un, deux, trois, quatre, cinq, six, sept, huit, neuf, dix, onze, douze
# Les formes d'un ordinal sont séparées par une espace
words-ordinals = premier première premiere, deuxième deuxieme second seconde, troisième troisieme, quatrième quatrieme, cinquième cinquieme, sixième sixieme, septième septieme, huitième huitieme, neuvième neuvieme, dixième dixieme, onzième onzieme, douzième douzieme
words-ordinal-endings = e, è, er, ère, ere, re, ème, eme, ième, ieme, nd, nde
# Après un ordinal qui désigne une case, et avant
words-nouns = case, trou
words-articles = la
# De ceux qui veulent autre chose que jouer un coup
words-help = aide, aidez, commandes, règles, regles, coups, comment
words-stop = stop, arrêt, arrête, arrêter, arreter, fin, nulle, nul, abandon, abandonne, abandonner, quitter
words-pass = passer, passe
words-agree = d'accord, accord, accepter, accepte, j'accepte

## Ce qui se passe dans un coup, pour la liste qui suit

event-pick-up = prend { $seeds } ({ $house })
event-lap = relais { $lap } : prend { $seeds } ({ $house })
event-sow = sème : { $houses }
houses-in-order = { $side } { $houses }
event-capture-store = récolte { $seeds } ({ $house }) pour le grenier { $store } ({ $ruling })
event-capture-off = prend { $seeds } ({ $house }), hors du plateau ({ $ruling })
event-tuzdik = { $house } devient un tuzdik pour { $owner } ({ $ruling })
event-share = les graines restantes sont partagées : { $to-south } pour { $south }, { $to-north } pour { $north }, { $off } pour personne ({ $ruling })
events-truncated = et plus encore : seules les { $houses } premières cases semées sont montrées

## Ce qui s'est passé dans un coup, en une phrase ou deux

moved-lap = Semis de { $seeds } ; la dernière tombe dans { $house }.
moved-lap-of-many = La dernière graine tombe dans { $house }.
moved-lap-of-one = Sa graine tombe dans { $house }.
moved-laps = Après { $laps } relais, la dernière graine tombe dans { $house }.
moved-capture = { $you ->
    [captor] Vous récoltez { $seeds } dans { $houses }.
   *[other] { $captor } récolte { $seeds } dans { $houses }.
}
moved-tuzdik = { $you ->
    [owner] Vous faites de { $house } votre tuzdik.
   *[other] { $owner } fait de { $house } son tuzdik.
}
moved-share = { $you ->
    [south] { $to-north ->
        [0] { $to-south ->
            [0] La dernière graine quitte le jeu.
            [one] Vous ramassez la graine restante.
           *[other] Vous ramassez les { $to-south } graines restantes.
        }
       *[other] { $to-south ->
            [0] { $to-north ->
                [one] { $north } ramasse la graine restante.
               *[other] { $north } ramasse les { $to-north } graines restantes.
            }
           *[other] Vous ramassez { $to-south } des graines restantes, et { $north } { $to-north }.
        }
    }
    [north] { $to-north ->
        [0] { $to-south ->
            [0] La dernière graine quitte le jeu.
            [one] { $south } ramasse la graine restante.
           *[other] { $south } ramasse les { $to-south } graines restantes.
        }
       *[other] { $to-south ->
            [0] { $to-north ->
                [one] Vous ramassez la graine restante.
               *[other] Vous ramassez les { $to-north } graines restantes.
            }
           *[other] { $south } ramasse { $to-south } des graines restantes, et vous { $to-north }.
        }
    }
   *[other] { $to-north ->
        [0] { $to-south ->
            [0] La dernière graine quitte le jeu.
            [one] { $south } ramasse la graine restante.
           *[other] { $south } ramasse les { $to-south } graines restantes.
        }
       *[other] { $to-south ->
            [0] { $to-north ->
                [one] { $north } ramasse la graine restante.
               *[other] { $north } ramasse les { $to-north } graines restantes.
            }
           *[other] { $south } ramasse { $to-south } des graines restantes, et { $north } { $to-north }.
        }
    }
}

## Où en est la partie

prompt-again = { $you ->
    [mover] Vous rejouez.
   *[other] { $mover } rejoue.
}
prompt-play = { $you ->
    [mover] C'est à vous de jouer.
   *[other] C'est à { $mover } de jouer.
}
prompt-pass = { $you ->
    [mover] Vous n'avez pas de coup permis et devez passer.
   *[other] { $mover } n'a pas de coup permis et doit passer.
}
advice-agree = Aucune récolte depuis { $moves } coups : les joueurs peuvent convenir d'arrêter.
proposes-to-stop = { $you ->
    [by] Vous proposez d'arrêter.
    *[other] { $by } propose d'arrêter.
}
do-you-agree = Êtes-vous d'accord ?
agrees-to-stop = { $you ->
    [other] Vous êtes d'accord pour arrêter.
   *[other] { $other } est d'accord pour arrêter.
}
plays-on = { $you ->
    [other] Vous continuez la partie.
   *[other] { $other } préfère continuer.
}
would-win = { $you ->
    [winner] Vous gagneriez, { $won } à { $lost }.
   *[other] { $winner } gagnerait, { $won } à { $lost }.
}
would-draw = Ce serait un match nul, { $won } à { $lost }.
can-agree = Les deux camps peuvent convenir d'arrêter.
quiet-moves = Coups sans récolte : { $moves }.
ending-quiet = coups sans récolte
ending-repetition = répétition
ending-agreement = accord
ending-no-move = aucun coup permis
ending-empty-row = rangée vide
ending-no-seeds = plus aucune graine
ending-majority = majorité
ended-quiet = Trop de coups se sont suivis sans récolte.
ended-repetition = Une position s'est répétée trop souvent.
ended-agreement = Les deux camps se sont mis d'accord pour arrêter.
ended-no-move = Il n'y a plus de coup permis.
ended-empty-row = Une rangée est vide.
ended-no-seeds = Il ne reste plus de graines.
ended-majority = Un grenier contient plus de la moitié des graines.
result-win = { $you ->
    [winner] Vous gagnez.
   *[other] { $winner } gagne.
}
result-nobody = Personne ne gagne.
result-win-score = { $you ->
    [winner] Vous gagnez, { $won } à { $lost }.
   *[other] { $winner } gagne, { $won } à { $lost }.
}
result-draw-score = Match nul, { $won } à { $lost }.
over = La partie est finie. { $ending } { $result }

## Ce que vaut une position

verdict-win-by-proven = { $you ->
    [winner] vous gagnez à coup sûr, de { $margin }
   *[other] { $winner } gagne à coup sûr, de { $margin }
}
verdict-win-by-about = { $you ->
    [winner] vous gagnez à coup sûr, d'environ { $margin }
   *[other] { $winner } gagne à coup sûr, d'environ { $margin }
}
verdict-draw-proven = match nul à coup sûr
verdict-win-proven = { $you ->
    [winner] vous gagnez à coup sûr
   *[other] { $winner } gagne à coup sûr
}
verdict-nobody-proven = personne ne gagne, à coup sûr
verdict-ahead-by-estimated = { $you ->
    [winner] vous menez d'environ { $margin }
   *[other] { $winner } mène d'environ { $margin }
}
verdict-ahead-estimated = { $you ->
    [winner] vous semblez mener
   *[other] { $winner } semble mener
}
verdict-even-estimated = à peu près à égalité
certainty-proven = prouvé
certainty-estimated = estimé

## Pourquoi un coup proposé est bon

why = Ce coup { $facts }.
why-only = est le seul permis
why-captures = récolte { $seeds }
why-gives = donne { $seeds } à l'adversaire
why-bears-off = sort { $seeds } du plateau
why-makes-tuzdik = fait de { $house } un tuzdik
why-ends = met fin à la partie
why-feeds = donne des graines à l'adversaire, qui n'en a plus
why-again = permet au même joueur de rejouer
why-saves = sauve { $seeds } que l'adversaire pouvait récolter
why-prepares = prépare une récolte de { $seeds } avec la case { $house }
why-leaves-house = laisse { $seeds } dans la case { $house }, que l'adversaire peut récolter
why-leaves = permet à l'adversaire de récolter { $seeds }
why-best = ne récolte rien tout de suite, mais mène à la meilleure position trouvée
why-nothing = ne récolte rien tout de suite

## Problèmes

puzzle-win = Vous jouez Sud, et c'est à vous : trouvez comment gagner.
puzzle-win-most = Vous jouez Sud, et c'est à vous : trouvez comment gagner avec la plus grande avance.
puzzle-draw = Vous jouez Sud, et c'est à vous : trouvez comment éviter la défaite.
puzzle-seeds = Vous jouez Sud, et c'est à vous : trouvez comment récolter le plus de graines.
puzzle-right = { $moves ->
    [one] C'est ça. Il reste { $moves } coup à trouver.
   *[other] C'est ça. Il reste { $moves } coups à trouver.
}
puzzle-solved = Résolu.
puzzle-why-most = La case { $house } { $count ->
    [1] récolte { seeds } { $houses ->
        [1] d'un coup
       *[other] de { houses } d'un coup
    }
   *[other] vous fait rejouer : { $moves } récoltent ensemble { seeds }
} ; { $others ->
    [0] aucun autre coup n'en récolte.
   *[other] tout autre coup en récolte { $others } au plus.
}
puzzle-why-gives = La case { $house } en récolte { $seeds }, mais ensuite Nord en récolte { $norths } par la case { $answer }.
puzzle-why-safe = À son prochain tour, Nord ne peut rien récolter.
puzzle-why-ends = Le coup termine la partie{ $norths ->
    [0] .
    [one] , et Nord récolte l'autre graine.
   *[other] , et Nord récolte les { $norths } autres.
}
puzzle-why-no-move = La case { $house } laisse Nord sans coup.
puzzle-why-reply = La case { $house } { $seeds ->
    [0] ne récolte rien
   *[other] récolte { seeds }
} tout de suite, et ensuite Nord { $norths ->
    [0] ne peut rien récolter.
   *[other] en récolte { $norths }.
}
puzzle-why-rival = La case { $house } { $compared ->
    [more] en récolte plus tout de suite ({ $seeds })
   *[as-much] { $seeds ->
        [0] ne récolte rien non plus
       *[other] en récolte autant tout de suite
    }
}, mais ensuite Nord en récolte { $norths } par la case { $answer }.
puzzle-why-denies = Après la case { $house }, Nord { $norths ->
    [0] ne peut rien récolter ;
    [one] peut récolter { $norths } graine au plus ;
   *[other] peut récolter { $norths } graines au plus ;
} après tout autre coup, il peut en récolter au moins { $others }, comme par la case { $reply } après votre case { $other }.
puzzle-why-later = La case { $house } { $seeds ->
    [0] ne récolte encore rien, mais
   *[other] récolte { seeds }, et
} { $turns ->
    [1] à votre prochain tour
   *[other] { $turns } tours plus tard
}, la case { $then } récolte { $later }.
puzzle-why-total = Avec la case { $house }, { $compared ->
    [more] vous récoltez désormais { $difference } de plus que Nord
    [less] Nord ne récolte désormais que { $difference } de plus que vous
   *[as-much] vous récoltez désormais autant que Nord
}, si chacun joue au mieux.
puzzle-why-last = Avec la case { $house }, Nord est le premier à n'avoir plus de coup, si chacun joue au mieux.
puzzle-why-tempts = La case { $house } en récolte plus tout de suite ({ $seeds }), mais { $norths ->
    [0] vaut moins à la fin.
   *[other] ensuite Nord en récolte { $norths } par la case { $answer }, et elle vaut moins à la fin.
}
puzzle-why-saves = Nord allait récolter { $feared } ; après la case { $house }, il { $norths ->
    [0] ne peut rien récolter.
   *[other] peut en récolter { $norths } au plus.
}
puzzle-why-tuzdik = Le coup fait aussi un tuzdik.
puzzle-why-no-tuzdik = Le coup empêche Nord de faire un tuzdik.
puzzle-worth = { $best ->
    [win] À la fin de la partie, vous gagnez de { $seeds }
    [wins] Vous gagnez
   *[draw] Personne ne gagne
} : tout autre premier coup aurait { $other ->
    [win] gagné de { $others } au plus.
    [draw] mené au mieux à une partie nulle.
    [lose] perdu d'au moins { $others }.
   *[loses] perdu.
}
puzzle-no-win = Votre coup ne gagne pas.
puzzle-loses = Votre coup perd.
puzzle-wins-less = Un autre coup gagne avec plus d'avance.
puzzle-fewer-seeds = Il y a un coup qui rapporte plus de graines.

## Ce qu'une relecture dit d'un coup

review-best = Aucun meilleur coup n'a été trouvé.
review-better = { $better } valait mieux.
review-better-perhaps = { $better } semblait préférable.
review-better-by = { $better } rapportait { $margin } de plus.
review-better-by-about = { $better } rapportait environ { $margin } de plus.
review-why = { $better } { $facts }. { $played } { $others }.
review-gave-away-win = Ce coup laisse échapper une victoire certaine.
review-gave-away-draw = Ce coup laisse échapper un match nul certain.
better-house = La case { $house }
better-pass = Passer
better-agree = S'arrêter d'un commun accord

## Niveaux

level-1 = Niveau 1 : connaît les coups, mais ne voit presque rien de ce qu'ils font
level-2 = Niveau 2 : débute, voit un coup d'avance et laisse passer beaucoup de choses
level-3 = Niveau 3 : débute, voit un coup d'avance mais pas les longs semis
level-4 = Niveau 4 : joue de temps en temps et voit les grosses prises toutes proches
level-5 = Niveau 5 : joue de temps en temps et commence à voir les réponses
level-6 = Niveau 6 : joue souvent et ne laisse passer aucune prise de la moitié du plateau
level-7 = Niveau 7 : joue souvent et voit quelques coups d'avance
level-8 = Niveau 8 : joue bien, voit plusieurs coups d'avance et laisse passer quelques graines
level-far = Niveau { $level } : joue bien, voit loin et laisse passer peu de choses
level-full = Niveau { $level } : pleine force, rien de ce qui est trouvé n'est laissé de côté

## Un plateau en mots

row = { $side }, cases 1 à { $houses } : { $seeds }.
tuzdik-of = { $you ->
    [owner] votre tuzdik
   *[other] tuzdik pour { $owner }
}
store = { $you ->
    [side] Vous avez récolté { $seeds }.
   *[other] { $side } a récolté { $seeds }.
}
store-holds = { $you ->
    [side] Vous avez { $seeds } au grenier.
   *[other] { $side } a { $seeds } au grenier.
}

## La page sur laquelle on joue

page-settings = Réglages
page-language = Langue
page-words-failed = Les textes de cette page n'ont pas pu être chargés.
page-theme = Couleurs
page-theme-auto = Auto
page-theme-light = Clair
page-theme-dark = Sombre
page-rules = Règles
page-rules-untranslated = Cette page est en anglais ; la page pour jouer parle aussi français.
page-rules-watch = { $moves ->
    [one] Voir le coup
   *[other] Voir les coups
}
page-rules-slow = Le service tarde à répondre.
page-rules-gone = Le service est injoignable. Nouvel essai dans un instant.
page-rules-key = Ce service demande une clé d'API. Donnez-la sur la page pour jouer.
page-loading = La partie se prépare…
page-needs-server = Les coups, les leçons et les problèmes viennent du serveur : cette page a besoin d'une connexion. Elle reprend dès qu'il y en a une.
page-condition-slow = Le service tarde à répondre. La partie reprendra avec sa réponse.
page-condition-busy = Le service est occupé. Nouvel essai dans un instant.
page-condition-gone = Le service est injoignable. La partie est gardée et reprendra à son retour.
page-condition-here = Pas de connexion. La partie continue dans ce navigateur.
page-condition-key = Ce service demande une clé d'API :
page-news-kept = Vous pouvez désormais jouer ici sans connexion.
page-news-newer = Une nouvelle version est prête.
page-news-load = Charger la nouvelle version
page-ok = OK
page-play = La partie
page-board = Plateau de jeu : { $game }
page-board-refused = Ce n'est pas une position d'un jeu que le plateau connaît : { $position }
page-house = { $house } : { $seeds }.
page-house-legal = Jouable.
page-house-value = Valeur { $value }.
page-first-turn = À vous : touchez l'une de vos { $houses ->
    [6] six
    [12] douze
   *[other] { $houses }
} cases.
page-not-your-house = À ce tour, on ne joue pas les cases chez { $side }.
page-person = une personne
page-you = Vous
page-friend = un ami
page-by-link = un ami, par liens
page-name = Nom
page-name-of = { $side ->
    [mine] Votre nom
   *[other] Nom ({ $side })
}
page-engine = { $name } (niveau { $level })
page-engine-level = Moteur, niveau { $level }
page-level = { $level ->
    [0] Pleine force
    [1] Nouveau venu
    [2] Débutant
    [3] Apprenti
    [4] Amateur
    [5] Habitué
    [6] Joueur averti
    [7] Joueur solide
    [8] Expert
   *[other] Maître
}
page-recurs = { $times ->
    [one] Cette position s'est déjà présentée.
   *[other] Cette position s'est déjà présentée { $times } fois.
}
page-recurs-stop = On s'arrête là ?
page-preview = Si l'on joue ici : { $sentence }
page-speed = Vitesse
page-speed-auto = Automatique
page-speed-slow = Lente
page-speed-normal = Normale
page-speed-fast = Rapide
page-speed-off = Sans animation
page-sounds = Sons
page-won-half = { $you ->
    [winner] Vous avez pris { $won } graines sur { $all } : plus de la moitié.
   *[other] { $winner } a pris { $won } graines sur { $all } : plus de la moitié.
}
page-won-more = { $you ->
    [winner] Vous avez pris { $won } graines sur { $all }, plus que les { $lost } d'en face.
   *[other] { $winner } a pris { $won } graines sur { $all }, plus que les { $lost } d'en face.
}
page-won-last = { $you ->
    [winner] Vous avez joué le dernier coup, qui gagne.
   *[other] { $winner } a joué le dernier coup, qui gagne.
}
page-try-level = Essayer le niveau { $level }
page-results = Vos parties ici : { $won ->
    [one] { $won } gagnée
   *[other] { $won } gagnées
}, { $drawn ->
    [one] { $drawn } nulle
   *[other] { $drawn } nulles
}, { $lost ->
    [one] { $lost } perdue
   *[other] { $lost } perdues
}.
page-streak = { $streak } victoires de suite.
page-best-level = Niveau le plus haut battu : { $best }.
page-rematch = Revanche
page-swap = Changer de côté
page-more = Plus
page-fewer = Moins
page-kept = Vos parties ({ $games })
page-kept-moves = { $moves ->
    [one] { $moves } coup
   *[other] { $moves } coups
}
page-kept-over = { $moves ->
    [one] finie après { $moves } coup
   *[other] finie après { $moves } coups
}
page-kept-forget = Supprimer { $game }
page-kept-continue = Reprendre votre partie
page-kept-goes-on = Votre dernière partie reprend ici.
page-kept-follows = La partie a continué dans un autre onglet.
page-kept-apart = La partie a aussi continué dans un autre onglet. À partir d'ici, c'en est une autre.
page-save = Enregistrer la partie
page-sheet-copy = Copier la feuille de partie
page-sheet-player = { $side } : { $name }
page-sheet-copied = La feuille de partie est copiée.
page-sheet-save = Enregistrer la feuille de partie
page-gif-save = Animation (GIF)
page-no-picture = Le service n'a pas d'image de cette partie pour l'instant.
page-thinking = { $side } réfléchit…
page-waiting = En attente du serveur…
page-no-connection = Pas de connexion.
page-skip = Passer à la fin
page-pause = Pause
page-go-on = Continuer
page-step = Une graine
page-new = Nouvelle partie
page-undo = Reprendre le coup
page-redo = Rétablir
page-hint = Conseil
page-analysis = Analyse
page-agree = Convenir d'arrêter
page-resign = Abandonner
page-cancel = Annuler
page-resigned = { $you ->
    [side] Vous abandonnez. { $winner } gagne.
    [winner] { $side } abandonne. Vous gagnez.
   *[other] { $side } abandonne. { $winner } gagne.
}
page-agree-both = Les deux sont d'accord
page-agree-title = Les deux camps sont-ils d'accord pour arrêter ?
page-propose = Le proposer
page-propose-title = Proposer d'arrêter ?
page-agree-text = Le score serait { $south } { $southScore }, { $north } { $northScore }.
page-hint-more = Préciser le conseil
page-hint-side = Regardez vos cases { $from } à { $to }.
page-hint-house = { $move ->
    [pass] Le mieux est de passer.
    [take] Le mieux est de commencer.
    [swap] Le mieux est de changer de camp.
    [give] Le mieux est de laisser commencer l'adversaire.
   *[other] La case { $move } est un bon coup.
}
page-hint-captures = Ce coup prend des graines.
page-hint-text = Meilleur coup : { $move ->
    [pass] passer
    [take] commencer
    [swap] changer de camp
    [give] laisser commencer l'adversaire
   *[other] la case { $move }
} ({ $verdict }). Suite : { $line }.
page-value = { $you ->
    [side] Où vous en êtes
   *[other] Où en est { $side }
}
page-value-bounds = { $value } ; prouvé : entre { $least } et { $most }
page-depth = Profondeur { $depth }.
page-no-move = Aucun coup n'a été joué.
page-no-score = Ce jeu ne se joue pas aux points : qui joue le dernier gagne.
page-move-pass = Passer
page-move-agree = Accord pour arrêter
page-phase-pass = Aucune case n'est jouable : la main passe à l'adversaire.
page-score = points
page-history = Coups
page-beginning = Début
page-type-move = Écrire un coup
page-share = Partager …
page-share-title = { $game }, { $number ->
    [0] le début
   *[other] coup { $number }
}
page-share-for = Le lien est pour
page-share-friend = { $side }, qui joue ensuite
    .text = Ouvre la partie de l'autre côté du plateau. Chacun ne joue que ses graines.
page-share-watch = regarder
    .text = Montre la partie telle qu'elle est maintenant. Personne ne peut y jouer.
page-share-play = jouer à partir d'ici
    .text = Qui l'ouvre continue dans une partie à soi. La vôtre reste telle quelle.
page-share-link = Lien
page-share-game = Partager
page-share-copy = Copier le lien
page-share-scan = Code QR
page-share-code = Le lien en code QR
page-share-done = Le lien est partagé.
page-share-long = Le lien est trop long pour un code QR.
page-link-first = Chacun joue, puis envoie le lien à l'autre.
page-link-move = La partie après le coup { $number }.
page-link-old = C'est un ancien lien, du coup { $number }. Sur cet appareil, la partie en est au coup { $newest }.
page-link-apart = Les coups de ce lien ne sont pas ceux de la partie sur cet appareil, qui en est au coup { $newest }.
page-link-newest = Aller à la partie d'ici, au coup { $number }
page-link-take = Prendre les coups du lien
page-link-send = Envoyez le lien à { $side }.
page-link-send-back = { $answers ->
    [true] Renvoyer le lien
   *[other] Envoyer le lien
}
page-link-waits = C'est à l'autre camp de jouer, par le lien que vous envoyez.
page-link-propose = Proposer d'arrêter
page-link-proposed = { $side } propose d'arrêter.
page-link-agree = Vous proposez d'arrêter avec le lien que vous envoyez.
page-flat = Plateau à plat entre nous
page-copied = Le lien est copié.
page-watching = C'est la partie telle qu'elle était quand le lien a été copié. Elle ne se joue pas ici.
page-link-damaged = Ce lien est abîmé ou incomplet. Redemandez-le, ou commencez une nouvelle partie.
page-link-unknown = Ce lien mène à un jeu que l'on ne connaît pas ici : { $name }.
page-cut = La partie va jusqu'au coup précédent.
page-looks = Le plateau montre le coup { $at } sur { $all }.
page-go-on-here = Continuer d'ici
page-to-end = Aller à la fin
page-resigns = { $you ->
    [side] Vous abandonnez
   *[other] { $side } abandonne
}
page-no-hint = Pas de conseil à ce moment.
page-no-undo = Aucun coup à reprendre.
page-play-on = Jouer à partir d'ici
page-keys = Touches
page-keys-text = Sur le plateau : les flèches, Début et Fin choisissent une case, Entrée la joue. L dit le dernier coup, S le score, B le plateau ; H donne un conseil, U annule un coup.
page-game = Jeu
page-preset = Règles
page-eye = Compter à l'œil
page-eye-text = Les cases montrent leurs graines sans nombre, et jamais plus de six en face. Aucun coup ne montre d'avance où il finit.
page-own-options = Options au choix
page-options = Options
option-title-capture = Récoltes
    .two-or-three = Deux ou trois graines
    .two = Deux graines
    .any = À chaque coup
    .after-store = Après une graine au grenier
option-title-direction = Sens du semis
    .anticlockwise = Sens inverse des aiguilles d'une montre
    .clockwise = Sens des aiguilles d'une montre
option-title-empty-capture = Récolte à vide
option-title-end = La partie finit
    .play-out = Quand il n'y a plus de graines
    .no-move = Quand il n'y a plus de coup
    .empty-row = Aussi quand une rangée est vide
    .either-row = Quand une rangée est vide
    .own-turn = Quand la rangée de qui doit jouer est vide
option-title-first-bonus = Rejouer après le premier coup
option-title-houses = Cases par rangée
option-title-majority = Arrêt à la majorité
option-title-pie = Échange après le premier tour
option-title-quiet = Arrêt après des coups sans récolte
option-title-remaining = Graines restantes à l'arrêt
    .own-side = Au camp de chaque case
    .split = Partagées par moitié
    .finisher = Au camp qui a fini
    .leave = Laissées en place
option-title-repetition = Arrêt à la répétition
option-title-seeds = Graines par case
page-players = Joueurs
page-first = Commence
page-head = Avance
page-head-none = aucune
page-head-of = { $side } : { seeds } de plus au grenier
page-head-houses = { $side } : les graines { $houses ->
    [one] d'une case
   *[other] de { $houses } cases
} chez { $other }
page-start = Commencer
page-close = Fermer
page-review = Bilan
page-review-runs = Le bilan des coups est en cours…
page-review-done = { $done } coups sur { $all } examinés. Erreurs : { $near } { $nearCount }, { $far } { $farCount }.
page-review-accuracy = Précision : { $near } { $nearShare }, { $far } { $farShare }. C'est la part des coups qui ne sont pas des erreurs.
page-moments = Rejouer votre coup le plus coûteux
page-moment = { $move ->
    [pass] Passer
    [take] Choisir de commencer
    [give] Laisser commencer
    [swap] Changer de camp
   *[other] La case { $move }
} { $seeds ->
    [0] était une erreur ici.
   *[other] coûtait environ { seeds } ici.
} Trouvez un meilleur coup.
page-moment-right = Bien trouvé : ce n'est pas une erreur.
page-moment-wrong = { $seeds ->
    [0] C'est une erreur aussi.
   *[other] Ce coup coûte environ { seeds }.
} Essayez-en un autre.
page-moment-next = Erreur suivante (encore { $moments })
page-moment-none = Aucune erreur n'a été trouvée dans vos coups.
page-review-cut = Le bilan a été interrompu.
page-review-more = Continuer
page-review-ply = Le coup
page-review-table = Tous les coups en tableau
page-review-value = { $you ->
    [side] Valeur pour vous
   *[other] Valeur pour { $side }
}
page-review-cost = Coût
page-review-better = Mieux
page-ahead = { $you ->
    [side] Vous menez
   *[other] { $side } mène
}
page-mistakes = { $you ->
    [side] Vos plus grosses erreurs
   *[other] Les plus grosses erreurs commises par { $side }
}
page-mistake-of = { $you ->
    [side] votre erreur
   *[other] erreur commise par { $side }
}
page-review-part = Coups { $from } à { $to }
page-better-show = Montrer le meilleur coup
page-better-try = L'essayer d'ici : { $move }
page-variation = Le plateau montre d'autres coups que ceux de la partie.
page-variation-back = Revenir à la partie
page-set-up = Composer une position
page-paste = Position, jeton ou lien d'une partie
page-paste-unknown = Ce n'est ni une position, ni un jeton, ni le lien d'une partie.
page-bring = Ouvrir une partie d'un autre programme
page-bring-text = Le texte d'une ou de plusieurs parties
page-bring-file = ou un fichier
page-bring-read = Lire
page-bring-found = { $games ->
    [one] Une partie, au format { $format }. Choisissez-la pour l'ouvrir :
   *[other] { $games } parties, au format { $format }. Choisissez celle à ouvrir :
}
page-bring-game = { $moves ->
    [one] { $game }, { $moves } coup
   *[other] { $game }, { $moves } coups
}
page-bring-more = Et { $count } de plus.
page-record = Enregistrer pour un autre programme
page-format = { $format ->
    [ayla] Texte d'Ayla
    [playstrategy] PlayStrategy
    [ogn] Oware Game Notation
    [auale] Aualé
    [wikimanqala] Wikimanqala
    [score-sheet] Feuille de partie des joueurs
    [openspiel] OpenSpiel
    [kgp] Kalah Game Protocol
   *[letters] Lettres A à F
}
page-record-none = La partie ne peut pas être écrite au format { $format }.
page-store = Grenier chez { $side }
page-sum = { $seeds ->
    [one] { $seeds } graine en tout
   *[other] { $seeds } graines en tout
}
page-sum-other = { $seeds ->
    [one] (une partie commence avec { $seeds } graine)
   *[other] (une partie commence avec { $seeds })
}
page-no-number = Ce n'est pas un nombre entier, de 0 ou plus.
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
page-is-play = Jeu
page-tuzdik = Tuzdik pour { $side }
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
page-view-puzzles = Problèmes
page-view-teach = Pour la classe
page-view-developers = Développeurs
page-teach-rules = Règles sur une feuille
page-teach-rules-of = { $game } : les règles
page-teach-list = Liste à cocher
page-teach-list-of = { $game } : les leçons
page-teach-print = Imprimer
page-teach-open = Pour apprendre à l'écran :
page-teach-name = Nom :
page-teach-picture = Dessin : { $title }
page-developers-title = Chaque coup est un seul appel
page-developers-text = Le service ne garde aucune partie : un appel contient la position et le coup, et sa réponse est le tour suivant. Jouez un coup et voyez l'appel avec son JSON.
page-developers-more = Pour aller plus loin
page-developers-docs = Essayer tous les appels
page-developers-openapi = Le document OpenAPI
page-developers-notation = Comment on écrit les positions et les coups
page-developers-board = Le plateau pour votre propre page :
page-lessons = Leçons
page-lesson-is-solved = réussie
page-lesson-solved = Bravo !
page-lesson-wrong = Pas encore.
page-lesson-refused = Ce coup n'est pas permis.
page-lesson-again = Réessayer
page-lesson-set-up = Le plateau est remis en place.
page-lesson-not-yours = Cette case est à Nord. Jouez une des vôtres.
page-lesson-no-house = Il n'y a pas de case { $house } ici.
page-lesson-next = Leçon suivante
page-lesson-show = Montrer la réponse
page-lesson-answer = { $move ->
    [pass] Appuyez sur « Passer ».
    [take] Vous pouvez commencer, par exemple.
    [give] Vous pouvez laisser Nord commencer, par exemple.
   *[other] Jouez la case { $move }.
}
# Pourquoi un coup ne résout pas une leçon, selon ce qui manque : $found est ce qu'il a fait, et $seeds se trouvent là où est tombée sa dernière graine.
page-lesson-why = { $kind ->
    [laps] { $found ->
        [one] { $seeds ->
            [0] Votre coup s'est arrêté après un relais : la dernière graine a fait quatre.
           *[other] Votre coup s'est arrêté après un relais : la dernière graine est tombée dans une case vide.
        }
       *[other] Chaque relais, sauf le dernier, a fini dans une case qui avait des graines : vous avez donc continué à semer.
    }
    [north] Nord n'a rien récolté pendant votre coup.
    [borneOff] { $found ->
        [0] Aucune graine n'a dépassé le bout de votre rangée.
        [one] Une seule graine a dépassé le bout de votre rangée.
       *[other] { $found } graines ont dépassé le bout de votre rangée.
    }
    [winner] La partie continue.
    [refused] Ce coup est permis. Cherchez-en un qui ne l'est pas.
    [reason] Ce coup aussi est refusé, mais pour une autre raison.
   *[move] Ce n'est pas la case demandée.
}
page-lesson-next-game = Jeu suivant : { $game }
page-lesson-play = Jouer une partie
page-lesson-rule = Lire la règle
page-puzzle-title = { $game }, problème { $number }
page-puzzle-day = Problème du jour
page-puzzle-run = Autres problèmes
page-puzzle-how-hard = Difficulté
page-puzzle-about = Sujet
page-puzzle-any = tous
page-puzzle-skip = Un autre problème
page-puzzle-how = Une série compte les jours où vous avez résolu un problème du jour. Un jour manqué par semaine est pardonné.
page-puzzle-new = Vous débutez ?
page-puzzle-easy = Commencez par un problème facile.
page-puzzle-then = Parmi les coups suivants : { $moves }
page-puzzle-ends = Si chacun joue au mieux jusqu'à la fin, vous avez { $south } graines et Nord en a { $north }.
page-puzzle-grade = Difficulté { $grade } sur { $grades }.
page-puzzle-is-solved = Vous l'avez résolu.
page-puzzle-done = résolu aujourd'hui
page-puzzle-show = Montrer la solution
page-puzzle-solution = La solution :
page-puzzle-short = C'est { $sure ->
    [proven] { seeds }
   *[other] environ { seeds }
} de moins que le meilleur coup.
page-puzzle-step = Coup suivant
page-puzzle-next = Problème suivant
page-puzzle-harder = Le suivant est plus difficile : { $grade } sur { $grades }.
page-puzzle-easier = Le suivant est plus facile : { $grade } sur { $grades }.
page-puzzle-shown = Ce problème ne compte pas, car sa solution a été montrée.
page-puzzle-streak = Jours de suite : { $days }.
page-puzzle-solved = Problèmes résolus : { $puzzles }.
page-puzzle-theme-capture = Récolte
page-puzzle-theme-chain = Récolte de plusieurs cases
page-puzzle-theme-quiet = Coup calme
page-puzzle-theme-prepares = Récolte préparée
page-puzzle-theme-denies = Récolte empêchée
page-puzzle-theme-sacrifice = Sacrifice
page-puzzle-theme-extra-move = Coup supplémentaire
page-puzzle-theme-feeds = Nourrir l'adversaire
page-puzzle-theme-starves = Affamer l'adversaire
page-puzzle-theme-tuzdik = Tuzdik
page-puzzle-theme-round = Tour du plateau
page-puzzle-theme-relay = Nombreux relais
page-puzzle-theme-bears-off = Sortie de graines
page-puzzle-theme-endgame = Dernier coup
page-puzzle-theme-trap = Piège
page-puzzle-theme-run = Série de coups supplémentaires
page-puzzle-theme-grand-slam = Grand chelem
page-puzzle-link = Lien vers ce problème
page-puzzle-keys = Sur le plateau : les flèches, Début et Fin choisissent une case, Entrée la joue. L dit le dernier coup, S le score, B le plateau ; U remet le plateau en place.

## Leçons de la page. Elles vouvoient, comme les phrases du service qui y répondent.

page-lesson-lap = Jouez un seul relais : touchez une case.
    .title = Un relais
    .rule = Vous jouez Sud : la rangée du bas est à vous, celle du haut à Nord. Vous semez toutes les graines d'une case, une dans chaque case qui suit, vers la droite, puis vers la gauche chez Nord : c'est un relais, long ou court. S'il s'arrête dans une case vide, vous aussi.
    .hint = Comptez jusqu'à la case où tombe votre dernière graine : elle doit être vide.
    .solved = Cette case était vide.
page-lesson-relay = Jouez deux relais, pas plus.
    .title = Continuer à semer
    .rule = Si un relais finit dans une case qui a des graines, même chez Nord, vous les ramassez toutes, avec la dernière, et continuez à semer : un autre relais.
    .hint = Le premier relais doit finir dans une case qui a des graines, le deuxième dans une case vide.

## Outils des modèles de langage

tool-moves = Coups permis : { $moves }.
tool-move = { $move } ({ $label })
tool-ignored = Arguments ignorés, car cet outil ne les a pas : { $names }.
tool-agree = « agree » propose d'arrêter.
tool-next-round = start_game avec cet identifiant comme « after » joue la manche suivante, que { $first } commence.
tool-engine-to-move = Le moteur n'a pas encore joué : appelez play_move sans coup.
side-of-engine = Le moteur joue lui-même { $side }.
tool-players = La personne joue { $person }, le moteur { $engine } au niveau { $level }.
tool-two-people = Deux personnes jouent, sans le moteur.
tool-handle-short = Identifiant : { $handle }
tool-handle = Après le coup { $ply }. Identifiant : { $handle }
tool-game = { $name } : { $title }. { $summary } Préréglages : { $presets }.
tool-option = { $name } ({ $default }) : { $meaning } Valeurs : { $domain }.
tool-one-game = le texte contient { $games } parties ; envoyez-en une
tool-nothing-to-review = Il n'y a pas de coup à revoir.
handle-missing = l'identifiant de la partie manque : donnez celui du dernier résultat
handle-form = ce n'est pas un identifiant de partie : donnez celui d'un résultat, tel quel
handle-changed = l'identifiant de la partie a été tronqué ou mal recopié : donnez celui d'un résultat, tel quel
hints-off = cette partie a été commencée sans conseils
seed-out-of-range = la graine du hasard doit être comprise entre 0 et { $most }
level-of-nobody = le niveau est celui du moteur ; entre deux personnes, il n'y en a pas
rule-missing = la règle manque : donnez le numéro d'une règle, ou le jeu et le nom d'une option
rule-of-which-game = { $rule } est une option de { $games } : dites de quel jeu, avec `game`
no-such-rule = il n'y a pas de règle appelée { $rule }{ $hint }

## La page d'accueil

door-title = Semez, récoltez, gagnez
door-lead = Le mancala, ce jeu à deux d'Afrique et d'ailleurs : contre l'ordinateur, ou entre amis.
door-aim = La rangée du bas est à vous. Semez les graines d'une case une à une autour du plateau, et récoltez-en plus que Nord pour gagner.
door-learn = Apprendre en 5 minutes
door-here = À deux sur un appareil
door-link = Avec un ami, par lien
door-far = Nord, le camp d'en face
door-near = Sud : cette rangée est à vous
door-told = Une case contient des graines, et chaque graine semée tombe dans la case suivante. Touchez le plateau pour jouer.
door-games = Les jeux, et d'où ils viennent
door-name = Ayla veut dire « vache » : c'est le nom que les Kunama d'Érythrée donnent à une graine.
door-developers = Pour les développeurs : chaque coup est un seul appel
door-about = Jouez au mancala et apprenez-en les jeux :
door-app = Ayla, jeux de mancala
door-script = Cette page a besoin de JavaScript. Les règles et l'API s'en passent.
docs-title = Référence de l'API
docs-about = Chaque opération, champ et erreur du service, avec de quoi essayer chaque appel. La référence est en anglais.
docs-swagger = Swagger UI
docs-site = Tous les documents, avec recherche (en anglais)
docs-try = Essayer
docs-game = Jeu
docs-address = Adresse
docs-body = Corps
docs-send = Envoyer
docs-key = Clé d'API
door-missing = Cette case est vide
door-missing-text = Il n'y a pas de page à cette adresse : elle est mal écrite, ou n'existe plus.

## Les pages des règles, autour des documents

document-description = { $title } : les règles de jeux de la famille des mancalas ({ $games }).
document-skip = Aller au texte
document-pages = Pages
document-contents = Sur cette page
# Le titre de la liste. Le paragraphe qui nomme les règles d'un document commence ainsi aussi.
document-rulings = Règles numérotées
document-text = Texte : { $section }
document-table = Tableau : { $section }
document-board = Plateau
document-before = Avant
document-after = Après
document-submitted = Position envoyée
document-settled = Après le décompte
document-moves = Les coups { $moves }
document-over = La partie est déjà finie dans la position envoyée
document-house = { $side } joue la case { $house }
document-pass = { $side } passe
document-take = { $side } choisit de commencer
document-give = { $side } laisse commencer l'adversaire
document-agree = Les deux camps conviennent d'arrêter

## Régions, pour les autres noms des jeux

region-ivory-coast = Côte d'Ivoire
region-ghana = Ghana
region-nigeria = Nigéria
region-west-africa = Afrique de l'Ouest
region-caribbean = Antilles
region-suriname = Suriname
region-cape-verde = Cap-Vert
region-europe = Europe
region-turkey = Turquie
region-malaysia = Malaisie, Singapour et Brunei
region-java = Java
region-philippines = Philippines
region-kazakhstan = Kazakhstan
region-kyrgyzstan = Kirghizstan

## Pages sur les raisons

problem-what = Ce que cela veut dire
problem-operations = Quelles opérations le disent
problem-every-operation = Toute opération peut le dire.
problem-tools = Les outils pour les modèles de langage, et les pages d'autres sites.
problem-example = Un exemple
problem-advice = Que faire
problem-play-legal = Jouez l'un des coups permis : legal-moves en donne la liste, et dit pour chaque autre case pourquoi elle n'en est pas.
