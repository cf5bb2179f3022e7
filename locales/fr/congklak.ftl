### Ce que dit Ayla en français du Congklak seulement.

## Le jeu

summary-congklak = Deux rangées de sept cases (lubang), sept graines (biji) dans chacune : le mancala d'Asie du Sud-Est, appelé congklak ou dakon en Indonésie, congkak en Malaisie, à Singapour et à Brunei, et sungka aux Philippines. On sème en relais, aussi dans son propre grenier, et l'on rejoue quand la dernière graine y tombe. La dernière graine, tombée dans une case vide de son camp, récolte la case d'en face. Qui a le plus de graines gagne.

## Préréglages : un titre, et leur usage

preset-congklak-default = Congklak
    .summary = Sept cases par rangée, sept graines par case ; on joue jusqu'à ce que les cases soient toutes vides.
preset-congklak-congkak = Congkak
    .summary = Dans le sens des aiguilles d'une montre, comme en Malaisie : la dernière graine dans une case vide est récoltée même si la case d'en face est vide, et la partie finit quand le camp qui doit jouer n'a plus de graines.
preset-congklak-bga = Une manche
    .summary = Dans le sens des aiguilles d'une montre ; la manche finit quand une rangée est vide, comme sur Board Game Arena.
preset-congklak-five = Cinq cases
    .summary = Cinq cases par rangée, cinq graines par case : une partie courte.

## Options

option-congklak-capture = La dernière graine récolte à chaque coup (any), ou seulement si le coup a déjà mis une graine dans le grenier du camp qui joue (after-store).
option-congklak-direction = Le sens du semis. Dans le sens des aiguilles d'une montre, les greniers sont au bout gauche des rangées.
option-congklak-empty-capture = La dernière graine, tombée dans une case vide de son camp, va au grenier même si la case d'en face est vide.
option-congklak-end = Avec play-out, un camp sans graines passe, et la partie finit quand toutes les cases sont vides. Avec no-move, elle finit quand la rangée du camp qui doit jouer est vide ; avec empty-row, quand une rangée est vide après un coup. Les graines qui restent vont alors au camp à qui appartiennent leurs cases.
option-congklak-houses = Le nombre de cases par rangée.
option-congklak-seeds = Les graines par case au début.

## Règles

ruling-CO-1 = Un coup sème toutes les graines d'une case, sans sauter celle-ci.
    .plain = Vous prenez toutes les graines d'une de vos cases et vous en posez une dans chaque case qui suit. Si elles font le tour du plateau, la case de départ en reçoit une aussi.
ruling-CO-2 = On sème dans son propre grenier, jamais dans celui de l'adversaire.
    .plain = Vous semez une graine dans votre grenier en passant, mais jamais dans celui de Nord.
ruling-CO-3 = La dernière graine, tombée dans une case garnie, est semée à son tour avec les autres : c'est un autre relais.
    .plain = Si votre dernière graine tombe dans une case qui a des graines, chez vous ou chez Nord, vous les ramassez toutes et vous continuez à semer. Votre coup finit dans une case vide ou dans votre grenier.
ruling-CO-4 = On rejoue quand la dernière graine tombe dans son propre grenier.
    .plain = Si votre dernière graine tombe dans votre grenier, vous rejouez.
ruling-CO-5 = La dernière graine, tombée dans une case vide de son camp, est récoltée avec les graines de la case d'en face.
    .plain = Si votre dernière graine tombe dans une case vide de votre camp, vous la récoltez avec toutes les graines de la case d'en face. Si la case d'en face est vide, votre graine reste où elle est.
ruling-CO-6 = La dernière graine peut ne récolter que si le coup a déjà mis une graine dans le grenier du camp qui joue.
    .plain = Avec cette règle, vous ne récoltez que si votre coup a déjà mis une graine dans votre grenier.
ruling-CO-7 = La dernière graine, tombée dans une case vide de l'adversaire, y reste.
    .plain = Si votre dernière graine tombe dans une case vide de Nord, elle y reste. Vous ne récoltez rien, et c'est à Nord de jouer.
