### Ce que dit Ayla en français de l'Andada seulement.

## Le jeu

summary-andada = Deux longues rangées de cases (ita), deux graines (ayla, les vaches) dans chacune ; un jeu des Kunama de l'ouest de l'Érythrée, souvent joué en équipes. Le premier coup dessine le motif 3, 3, 0 ; puis on sème en relais, on prend les graines d'en face, et à la fin on sort des graines du plateau. Qui joue le dernier coup gagne.

## Préréglages : un titre, et leur usage

preset-andada-default = Andada
    .summary = Douze cases par rangée, une personne par camp.
preset-andada-houses-24 = Longues rangées
    .summary = Vingt-quatre cases par rangée, pour de longues parties.
preset-andada-teams-of-four = Équipes de quatre
    .summary = Quatre personnes par camp, trois cases pour chacune.
preset-andada-clockwise = Sens des aiguilles d'une montre
    .summary = On sème dans l'autre sens.
preset-andada-finite = Durée limitée
    .summary = Arrêt quand une position revient ; personne n'a alors gagné.

## Options

option-andada-bear-off = La sortie des graines, une fois commencée, dure jusqu'à la fin de la partie (permanent), ou n'est permise que pour un coup joué quand aucune case n'a plus d'une graine (momentary).
option-andada-direction = Le sens du semis.
option-andada-end = La partie finit quand le camp qui doit jouer n'a aucun coup permis (no-move), ou aussi quand une rangée est vide après un coup ; son camp a alors perdu (empty-row).
option-andada-houses = Le nombre de cases par rangée. La tradition en compte de 12 à 24, ou plus ; avec moins de cases, les parties sont peu profondes et servent à l'étude.
option-andada-repetition = La partie s'arrête, et personne ne gagne, quand la même disposition des graines dans les cases, avec la même phase et le même camp à jouer, s'est présentée ce nombre de fois dans la suite de coups envoyée ; 0 : jamais.
option-andada-team = Le nombre de personnes par équipe, qui doit diviser le nombre de cases par rangée. Chacune a le même nombre de cases qui se suivent, la place 1 tout à gauche.

## Règles

ruling-AN-1 = Le premier coup pose 3, 3, 0 tout autour du plateau.
    .plain = Le premier coup fait le tour du plateau et laisse 3, 3, 0, puis encore 3, 3, 0, jusqu'au bout.
ruling-AN-2 = L'adversaire dit ensuite qui joue le premier coup ordinaire.
    .plain = Un camp joue le premier coup. L'autre dit alors qui joue ensuite.
ruling-AN-3 = On sème en relais, jusqu'à ce que la dernière graine tombe dans une case vide.
    .plain = Si votre dernière graine tombe dans une case qui a des graines, vous les ramassez toutes et vous continuez à semer. Si elle tombe dans une case vide, votre coup est fini.
ruling-AN-4 = Une dernière graine dans une case vide de son camp prend les graines d'en face.
    .plain = Si votre coup finit dans une case vide de votre camp, vous récoltez les graines de la case d'en face.
ruling-AN-5 = Quand aucune case n'a plus d'une graine, on sort des graines au bout de la rangée.
    .plain = Quand chaque case a une graine au plus, celle que vous semez après le bout de votre rangée quitte le plateau. Vous la sortez.
ruling-AN-6 = Qui a joué le dernier coup gagne.
    .plain = Qui joue le dernier coup gagne. Les graines récoltées ne comptent pas.
ruling-AN-7 = Une rangée peut être partagée par une équipe, chaque personne ayant ses cases.
ruling-AN-8 = Qui ne peut jouer que des coups sans fin n'a pas de coup.
ruling-AN-9 = La sortie des graines dure jusqu'à la fin, ou pour le coup seulement.
ruling-AN-10 = La partie s'arrête quand une position se répète, et personne ne gagne.
ruling-AN-11 = Le camp dont la rangée est vide a perdu.

## Pourquoi un coup n'est pas permis

