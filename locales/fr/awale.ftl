### Ce que dit Ayla en français de l'Awalé seulement.

## Le jeu

summary-awale = Deux rangées de six cases, selon les règles Abapa de Côte d'Ivoire. Le jeu s'écrit aussi awélé ; ailleurs, ses parents s'appellent oware, wari, warri, ayò et ouril. On récolte les cases de deux ou trois graines du camp adverse, en remontant depuis la dernière graine semée ; un camp vide doit être nourri. Qui a le plus de graines gagne.

## Préréglages : un titre, et leur usage

preset-awale-default = Abapa
    .summary = Quatre graines par case, récolte des deux et des trois, aucune option d'arrêt.
preset-awale-tournament = Tournoi
    .summary = Arrêt à la majorité, et quand une position se répète.
preset-awale-twos-only = Les deux seulement
    .summary = On ne récolte que les cases de deux graines.

## Options

option-awale-capture = Avec two-or-three, on peut récolter une case de deux ou trois graines ; avec two, seulement une case de deux.
option-awale-direction = Le sens du semis.
option-awale-few = La partie s'arrête quand il reste au plus ce nombre de graines dans les cases ; 0 : jamais.
option-awale-grand-slam = Un coup qui récolterait toutes les graines du camp adverse ne récolte rien (no-capture), n'est pas permis tant qu'il y en a un autre (illegal), ou les récolte et finit la partie (capture), aussi en laissant le reste à l'adversaire (opponent-takes). Ou bien il récolte tout sauf une case, la plus à gauche (leave-left) ou à droite (leave-right) vue du camp qui joue.
option-awale-houses = Le nombre de cases par rangée.
option-awale-limit = Le nombre maximal de cases que l'on peut récolter en un coup ; 6 : sans limite.
option-awale-majority = La partie s'arrête dès qu'un grenier contient plus de la moitié des graines.
option-awale-over-limit = Quand on pourrait récolter plus de cases que la limite, on ne récolte que les dernières cases semées (last), ou rien (none).
option-awale-quiet = La partie s'arrête après ce nombre de coups consécutifs sans récolte, les deux camps confondus ; 0 : jamais.
option-awale-remaining = Lors d'un arrêt par accord, majorité, manque de graines, coups sans récolte ou répétition, les graines restantes vont au camp à qui appartient leur case (own-side), sont partagées par moitié, la graine en trop quittant le jeu (split), ou restent en place et ne comptent pour personne (leave).
option-awale-repetition = La partie s'arrête quand la même disposition des graines dans les cases, avec le même camp à jouer, s'est présentée ce nombre de fois dans la suite de coups envoyée ; 0 : jamais.
option-awale-seeds = Les graines par case au début.

## Règles

ruling-AW-1 = Un coup sème toutes les graines d'une case, et saute toujours cette case.
    .plain = Vous prenez toutes les graines d'une case et vous en posez une dans chaque case qui suit. La case de départ reste vide.
ruling-AW-2 = La dernière graine récolte les deux et les trois du camp adverse, en remontant de case en case.
    .plain = Vous récoltez quand votre dernière graine fait 2 ou 3 dans une case de Nord. Si la case d'avant contient aussi 2 ou 3 graines, vous la récoltez aussi, et ainsi de suite en remontant.
ruling-AW-3 = Un coup qui récolterait toutes les graines du camp adverse n'en récolte aucune.
    .plain = Vous ne pouvez pas tout prendre à Nord. Un coup qui prendrait tout ne récolte rien.
ruling-AW-4 = Un camp adverse sans graines doit être nourri, si c'est possible.
    .plain = Si Nord n'a plus de graines, vous devez jouer une case qui lui en apporte, si vous en avez une.
ruling-AW-5 = Si le camp adverse est sans graines et ne peut être nourri, la partie est finie et le camp qui joue prend le reste.
    .plain = Si le camp d'en face est vide et que celui qui doit jouer ne peut rien lui apporter, la partie est finie. Il prend ce qui reste.
ruling-AW-6 = Si le camp qui doit jouer est vide, la partie est finie et l'autre camp prend le reste.
ruling-AW-7 = Les deux camps peuvent convenir d'arrêter.
ruling-AW-8 = Un coup ne peut récolter qu'un nombre limité de cases.
ruling-AW-9 = Au-delà de la limite, on récolte les dernières cases semées, ou aucune.
ruling-AW-10 = On ne récolte que les cases de deux graines.
ruling-AW-13 = La partie s'arrête quand un camp a plus de la moitié des graines.
    .plain = La partie s'arrête quand un camp a plus de la moitié des graines : personne ne peut plus le rattraper.