ruling-CO-8 = Un camp dont la rangée est vide passe, et la partie finit quand toutes les cases sont vides.
    .plain = Si votre rangée est vide, vous passez, et Nord continue. La partie finit quand toutes les cases sont vides. Qui a le plus de graines dans son grenier gagne.
ruling-CO-9 = La partie peut finir quand la rangée du camp qui doit jouer est vide.
    .plain = Avec cette règle, la partie finit quand le camp qui doit jouer n'a plus de graines. L'autre camp prend celles qui restent.
ruling-CO-10 = La partie peut finir quand une rangée est vide après un coup.
    .plain = Avec cette règle, la partie finit quand une rangée est vide. Chacun prend les graines qui restent dans la sienne.
ruling-CO-12 = On peut semer dans le sens des aiguilles d'une montre, les greniers étant au bout gauche des rangées.
    .plain = Avec cette règle, vous semez vers la gauche, et votre grenier est au bout gauche de votre rangée.
ruling-CO-14 = Une case brûlée ne contient rien dans cette manche, et le semis la saute.
    .plain = Une case brûlée est hors jeu dans cette manche. Vous la sautez en semant.
ruling-CO-15 = Pour la manche suivante, chaque camp remplit ses cases depuis son grenier ; celles qu'il ne peut pas remplir sont brûlées.
    .plain = Après une manche, chacun remplit ses cases depuis son grenier. Celles qu'on ne peut pas remplir sont brûlées.
ruling-CO-16 = Le camp qui a le moins de graines commence la manche suivante, si les joueurs n'en décident pas autrement.
ruling-CO-17 = Il n'y a pas de manche suivante quand un camp ne peut pas remplir une seule case.

## Les manches et les cases brûlées

illegal-burnt-house = { $you ->
    [mover] Votre case { $house } est brûlée dans cette manche.
   *[other] La case { $house } est brûlée dans cette manche chez { $mover }.
}
malformed-burnt-flag = l'indication { $text } n'est pas « burnt= » et deux listes de numéros montants séparées par « / », dont l'une peut être « - »
fault-burnt-outside = une case brûlée doit être une des cases 1 à { $houses } de la rangée ({ $side }), et non { $house } (CO-14)
fault-burnt-holds-seeds = { $house } contient { seeds }, or elle est brûlée (CO-14)
fault-row-burnt = les cases de la rangée ({ $side }) ne peuvent pas être toutes brûlées (CO-14)
burnt = brûlée
advice-next-round = { $you ->
    [first] Vous pouvez jouer la manche suivante, que vous commencez.
   *[other] La manche suivante peut être jouée ; { $first } la commence.
}
page-burnt = Cases brûlées chez { $side }
page-next-round = { $you ->
    [first] Manche suivante : vous commencez
   *[other] Manche suivante : { $first } commence
}
page-match = Manche { $round } du match. Manches gagnées : { $near } { $nearRounds }, { $far } { $farRounds }.

## Leçons de la page

page-lesson-congklak-store = Semez une graine dans votre grenier.
    .title = Votre grenier
    .rule = Le grenier de droite est le vôtre. Après votre case 7, vous y semez une graine, puis vous continuez par la case 1 de Nord. Vous sautez le grenier de Nord. À la fin, le grenier le plus plein gagne.
    .hint = Comptez les pas de chaque case à votre grenier : laquelle a assez de graines ?
    .solved = Une graine est allée dans votre grenier.
page-lesson-congklak-again = Jouez une case dont la dernière graine tombe dans votre grenier.
    .title = Rejouer
    .rule = Si votre dernière graine tombe dans votre grenier, vous rejouez.
    .hint = Comptez les pas de chaque case à votre grenier : laquelle a exactement autant de graines ?
    .solved = Vous rejouez.
page-lesson-congklak-capture = Récoltez cinq graines : quatre de Nord et votre dernière.
    .title = Récolter en face
    .rule = Si votre dernière graine tombe dans une de vos cases vides, vous la récoltez avec toutes celles de la case d'en face. Elles vont dans votre grenier, et c'est à Nord de jouer.
    .hint = Deux cases de Nord contiennent quatre graines. Votre dernière graine doit tomber en face de l'une d'elles.
    .why = Vous n'avez rien récolté : votre dernière graine n'est pas tombée dans votre rangée.