illegal-first-choose = { $you ->
    [mover] Vous devez d'abord dire qui joue le premier coup ordinaire : « prendre » ou « laisser ».
   *[other] { $mover } doit d'abord dire qui joue le premier coup ordinaire : « prendre » ou « laisser ».
}
illegal-no-choice = { $you ->
    [mover] { $move } n'est possible que juste après le coup d'ouverture ; jouez une case.
   *[other] { $move } n'est possible que juste après le coup d'ouverture ; { $mover } doit jouer une case.
}
illegal-other-seat = La case { $house } n'est pas au joueur n° { $seat } de l'équipe, mais au n° { $controller }.

## Erreurs des positions et des options

fault-unequal-team = une équipe de { $team } ne peut se partager { houses } à parts égales (AN-7)
fault-not-an-opening = avant l'ouverture, chaque case contient { seeds } (AN-1)
fault-not-opened = après l'ouverture, les cases contiennent 3, 3, 0 tout autour du plateau (AN-1)
fault-momentary-bear-off = la sortie des graines n'est une phase qu'avec bear-off=permanent (AN-9)

## Erreurs des requêtes

only-seat-one = il n'y a pas de place { $seat } : une équipe d'une personne n'a que la place 1 (AN-7)
no-such-seat = il n'y a pas de place { $seat } : une équipe a les places 1 à { $seats } (AN-7)

## La ligne de commande

with-seat = { $move } (place { $seat })

## Coups

played-take = { $you ->
    [mover] Vous choisissez de commencer.
   *[other] { $mover } choisit de commencer.
}
played-give = { $you ->
    [mover] Vous laissez commencer { $opponent }.
    [opponent] { $mover } vous laisse commencer.
   *[other] { $mover } laisse commencer { $opponent }.
}

## Mots pour les coups, tels qu'on les écrit, séparés par des virgules, en minuscules

words-take = prendre, prends
words-give = laisser, laisse, donner, donne

## Ce qui se passe dans un coup, pour la liste qui suit

event-bear-off = sort { $seeds } ({ $ruling })

## Ce qui s'est passé dans un coup, en une phrase ou deux

moved-bear-off = { $you ->
    [mover] Vous sortez { $seeds }.
   *[other] { $mover } sort { $seeds }.
}

## Où en est la partie

prompt-opening = { $you ->
    [mover] Vous jouez le coup d'ouverture.
   *[other] { $mover } joue le coup d'ouverture.
}
prompt-choice = { $you ->
    [mover] Vous choisissez qui joue le premier coup ordinaire : « prendre » ou « laisser ».
   *[other] { $mover } choisit qui joue le premier coup ordinaire : « prendre » ou « laisser ».
}
prompt-bear-off = { $you ->
    [mover] C'est à vous de jouer ; les graines qui dépassent la rangée sortent du plateau.
   *[other] C'est à { $mover } de jouer ; les graines qui dépassent la rangée sortent du plateau.
}

## Ce qu'une relecture dit d'un coup

better-take = Commencer soi-même
better-give = Laisser commencer l'autre camp

## La page sur laquelle on joue

page-move-take = Commencer (prendre)
page-move-give = Laisser commencer l'adversaire
option-title-bear-off = Sortie des graines
    .permanent = Définitive
    .momentary = Momentanée
option-title-team = Personnes par équipe
page-team = équipe de { $team }
page-seats = la place { $seats } peut jouer
page-seats-prompt = La place { $seats } peut jouer.
page-seat-moved = { $you ->
    [side] Votre place { $seat } a joué.
   *[other] La place { $seat } a joué pour { $side }.
}
page-seat = Place { $seat }.
page-phase-opening = Le coup d'ouverture dessine un motif tout autour du plateau. Toute case peut le commencer.
page-phase-choice = Le motif est dessiné. Qui a la main choisit maintenant qui joue le premier coup ordinaire.
page-phase-bear-off = Sortie des graines : celles que l'on sème au-delà du bout de sa rangée quittent le plateau.
page-is-opening = Avant le coup d'ouverture
page-is-choice = Choix de qui joue d'abord
page-is-bear-off = Sortie des graines

## Leçons de la page. Elles tutoient : ce sont des enfants aussi qui apprennent.

page-lesson-andada-opening = Choisissez une de vos cases et regardez.
    .title = Le premier coup
    .rule = Le premier coup de la partie est à part : il fait une fois le tour du plateau, et s'arrête. Il laisse 3, 3, 0, encore 3, 3, 0, et ainsi de suite.
    .solved = Il y a maintenant 3, 3, 0 tout autour du plateau.