ruling-AW-14 = La partie s'arrête quand il reste peu de graines.
ruling-AW-15 = La partie s'arrête après un nombre de coups sans récolte.
ruling-AW-16 = La partie s'arrête quand une position se répète.
ruling-AW-17 = Lors d'un arrêt, les graines restantes sont partagées comme convenu.
ruling-AW-18 = Un coup qui récolterait toutes les graines du camp adverse peut aussi être interdit, ou les récolter et finir la partie.
ruling-AW-19 = Une rangée peut avoir de trois à douze cases.
ruling-AW-20 = Un coup qui récolterait toutes les graines du camp adverse peut en laisser une case, ou donner le reste à l'adversaire.

## Pourquoi un coup n'est pas permis

illegal-must-feed = { $you ->
    [opponent] Vous n'avez plus de graines, et la case { $house } ne vous en apporte pas ; { $mover } doit jouer une case qui vous en apporte.
   *[other] { $opponent } n'a plus de graines, et la case { $house } ne lui en apporte pas ; jouez une case qui lui en apporte.
}
illegal-grand-slam = { $you ->
    [opponent] La case { $house } vous prendrait tout ; { $mover } doit jouer une autre case.
   *[other] La case { $house } prendrait tout à { $opponent } ; jouez une autre case.
}

## Erreurs des requêtes

no-move-or-letter = { $text } n'est pas un coup (N-6) : les coups sont les numéros des cases, les lettres A à F et a à f, « pass », « take », « give » et « agree »

## Où en est la partie

ending-famine = famine
ending-few = peu de graines
ended-famine = Un camp est affamé et ne peut être nourri.
ended-few = Il reste peu de graines.

## La page sur laquelle on joue

option-title-few = Arrêt s'il reste peu de graines
option-title-grand-slam = Récolter toute la rangée
    .no-capture = Ne récolte rien
    .illegal = N'est pas permis
    .capture = Finit la partie
    .opponent-takes = Le reste va à l'adversaire
    .leave-left = Laisse la case de gauche
    .leave-right = Laisse la case de droite
option-title-limit = Cases récoltées en un coup, au plus
option-title-over-limit = Au-delà de la limite
    .last = Les dernières cases
    .none = Rien

## Leçons de la page. Elles tutoient : ce sont des enfants aussi qui apprennent.

page-lesson-awale-sow = Jouez la case 3 : touchez-la ou cliquez dessus.
    .title = Semer
    .rule = Vous jouez Sud : la rangée du bas est à vous, celle du haut à Nord. Pour jouer une case, vous semez toutes ses graines : une dans chaque case qui suit, vers la droite, puis vers la gauche chez Nord.
    .hint = Vos cases sont numérotées de gauche à droite.
page-lesson-awale-two = Récoltez deux graines.
    .title = Récolter deux graines
    .rule = Si votre dernière graine tombe dans une case de Nord et qu'il y en a alors 2, vous récoltez ces deux graines. Elles vont dans votre grenier et comptent pour vous.
    .hint = Quelle case de Nord contient une seule graine ? Finissez-y.
page-lesson-awale-three = Récoltez trois graines.
    .title = Récolter trois graines
    .rule = Si votre dernière graine tombe dans une case de Nord et qu'il y en a alors 3, vous les récoltez aussi. S'il y en a 1, 4 ou plus, vous ne récoltez rien.
    .hint = Quelle case de Nord contient deux graines ? Finissez-y.
page-lesson-awale-chain = Récoltez deux cases en un seul coup.
    .title = De case en case
    .rule = Après une récolte, regardez la case juste avant. Si elle est à Nord et contient aussi 2 ou 3 graines, vous les récoltez aussi. Puis regardez celle d'avant, et ainsi de suite.
    .hint = Vos deux dernières graines doivent tomber dans deux cases de Nord, et faire 2 ou 3 dans chacune.
page-lesson-awale-round = Jouez la case qui contient 12 graines.
    .title = Le tour du plateau
    .rule = Douze graines ou plus font tout le tour. Elles sautent la case d'où elles viennent : elle reste vide.
    .hint = Cherchez votre case la plus pleine.
    .why = Cette case ne contient pas 12 graines.
    .solved = La case que vous avez jouée a été sautée.