page-lesson-congklak-nothing = Récoltez quatre graines : trois de Nord et votre dernière.
    .title = Rien en face
    .rule = Si la case d'en face est vide, vous ne récoltez rien : votre dernière graine reste où elle est tombée. Regardez en face avant de jouer.
    .hint = Trouvez la case de Nord qui contient trois graines. Votre dernière graine doit tomber dans la case d'en face.
page-lesson-congklak-far = Récoltez quatre graines : trois de Nord et votre dernière.
    .title = Chez Nord
    .rule = Vous ne récoltez que depuis votre rangée. Chez Nord, votre dernière graine reste dans la case vide où elle tombe.
    .hint = Ici, chaque coup a deux relais. Le deuxième doit finir en face de la case de Nord qui contient trois graines.
page-lesson-congklak-long = Semez deux graines dans votre grenier en un seul coup.
    .title = Un long chemin
    .rule = Un coup peut faire plusieurs tours, et chaque fois, une graine va dans votre grenier : après la case 7 de Nord vient votre case 1. Suivez-le relais par relais.
    .hint = Deux de vos cases atteignent votre grenier dès le premier relais. Laquelle vous fait continuer à semer ?
    .solved = Deux graines sont allées dans votre grenier.
page-lesson-congklak-pass = Passez.
    .title = Rien à jouer
    .rule = Si toutes vos cases sont vides, vous passez, et Nord joue. Vous reprenez dès que vous avez une graine.
    .hint = Servez-vous du bouton sous le plateau.
page-lesson-congklak-end = Récoltez les dernières graines et gagnez.
    .title = La fin
    .rule = La partie finit quand toutes les cases sont vides. Le grenier le plus plein gagne alors.
    .hint = Une seule de vos cases a une graine.
page-lesson-congklak-start = Jouez la case dont la dernière graine tombe dans votre grenier.
    .title = Tout le plateau
    .rule = La partie commence avec sept graines par case. Avec le bon premier coup, vous rejouez tout de suite.
    .hint = De la case 7 à votre grenier, il faut une graine ; de la case 6, il en faut deux. Continuez à compter.
page-lesson-congklak-best = Trouvez le seul coup gagnant.
    .title = Suivez les relais
    .rule = Deux coups qui commencent de même peuvent finir très loin l'un de l'autre. Avant de choisir, suivez chacun relais par relais, jusqu'à la case où tombe sa dernière graine.
    .hint = Un coup met une graine dans votre grenier, continue pendant cinq relais et finit dans votre rangée par une récolte.
    .why = Un autre coup va plus loin. Si chacun joue au mieux, Nord gagne.
    .solved = Cinq relais, et une récolte à la fin. Si chacun joue au mieux, vous gagnez de 2 graines.
# Pourquoi un coup n'a pas fait ce que demande la leçon.
page-lesson-congklak-why = { $kind ->
    [stored] { $found ->
        [0] Aucune de vos graines n'est arrivée dans votre grenier.
        [one] Une seule graine est arrivée dans votre grenier.
       *[other] { $found } graines sont arrivées dans votre grenier.
    }
    [again] { $row ->
        [south] Votre dernière graine est tombée dans votre rangée, et non dans votre grenier.
       *[north] Votre dernière graine est tombée chez Nord, et non dans votre grenier.
    }
   *[south] { $found ->
        [0] { $row ->
            [store] Vous n'avez rien récolté : votre dernière graine est tombée dans votre grenier.
            [north] Vous n'avez rien récolté : votre dernière graine est tombée chez Nord.
           *[south] Vous n'avez rien récolté : la case d'en face est vide.
        }
       *[other] Vous avez récolté { $found } graines, la dernière comprise.
    }
}

## La page d'accueil

door-congklak = Le mancala d'Indonésie et de Malaisie, appelé aussi dakon ou congkak, et sungka aux Philippines. Il porte le nom d'un coquillage, le cauri.
    .wins = Semez de case en case, et récoltez depuis votre rangée. Qui a le plus de graines dans son grenier gagne.