page-lesson-andada-wait = Essayez quand même de jouer une case.
    .title = D'abord choisir
    .rule = Nord a joué le premier coup. À vous de dire qui joue ensuite. Avant cela, aucune case ne se joue.
    .hint = Cette fois, touchez une case et non un bouton.
    .why = Ce n'était pas une case. Essayez de jouer une case.
    .solved = La case est refusée : vous devez d'abord dire qui joue ensuite.
page-lesson-andada-choice = Dites qui joue ensuite. Les deux réponses sont bonnes.
    .title = Qui joue ensuite ?
    .rule = Vous pouvez commencer vous-même (prendre), ou laisser commencer Nord (laisser).
    .hint = Servez-vous d'un des deux boutons sous le plateau.
page-lesson-andada-across = Récoltez deux graines.
    .title = Récolter en face
    .rule = Votre coup finit dans une case vide. Si elle est à vous, vous récoltez les graines de la case d'en face. Elles quittent le plateau.
    .hint = Votre dernière graine doit tomber dans une case vide de votre camp, et la case d'en face doit avoir des graines.
page-lesson-andada-most = Récoltez trois graines.
    .title = Bien choisir
    .rule = Ici, deux coups récoltent : l'un une seule graine, l'autre trois.
    .hint = Trouvez la case de Nord qui contient trois graines et dont la case d'en face, chez vous, est vide.
page-lesson-andada-late = Récoltez deux graines avec un coup à deux relais.
    .title = Continuer, puis récolter
    .rule = Seule compte la case où finit votre coup, même après plusieurs relais.
    .hint = Le premier relais doit finir dans une case qui a des graines, le second dans une case vide de votre camp.
page-lesson-andada-out = Sortez une graine.
    .title = Sortir des graines
    .rule = Chaque case a maintenant une graine au plus. Désormais, les graines ne passent plus dans l'autre camp : celle que vous semez après le bout de votre rangée sort du plateau.
    .hint = Chacune de vos graines avance d'une case : laquelle n'a plus de case devant elle ?
page-lesson-andada-both = Sortez deux graines en un seul coup.
    .title = En sortir deux
    .rule = Quand un relais dépasse le bout de votre rangée, toutes les graines que vous avez encore en main sortent du plateau.
    .hint = Finissez le premier relais sur votre autre graine : vous en aurez deux en main.
    .solved = La graine de la case suivante est sortie avec la vôtre.
page-lesson-andada-last = Empêchez Nord de jouer.
    .title = Le dernier coup gagne
    .rule = Les graines récoltées ne comptent pas. Vous gagnez quand Nord ne peut plus jouer.
    .hint = Nord n'a de graines que dans une case : récoltez-les.
    .why = La partie continue : Nord peut encore jouer.
page-lesson-andada-best = Trouvez le seul coup gagnant.
    .title = Gardez un coup en réserve
    .rule = Seul le dernier coup compte. Une graine au début de votre rangée a encore un long chemin, et chaque pas est un coup. Ne la pressez pas pour une récolte.
    .hint = La case 1 pourrait récolter une graine. Mais vous aurez peut-être besoin de ses coups à la fin.
    .slip = Vous récoltez une graine, mais cela ne compte pas. Si chacun joue au mieux, Nord gagne.
    .solved = Votre graine de la case 1 a encore tous ses coups. Si chacun joue au mieux, vous faites le dernier.
# Pourquoi un coup n'a pas récolté ce que demande la leçon.
page-lesson-andada-why = { $found ->
    [0] { $row ->
        [south] Vous n'avez rien récolté : la case en face de votre dernière graine est vide.
       *[north] Vous n'avez rien récolté : votre coup a fini chez Nord.
    }
   *[other] C'est moins que ce qui est demandé.
}

## La page d'accueil

door-andada = Un jeu des Kunama de l'ouest de l'Érythrée. Les graines y sont des vaches, ayla, et toute une équipe peut se partager une rangée.
    .wins = Les graines ne comptent pas : qui joue le dernier coup gagne.
