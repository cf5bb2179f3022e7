### Ce que dit Ayla en français du Kalah seulement.

## Le jeu

summary-kalah = Deux rangées de six cases, quatre graines dans chacune : le mancala le plus connu dans le monde, appelé aussi kalaha ou simplement mancala. On sème aussi dans son propre grenier, et l'on rejoue quand la dernière graine y tombe. Quand elle tombe dans une case vide de son camp, on récolte la case d'en face. Qui a le plus de graines gagne.

## Préréglages : un titre, et leur usage

preset-kalah-default = Kalah
    .summary = Six cases par rangée, quatre graines par case.
preset-kalah-six-seeds = Six graines
    .summary = Six graines par case.
preset-kalah-empty-capture = Récolte à vide
    .summary = La dernière graine, tombée dans une case vide de son camp, est récoltée même si la case d'en face est vide.
preset-kalah-manchester = Manchester
    .summary = Sept graines dans chacune des sept cases. Le premier coup ne fait pas rejouer, et l'on peut y répondre en changeant de camp, comme jouent les programmes d'étudiants de l'université de Manchester.

## Options

option-kalah-direction = Le sens du semis. Dans le sens des aiguilles d'une montre, chaque grenier est à gauche de son camp.

option-kalah-empty-capture = La dernière graine, tombée dans une case vide de son propre camp, va au grenier même si la case d'en face est vide.
option-kalah-end = La partie finit quand une rangée est vide après un coup (either-row), ou seulement quand celle du camp qui doit jouer l'est (own-turn).
option-kalah-first-bonus = Le premier coup de la partie fait rejouer si sa dernière graine tombe au grenier.
option-kalah-houses = Le nombre de cases par rangée.
option-kalah-majority = La partie finit dès qu'un grenier contient plus de la moitié des graines ; celles qui restent dans les cases ne vont à personne.
option-kalah-pie = L'adversaire peut changer de camp après le premier tour, si bien que commencer n'est plus un avantage.
option-kalah-remaining = À la fin, les graines qui restent dans une rangée vont à son camp (own-side) ou au camp dont la rangée est vide (finisher), ou restent en place et ne comptent pour personne (leave).
option-kalah-seeds = Les graines par case au début.

## Règles

ruling-KA-1 = Un coup sème toutes les graines d'une case, sans sauter cette case.
    .plain = Vous prenez toutes les graines d'une case et vous en posez une dans chaque case qui suit. Si elles font tout le tour, la case de départ en reçoit une aussi.
ruling-KA-2 = On sème dans son propre grenier, jamais dans celui de l'adversaire.
    .plain = Vous semez une graine dans votre grenier en passant, mais jamais dans celui de Nord.
ruling-KA-3 = On rejoue quand la dernière graine tombe dans son propre grenier.
    .plain = Si votre dernière graine tombe dans votre grenier, vous rejouez.
ruling-KA-4 = La dernière graine, tombée dans une case vide de son camp, est récoltée avec les graines de la case d'en face.
    .plain = Si votre dernière graine tombe dans une case vide de votre camp, vous la récoltez avec toutes les graines de la case d'en face.
ruling-KA-5 = La dernière graine, tombée dans une case vide de son camp, est récoltée même si la case d'en face est vide.
    .plain = Avec cette règle, une dernière graine dans une case vide de votre camp va au grenier même si la case d'en face est vide.
ruling-KA-6 = Quand une rangée est vide après un coup, la partie est finie et chaque camp prend les graines de ses cases.
    .plain = Quand une rangée est vide, la partie est finie. Chacun prend les graines qui restent dans sa rangée.
ruling-KA-9 = À la fin, le camp dont la rangée est vide peut prendre les graines de l'autre, ou personne ne les prend.
ruling-KA-10 = La partie peut ne finir que lorsque la rangée du camp qui doit jouer est vide.
ruling-KA-11 = L'adversaire peut répondre au premier tour en changeant de camp.
ruling-KA-12 = Le premier coup de la partie peut ne pas faire rejouer.
ruling-KA-13 = La partie peut finir quand un grenier contient plus de la moitié des graines.
ruling-KA-14 = On peut semer dans le sens des aiguilles d'une montre, les greniers étant à gauche de chaque camp.