page-lesson-awale-slam = Jouez la case 5, qui récolterait toutes les graines de Nord.
    .title = Pas toutes à la fois
    .rule = Un coup qui récolterait toutes les graines de l'autre rangée ne récolte rien. Vous pouvez quand même le jouer.
    .hint = Vos cases sont numérotées de gauche à droite.
    .solved = Vous n'avez rien récolté : vous auriez pris toutes les graines de Nord.
page-lesson-awale-spare = Récoltez deux graines et laissez-en une à Nord.
    .title = En laisser un peu
    .rule = La case 5 prendrait encore tout : elle ne prend donc rien. Cherchez un coup qui récolte moins.
    .hint = Cherchez un coup qui n'atteint qu'une des deux cases de Nord.
page-lesson-awale-hungry = Essayez de jouer une case qui ne nourrit pas Nord.
    .title = Un camp vide
    .rule = Nord n'a plus de graines. Vous devez maintenant nourrir Nord : jouer une case dont les graines arrivent chez lui. Toute autre case est refusée.
    .hint = Cherchez une case qui n'a pas assez de graines pour arriver chez Nord.
    .solved = Cette case est refusée : elle ne nourrit pas Nord.
page-lesson-awale-feed = Jouez la case qui nourrit Nord.
    .title = Nourrir
    .rule = Vous devez nourrir Nord. Comptez les graines : laquelle de vos cases en a assez pour arriver chez lui ?
    .hint = De la case 6, une graine suffit ; de la case 5, il en faut deux. Continuez à compter.
page-lesson-awale-famine = Jouez votre dernière graine et gagnez.
    .title = La fin
    .rule = Votre dernière graine nourrit Nord. Votre rangée est alors vide, et cette graine est trop loin pour vous nourrir : la partie est finie, et Nord la prend. Le grenier le plus plein gagne.
    .hint = Une seule de vos cases a une graine.
page-lesson-awale-majority = Gagnez la partie en un coup.
    .title = Plus de la moitié
    .rule = En tournoi, et dans cette leçon, la partie s'arrête quand un camp a plus de la moitié des graines : 25 sur 48. Vous en avez 23.
    .hint = Il vous faut encore deux graines : cherchez une récolte.
    .why = La partie continue : vous avez toujours 23 graines.
page-lesson-awale-best = Trouvez le seul coup gagnant.
    .title = Gardez vos graines
    .rule = Avant de jouer, regardez ce que Nord menace. Si sa dernière graine peut atteindre une de vos cases d'une ou deux graines, vous les perdez. Souvent, le meilleur coup ne récolte rien, mais met une graine à l'abri.
    .hint = Nord n'a qu'une graine, dans sa case 6. Où va-t-elle tomber ?
    .why = La graine de Nord peut encore tomber dans votre case 1, y faire deux et les récolter. Si chacun joue au mieux, Nord gagne.
    .solved = La graine de Nord n'a plus rien à récolter. Si chacun joue au mieux, vous gagnez de 2 graines.
# Pourquoi un coup n'a pas récolté ce que demande la leçon.
page-lesson-awale-why = { $found ->
    [0] { $row ->
        [south] Vous n'avez rien récolté : votre dernière graine est tombée dans votre propre rangée.
       *[north] { $seeds ->
            [2] Vous n'avez rien récolté : vous auriez pris toutes les graines de Nord.
            [3] Vous n'avez rien récolté : vous auriez pris toutes les graines de Nord.
            [one] Vous n'avez rien récolté : votre dernière graine est seule dans sa case, où il en faut 2 ou 3.
           *[other] Vous n'avez rien récolté : cette case contient maintenant { $seeds } graines, et non 2 ou 3.
        }
    }
   *[other] { $kind ->
        [houses] Vous n'avez récolté qu'une case : celle d'avant est à vous, ou ne contient ni 2 ni 3 graines.
       *[south] Vous avez récolté { $found } graines.
    }
}

## La page d'accueil

door-awale = Le mancala de Côte d'Ivoire. L'Afrique de l'Ouest et les Antilles jouent à ses cousins, comme l'oware et le wari.
    .wins = On récolte les graines par deux ou par trois. Qui en a le plus gagne.