## L'échange des camps

illegal-no-swap = { $you ->
    [mover] Vous ne pouvez changer de camp que juste après le premier tour d'une partie avec pie=true ; jouez une case.
   *[other] { $mover } ne peut changer de camp que juste après le premier tour d'une partie avec pie=true et doit jouer une case.
}
fault-no-such-phase = avec ces options, aucune position en cours n'a la phase { $phase }, et aucune position finie n'en a (KA-11, KA-12)
played-swap = { $you ->
    [mover] Vous échangez les camps avec { $opponent }.
    [opponent] { $mover } échange les camps avec vous.
   *[other] { $mover } échange les camps avec { $opponent }.
}
words-swap = échanger, échange, changer de camp, change de camp
event-swap = échange les rangées et les greniers ({ $ruling })
prompt-swap = { $you ->
    [mover] Vous pouvez jouer, ou changer de camp.
   *[other] { $mover } peut jouer, ou changer de camp.
}
better-swap = Changer de camp
page-swap-opening = Premier tour
page-swap-choice = Échange possible
page-swap-play = Plus tard
page-move-swap = Changer de camp
page-phase-swap = Le premier tour est fini. Le camp qui a la main peut prendre l'autre côté du plateau : la rangée, le grenier et ce qui y a été joué.
document-swap = { $side } change de camp

## Leçons de la page. Elles tutoient : ce sont des enfants aussi qui apprennent.

page-lesson-kalah-sow = Jouez la case 2 : touchez-la ou cliquez dessus.
    .title = Semer
    .rule = Vous jouez Sud : la rangée du bas est à vous, celle du haut à Nord. Pour jouer une case, vous semez toutes ses graines : une dans chaque case qui suit, vers la droite, jusqu'à votre grenier et au-delà.
    .hint = Vos cases sont numérotées de gauche à droite.
page-lesson-kalah-store = Semez une graine dans votre grenier.
    .title = Votre grenier
    .rule = Le grenier de droite est le vôtre. Après votre dernière case, vous y semez une graine, puis vous continuez chez Nord. À la fin, le grenier le plus plein gagne.
    .hint = Comptez les pas de chaque case à votre grenier : laquelle a assez de graines ?
    .solved = Une graine est allée dans votre grenier.
page-lesson-kalah-round = Jouez la case qui contient 8 graines.
    .title = Le tour du plateau
    .rule = Vous semez dans votre grenier, mais jamais dans celui de Nord, à gauche : après la dernière case de Nord vient votre case 1.
    .hint = Cherchez votre case la plus pleine.
    .why = Cette case ne contient pas 8 graines.
    .solved = Le grenier de Nord n'a rien reçu.
page-lesson-kalah-again = Jouez une case dont la dernière graine tombe dans votre grenier.
    .title = Rejouer
    .rule = Si votre dernière graine tombe dans votre grenier, vous rejouez. Comptez : combien de graines faut-il dans chaque case pour y finir ?
    .hint = De la case 6, il faut une graine ; de la case 5, il en faut deux. Continuez à compter.
page-lesson-kalah-order = Les cases 5 et 6 finissent toutes les deux dans votre grenier. Jouez celle après laquelle l'autre y finit encore.
    .title = Dans le bon ordre
    .rule = Vous pouvez rejouer plusieurs fois de suite. Attention à l'ordre : avec une graine de trop dans une case, la dernière dépasse votre grenier.
    .hint = Laquelle des deux met une graine dans l'autre ?
    .slip = Vous rejouez, mais ce coup a mis une graine dans l'autre case : sa dernière graine dépasserait maintenant votre grenier.
    .why = Choisissez la case 5 ou la case 6.
page-lesson-kalah-twice = C'est encore à vous. Finissez une fois de plus dans votre grenier.
    .title = Et encore
    .rule = Il n'y a pas de limite : tant que votre dernière graine tombe dans votre grenier, vous rejouez.
    .hint = Comptez les pas de chaque case à votre grenier : il faut exactement autant de graines dans la case.
page-lesson-kalah-capture = Récoltez cinq graines : quatre de Nord et votre dernière.
    .title = Récolter en face
    .rule = Si votre dernière graine tombe dans une de vos cases qui était vide, vous la récoltez avec toutes les graines de la case d'en face, chez Nord. Elles vont dans votre grenier.
    .hint = Trouvez la case de Nord qui contient quatre graines. Votre dernière graine doit tomber dans la case d'en face.
page-lesson-kalah-nothing = Récoltez quatre graines : trois de Nord et votre dernière.
    .title = Rien en face
    .rule = Si la case d'en face est vide, vous ne récoltez rien : votre dernière graine reste où elle est tombée. Regardez en face avant de jouer.
    .hint = Trouvez la case de Nord qui contient trois graines. Votre dernière graine doit tomber dans la case d'en face.
page-lesson-kalah-empty = Récoltez votre dernière graine, et rien d'autre.
    .title = Même sans rien en face
    .rule = Certains jouent avec une règle de plus : votre dernière graine, tombée dans une de vos cases vides, va dans votre grenier même si la case d'en face est vide. Elle vaut dans cette leçon.
    .hint = Votre dernière graine doit tomber dans une case vide, en face d'une autre case vide.
page-lesson-kalah-end = Récoltez les dernières graines de Nord et gagnez.
    .title = La fin
    .rule = Dès qu'une rangée est vide, la partie est finie. Celui qui a encore des graines les prend. Le grenier le plus plein gagne.
    .hint = Trouvez les dernières graines de Nord. Votre dernière graine doit tomber dans la case d'en face.
    .why = La partie continue : les deux rangées ont encore des graines.
page-lesson-kalah-start = Jouez la case dont la dernière graine tombe dans votre grenier.
    .title = Tout le plateau
    .rule = La partie commence avec quatre graines par case. Une de vos cases finit déjà dans votre grenier : vous pouvez rejouer tout de suite.
    .hint = De la case 6, il faut une graine ; de la case 5, il en faut deux. Continuez à compter.
page-lesson-kalah-best = Trouvez le seul coup gagnant.
    .title = Rejouer, puis rejouer
    .rule = On peut rejouer plusieurs fois de suite. Commencez par la case la plus proche de votre grenier : un coup parti de plus loin y met une graine, et sa dernière graine ne tombe plus dans le grenier.
    .hint = Trois de vos cases peuvent jouer l'une après l'autre dans ce tour. Laquelle doit être la première ?
    .why = La série est rompue. Si chacun joue au mieux, Nord gagne.
    .solved = Viennent ensuite les cases 4 et 3. Si chacun joue au mieux, vous gagnez de 2 graines.
# Pourquoi un coup n'a pas fait ce que demande la leçon.
page-lesson-kalah-why = { $kind ->
    [stored] Aucune de vos graines n'est arrivée dans votre grenier.
    [again] { $row ->
        [south] Votre dernière graine est tombée dans votre propre rangée, avant votre grenier.
       *[north] Votre dernière graine a dépassé votre grenier et est tombée chez Nord.
    }
   *[south] { $found ->
        [0] { $row ->
            [store] Vous n'avez rien récolté : votre dernière graine est tombée dans votre grenier.
            [north] Vous n'avez rien récolté : votre dernière graine est tombée chez Nord.
           *[south] { $seeds ->
                [one] Vous n'avez rien récolté : la case d'en face est vide.
               *[other] Vous n'avez rien récolté : votre dernière graine est tombée dans une case qui avait déjà des graines.
            }
        }
       *[other] La case d'en face n'était pas vide, et vous avez récolté ses graines aussi.
    }
}

## La page d'accueil

door-kalah = Le mancala que le monde entier connaît. W. J. Champion en a fixé les règles aux États-Unis vers 1940.
    .wins = Finissez dans votre grenier pour rejouer. Qui a le plus de graines dans son grenier gagne.
